//! What to explore, and what an exploration found.

use crate::machine::Settings;
use raddle_program::property::Property;
use raddle_program::trace::Trace;
use std::collections::BTreeMap;
use std::time::Instant;

/// What to explore.
#[derive(Clone, Debug)]
pub struct Explore {
    /// The values that inputs and indeterminate values take, each brought into the range of its type.
    pub domain: Vec<i128>,
    /// How many states to visit at most.
    pub max_states: usize,
    /// Whether operands are evaluated right to left.
    pub right_to_left: bool,
    /// Whether data races are looked for: without them, fewer states differ.
    pub finds_races: bool,
    /// How many local steps a thread may take between two events.
    pub local_steps: u64,
    /// When to give up: what is not violated by then is unknown.
    pub deadline: Option<Instant>,
    /// What is asked: the exploration ends once all of it is violated, and what is not violated by then is unknown. Leaks are
    /// looked for only if they are asked for.
    pub asked: Vec<Property>,
}

impl Default for Explore {
    fn default() -> Self {
        Explore {
            domain: vec![0, 1, 2, -1, i128::from(i32::MAX), i128::from(i32::MIN)],
            max_states: 1_000_000,
            right_to_left: false,
            finds_races: true,
            local_steps: Settings::default().local_steps,
            deadline: None,
            // A program that allocates again and again has ever new states if leaks are counted.
            asked: Property::ALL.into_iter().filter(|&property| property != Property::Leaks).collect(),
        }
    }
}

/// How a property stands.
#[derive(Clone, PartialEq, Debug)]
pub enum Stand {
    /// No execution with inputs in the domain violates it.
    Holds,
    /// It is violated.
    Violated(Box<Trace>),
    /// We do not know: why.
    Unknown(String),
}

/// What an exploration found.
#[derive(Clone, PartialEq, Debug)]
pub struct Exploration {
    /// How each property stands.
    pub stands: BTreeMap<Property, Stand>,
    /// How many states were visited.
    pub states: usize,
    /// Whether some choice had more possible values than the domain gave it.
    pub is_restricted: bool,
}

impl Exploration {
    /// How a property stands.
    pub fn stand(&self, property: Property) -> &Stand {
        &self.stands[&property]
    }

    /// Whether a property is violated.
    pub fn is_violated(&self, property: Property) -> bool {
        matches!(self.stand(property), Stand::Violated(_))
    }

    /// Whether no execution with inputs in the domain violates a property.
    pub fn holds(&self, property: Property) -> bool {
        matches!(self.stand(property), Stand::Holds)
    }

    /// Whether no execution at all violates a property: it holds, and the domain left no value out.
    pub fn holds_for_all_inputs(&self, property: Property) -> bool {
        self.holds(property) && !self.is_restricted
    }
}
