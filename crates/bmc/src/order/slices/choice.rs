//! The choice of variables for each level: a strategy over the dependency graph.
//!
//! A choice gives each variable a *level*. Variables of level 0 are kept from the start (the paper's V0), those of
//! level 1 are added to check a counterexample of the abstraction (V1), and so on. Registers are never sliced, so
//! dependences pass through them without adding to the distance. A strategy changes how long an answer takes, never the
//! answer.

use std::collections::BTreeMap;

use raddle_program::syntax::Program;

use crate::unwind::object::ObjectKey;
use raddle_analysis::dependencies::{Dependencies, Variable};
use raddle_verify::options::Strategy;

/// The last level.
pub const LAST: u32 = 2;

/// The levels of variables.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Choice {
    levels: BTreeMap<Variable, u32>,
}

impl Choice {
    /// The choice of a strategy.
    pub fn of(program: &Program, dependencies: &Dependencies, strategy: Strategy) -> Choice {
        let is_memory = |variable: Variable| !is_register(program, variable);
        let distances = dependencies.distances_among(&is_memory);
        let variables: Vec<Variable> = dependencies.variables().filter(|&variable| is_memory(variable)).collect();
        let distance = |variable: &Variable| distances.get(variable).copied();
        let levels = match strategy {
            Strategy::Paper | Strategy::Cores => {
                let level = |distance: u32| distance.saturating_sub(1).min(LAST);
                variables.iter().map(|it| (*it, distance(it).map_or(LAST, level))).collect()
            }
            Strategy::Distance => {
                by_share(variables.iter().map(|it| (*it, distance(it).unwrap_or(u32::MAX))).collect())
            }
        };
        Choice { levels }
    }

    /// The level of a variable. A variable that is not in the graph influences no assertion: the last level.
    pub fn level_of(&self, variable: Variable) -> u32 {
        self.levels.get(&variable).copied().unwrap_or(LAST)
    }
}

impl Choice {
    /// The level of an object of the unwound program; `None` for shadow state, which is never sliced.
    pub fn level_of_object(&self, object: ObjectKey) -> Option<u32> {
        match object {
            ObjectKey::Global(global) | ObjectKey::ThreadLocal(_, global) => {
                Some(self.level_of(Variable::Global(global)))
            }
            ObjectKey::Local(_, procedure, local, _) => Some(self.level_of(Variable::Local(procedure, local))),
            ObjectKey::Allocated(_, procedure, transition, ..) => {
                Some(self.level_of(Variable::Allocated(procedure, transition)))
            }
            ObjectKey::Shadow(..)
            | ObjectKey::Own(..)
            | ObjectKey::Usage(..)
            | ObjectKey::Places(..)
            | ObjectKey::Status(_)
            | ObjectKey::Keys
            | ObjectKey::Specific(_)
            | ObjectKey::Life(_) => None,
        }
    }
}

/// Whether no other thread can access it.
pub fn is_register(program: &Program, variable: Variable) -> bool {
    match variable {
        Variable::Local(procedure, local) => program.procedures[procedure].locals[local].is_register,
        Variable::Result(_) => true,
        Variable::Global(_) | Variable::Allocated(..) => false,
    }
}

/// The nearest quarter on level 0, the nearest half on level 1; equal distances stay together.
fn by_share(mut variables: Vec<(Variable, u32)>) -> BTreeMap<Variable, u32> {
    variables.sort_by_key(|&(variable, distance)| (distance, variable));
    let count = variables.len();
    let first_of = |distance: u32| variables.partition_point(|&(_, it)| it < distance);
    let level = |distance: u32| match first_of(distance) {
        first if 4 * first < count => 0,
        first if 2 * first < count => 1,
        _ => LAST,
    };
    variables.iter().map(|&(variable, distance)| (variable, level(distance))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use raddle_program::entity::Entity;
    use raddle_program::syntax::GlobalId;

    fn global(number: usize) -> Variable {
        Variable::Global(GlobalId::from_index(number))
    }

    #[test]
    fn shares_are_of_all_variables_and_what_is_equally_far_stays_together() {
        let distances = [0, 1, 1, 1, 2, 3, u32::MAX, u32::MAX];
        let levels = by_share(distances.iter().enumerate().map(|(number, &it)| (global(number), it)).collect());
        let found: Vec<u32> = (0..distances.len()).map(|number| levels[&global(number)]).collect();
        assert_eq!(found, [0, 0, 0, 0, LAST, LAST, LAST, LAST]);
        assert_eq!(Choice::default().level_of(global(0)), LAST);
    }
}
