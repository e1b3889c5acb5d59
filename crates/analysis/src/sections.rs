//! How many atomic sections threads are in, wherever they are.
//!
//! Sections nest, and nothing makes a program end one where it began it: a procedure may be called in a section and outside of any, and a
//! branch may begin one that the other does not. So a place has a set of depths, found by following the steps of all contexts; what a
//! called context returns with goes to all its callers, which is more than can happen where it has several.

use raddle_program::automaton::{Automaton, Location, Transition};
use raddle_program::entity::Table;
use raddle_program::syntax::{Effect, ProcedureId};
use rustc_hash::FxHashMap;

use super::points_to::{Context, PointsTo};

/// A set of depths, a bit for each; the last stands for itself and all that are greater.
type Set = u8;
const OUTSIDE: Set = 1;
const DEEPEST: Set = 1 << (Set::BITS - 1);

/// The depths of all places.
#[derive(Clone, Debug)]
pub struct Depths {
    /// `None` where no section begins: then all are outside.
    at: Option<FxHashMap<(Context, Location), Set>>,
}

impl Depths {
    /// Finds them.
    pub fn of(points_to: &PointsTo, automata: &Table<ProcedureId, Automaton>) -> Depths {
        let mut steps = automata.values().flat_map(|automaton| automaton.transitions.values());
        if !steps.any(|step| matches!(step.effect, Effect::AtomicBegin)) {
            return Depths { at: None };
        }
        let mut flow = DepthFlow { points_to, automata, at: FxHashMap::default(), pending: Vec::new() };
        for class in points_to.classes.values() {
            let procedure = points_to.contexts[class.start].procedure;
            flow.come(class.start, automata[procedure].entry, OUTSIDE);
        }
        while let Some((context, location)) = flow.pending.pop() {
            flow.leave(context, location);
        }
        Depths { at: Some(flow.at) }
    }

    /// Whether no thread at this location is in a section (true if the location is unreachable).
    pub fn is_outside(&self, context: Context, location: Location) -> bool {
        self.set(context, location) & !OUTSIDE == 0
    }

    /// Whether all threads that stand there are in a section (also if none ever does).
    pub fn is_inside(&self, context: Context, location: Location) -> bool {
        self.set(context, location) & OUTSIDE == 0
    }

    /// Whether all threads that stand there are in one section.
    pub fn is_in_one(&self, context: Context, location: Location) -> bool {
        self.set(context, location) & !deeper(OUTSIDE) == 0
    }

    fn set(&self, context: Context, location: Location) -> Set {
        match &self.at {
            None => OUTSIDE,
            Some(at) => at.get(&(context, location)).copied().unwrap_or(0),
        }
    }
}

/// Behind the beginning of a section.
fn deeper(set: Set) -> Set {
    set << 1 | set & DEEPEST
}

/// Behind the end of a section. Outside of any it ends the execution.
fn higher(set: Set) -> Set {
    set >> 1 | set & DEEPEST
}

/// Follows the steps of all contexts, with the depths that reach each place.
struct DepthFlow<'a> {
    points_to: &'a PointsTo,
    automata: &'a Table<ProcedureId, Automaton>,
    at: FxHashMap<(Context, Location), Set>,
    pending: Vec<(Context, Location)>,
}

impl DepthFlow<'_> {
    fn come(&mut self, context: Context, location: Location, set: Set) {
        let known = self.at.entry((context, location)).or_default();
        if *known | set != *known {
            *known |= set;
            self.pending.push((context, location));
        }
    }

    fn leave(&mut self, context: Context, location: Location) {
        let (points_to, automata) = (self.points_to, self.automata);
        let set = self.at[&(context, location)];
        let data = &points_to.contexts[context];
        let automaton = &automata[data.procedure];
        for &transition in automaton.outgoing(location) {
            let step = &automaton.transitions[transition];
            match step.effect {
                Effect::Call { .. } => self.call(context, transition, set),
                Effect::Return(_) => {
                    for &(caller, call) in &data.callers {
                        let back = automata[points_to.contexts[caller].procedure].transitions[call].to;
                        self.come(caller, back, set);
                    }
                }
                Effect::AtomicBegin => self.come(context, step.to, deeper(set)),
                Effect::AtomicEnd => self.come(context, step.to, higher(set)),
                _ => self.come(context, step.to, set),
            }
        }
    }

    fn call(&mut self, context: Context, transition: Transition, set: Set) {
        let points_to = self.points_to;
        for &callee in points_to.calls.get(&(context, transition)).into_iter().flatten() {
            let entry = self.automata[points_to.contexts[callee].procedure].entry;
            self.come(callee, entry, set);
        }
    }
}
