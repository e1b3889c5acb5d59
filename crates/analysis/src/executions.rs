//! How often executions take a step, at most.
//!
//! Rule. An activation takes a step once that lies on no cycle, and at most once in each round of a counted loop
//! ([`super::counted_loop`]) with numbers as bounds. There are as many activations of a procedure as its callers make calls, and as there
//! are threads that start with it.
//!
//! Rule: rounds, calls, and threads are counted, each for all others.
//! Tests: `counted_by_threads_of_a_loop`, `counted_by_too_many_threads`, `counted_in_calls_of_a_loop`, `counted_in_too_many_calls_of_a_loop`,
//! `counted_in_a_loop_that_wraps`.

use raddle_program::automaton::{Automaton, Transition};
use raddle_program::entity::{Entity, Table};
use raddle_program::syntax::{ProcedureId, Program};
use rustc_hash::FxHashMap;

use super::counted_loop::{Counted, cycle_around};
use super::linear::Reader;
use super::points_to::{Context, PointsTo};

/// The greatest number of steps of a loop that is looked at.
const STEPS: usize = 200;

/// Counts executions of steps.
pub struct Executions<'a> {
    program: &'a Program,
    points_to: &'a PointsTo,
    automata: &'a Table<ProcedureId, Automaton>,
    /// The activations of a context; `None` while they are counted, and if there is no known limit.
    activations: FxHashMap<Context, Option<i128>>,
}

impl<'a> Executions<'a> {
    /// Of a program.
    pub fn of(
        program: &'a Program,
        points_to: &'a PointsTo,
        automata: &'a Table<ProcedureId, Automaton>,
    ) -> Executions<'a> {
        Executions { program, points_to, automata, activations: FxHashMap::default() }
    }

    /// How often an execution takes a step in a context, all threads together; `None` if there is no known limit.
    pub fn most(&mut self, (context, step): (Context, Transition)) -> Option<i128> {
        let rounds = self.rounds(context, step)?;
        self.activations(context)?.checked_mul(rounds)
    }

    fn activations(&mut self, context: Context) -> Option<i128> {
        if let Some(&known) = self.activations.get(&context) {
            return known;
        }
        // A procedure that calls itself has no known limit.
        self.activations.insert(context, None);
        let data = &self.points_to.contexts[context];
        let class = &self.points_to.classes[data.class];
        let is_start = class.start == context;
        let by_main = i128::from(is_start && class.parent.is_none());
        let created = if is_start { class.created_at.as_slice() } else { &[] };
        // What neither is called nor starts a thread is run in some other way.
        let is_known = is_start || !data.callers.is_empty();
        let mut sum = is_known.then_some(by_main);
        for &place in data.callers.iter().chain(created) {
            sum = sum.and_then(|sum| sum.checked_add(self.most(place)?));
        }
        self.activations.insert(context, sum);
        sum
    }

    /// How often an activation takes a step.
    fn rounds(&self, context: Context, step: Transition) -> Option<i128> {
        let procedure = self.points_to.contexts[context].procedure;
        let automaton = &self.automata[procedure];
        let Some(inside) = cycle_around(automaton, step) else { return Some(1) };
        let is_inside = |it: &Transition| {
            let data = &automaton.transitions[*it];
            inside[data.from.index()] && inside[data.to.index()]
        };
        let steps: Vec<Transition> = automaton.transitions.ids().filter(is_inside).collect();
        if steps.len() > STEPS {
            return None;
        }
        // Some step of the loop is one that each round takes. All others are taken once in a round at most.
        let reader = Reader::new(self.program, procedure);
        let mut loops = steps.into_iter().filter_map(|it| Counted::of(automaton, reader, it));
        let rounds = loops.find_map(|it| it.end.as_number().map(|end| (end - it.first).max(0)))?;
        // The first round of a loop that tests at its end comes before all tests.
        rounds.checked_add(1)
    }
}
