//! `explicit`: stateful search over the program, exact on finite data.
//!
//! The search takes *moves* of threads ([`moves`]), prunes them by independence ([`independence`]) with sleep sets
//! ([`search()`]), compares states exactly by compact keys ([`encode`]), and turns the path to a violation into a trace
//! by taking it again ([`retrace`]). If a loop creates threads, executions are tried first in which very many threads
//! stop at one location ([`crowds`]). A search that does not end soon tries some schedules far from its current path
//! (`search/schedules.rs`). Threads that no operation distinguishes are interchangeable ([`symmetry`]). Two conflicting
//! accesses that can be made next are a race if both can be made ([`races`]); if races may hide from that,
//! happens-before becomes part of the states ([`history`]). Inputs are symbols that are split on demand
//! (`program::semantics`), enumerated up to 256 values where their value matters. Beyond that a second search treats
//! what is computed from them as any value; if it meets a violation, the answer is UNKNOWN.
//!
//! Termination has a search of its own ([`lassos`]): the graph of all states, in which a cycle is an execution that
//! does not end. The same graph shows deadlocks of a part of the threads ([`partial`]).

mod crowds;
mod discipline;
mod encode;
mod graph;
mod history;
mod independence;
mod inputs;
mod inside;
mod lassos;
mod moved;
mod moves;
mod partial;
mod races;
mod reductions;
mod retrace;
mod runs;
mod samples;
mod search;
mod symmetry;

use raddle_program::automaton::Automaton;
use raddle_program::property::Property;
use raddle_program::syntax::{Effect, Program, Synchronization};

pub use reductions::Reductions;
pub use search::search;

use raddle_analysis::reduction::Reduction;
use raddle_verify::context::Context;
use raddle_verify::engine::Engine;
use raddle_verify::task::Task;
use raddle_verify::transform::Transform;
use raddle_verify::verdict::{Answers, Outcome, Verdict};

/// Exact on finite data: visits every reachable state.
pub struct Explicit;

/// Whether a program may become a child process, in which all threads but one vanish.
fn forks(program: &Program) -> bool {
    let is_fork =
        |effect: &Effect| matches!(effect, Effect::Synchronize { operation: Synchronization::BecomeChild, .. });
    let automata = Automaton::of_all(program);
    automata.values().any(|automaton| automaton.transitions.values().any(|transition| is_fork(&transition.effect)))
}

impl Engine for Explicit {
    fn name(&self) -> &'static str {
        "explicit"
    }

    fn summary(&self) -> &'static str {
        "stateful search over all interleavings with partial-order reduction; exact on finite data"
    }

    fn decides(&self, _property: Property) -> bool {
        true
    }

    fn publishes(&self) -> bool {
        true
    }

    fn tries_equalities(&self) -> bool {
        true
    }

    fn numbers_threads(&self) -> bool {
        true
    }

    fn transforms(&self) -> Vec<Box<dyn Transform>> {
        Vec::new()
    }

    fn run(&self, task: &Task, cx: &mut Context) -> Answers {
        let (termination, others): (Vec<Property>, Vec<Property>) =
            task.properties.iter().partition(|&&property| property == Property::Termination);
        let mut answers = match others.is_empty() {
            true => Answers { outcomes: Vec::new() },
            false => {
                // If the lifetimes of objects are followed, all threads can observe the steps that begin and end them.
                // A thread that vanishes does so between any two steps that other threads can observe.
                let is_followed = task.program.has_open_comparison() || forks(&task.program);
                let most = if is_followed { Reduction::ReadWrite } else { cx.options.reduction };
                let reductions = Reductions::named(cx.options.reduction.min(most));
                let crowd = if others.contains(&Property::Assertions) { crowds::violation(task, cx) } else { None };
                let found = crowd
                    .map(|trace| Outcome { property: Property::Assertions, verdict: Verdict::Unsafe(Box::new(trace)) });
                found.iter().for_each(|Outcome { property, verdict }| cx.shared_results.publish(*property, verdict));
                let is_open = |property: &Property| found.iter().all(|outcome| outcome.property != *property);
                let open: Vec<Property> = others.into_iter().filter(is_open).collect();
                let mut answers = match open.is_empty() {
                    true => Answers { outcomes: Vec::new() },
                    false => search(&Task { properties: open, ..task.clone() }, reductions, cx),
                };
                answers.outcomes.extend(found);
                answers
            }
        };
        if !termination.is_empty() {
            answers
                .outcomes
                .iter()
                .for_each(|Outcome { property, verdict }| cx.shared_results.publish(*property, verdict));
        }
        for property in termination {
            answers.outcomes.push(Outcome { property, verdict: lassos::terminates(task, cx) });
        }
        let place = |outcome: &Outcome| task.properties.iter().position(|&property| property == outcome.property);
        answers.outcomes.sort_by_key(place);
        answers
    }
}
