//! The graph of dependences with the names of the source, and the level that a strategy gives each variable: what
//! `raddle explain` prints.

use raddle_analysis::dependencies::{Dependencies, Variable};
use raddle_program::automaton::Automaton;
use raddle_program::syntax::Program;

use crate::order::slices::choice::{Choice, is_register};
use raddle_verify::named_dependencies::{NamedDependencies, NamedVariable};
use raddle_verify::options::Strategy;

/// The graph of a program, for people, with what a strategy makes of it.
pub fn named_dependencies(program: &Program, strategy: Strategy) -> NamedDependencies {
    let automata = Automaton::of_all(program);
    let known = Dependencies::of(program, &automata);
    let distances = known.distances();
    let choice = Choice::of(program, &known, strategy);
    let name = |variable: Variable| match variable {
        Variable::Global(global) => program.globals[global].name.to_string(),
        Variable::Local(procedure, local) => {
            let data = &program.procedures[procedure];
            format!("{} of {}", data.locals[local].name, data.name)
        }
        Variable::Allocated(procedure, transition) => {
            let span = automata[procedure].transitions[transition].span;
            format!("what is allocated at {}", program.source.place(span))
        }
        Variable::Result(procedure) => format!("the result of {}", program.procedures[procedure].name),
    };
    let named = |variable: Variable| NamedVariable {
        name: name(variable),
        distance: distances.get(&variable).copied(),
        depends_on: known.of_variable(variable).into_iter().map(|(from, by)| (name(from), by)).collect(),
        level: (!is_register(program, variable)).then(|| choice.level_of(variable)),
    };
    let mut variables: Vec<NamedVariable> = known.variables().map(named).collect();
    variables.sort_by_key(|variable| variable.distance.unwrap_or(u32::MAX));
    NamedDependencies { variables }
}
