//! Tickets: threads that draw numbers from a counter, each another one.
//!
//! ```text
//! lock(m); j = next; next++; unlock(m);   ...   data[j] = 1;
//! ```
//!
//! Rule. No two draws give the same number if all writes of the counter add one, under one lock or by atomic operations, and between a draw
//! and the end of the section in which it reads the counter one is added. The counter begins with zero, each thread adds one once at most,
//! and the threads are fewer than the type has numbers.
//!
//! Rule: one is added behind each draw before another thread can read; no other step writes the counter; the counter does not come round.
//! Tests: `tickets`, `tickets_drawn_apart`, `tickets_without_lock`, `tickets_given_back`, `tickets_atomic`, `tickets_that_come_round`,
//! `tickets_read_again`.

use raddle_logic::intervals::Interval;
use raddle_program::automaton::{Automaton, Transition};
use raddle_program::entity::Table;
use raddle_program::syntax::{Effect, ProcedureId, Program};
use rustc_hash::FxHashMap;

use super::facts::{ThreadFacts, ThreadSteps};
use super::steps::Draw;
use super::{Cells, common_guards};
use crate::flow::solve;
use crate::held_lock::HeldLocks;
use crate::points_to::CodePlace;
use crate::points_to::{Context, PointsTo, Target, ThreadClass};

/// How many steps lie between a draw and the addition at most.
const NEAR: u32 = 6;

/// What threads of a class draw from a counter.
pub struct Ticket {
    /// The class.
    pub class: ThreadClass,
    /// The numbers.
    pub numbers: Interval,
    /// The steps that give a number to a register, with what they add to it.
    draws: FxHashMap<CodePlace, i128>,
}

impl Ticket {
    /// What a step adds to the number that it draws into its register, if it draws one.
    pub fn drawn_by(&self, context: Context, transition: Transition) -> Option<i128> {
        self.draws.get(&(context, transition)).copied()
    }
}

/// The tickets that threads draw, if so many threads of a class are created at most.
pub fn tickets(
    program: &Program,
    points_to: &PointsTo,
    automata: &Table<ProcedureId, Automaton>,
    locksets: &dyn HeldLocks,
    threads: impl Fn(ThreadClass) -> Option<i128>,
) -> Vec<Ticket> {
    let cells = Cells::of(program, points_to, automata, Some(locksets));
    cells.changed(true).into_iter().filter_map(|cell| cells.ticket(cell, &threads)).collect()
}

impl Cells<'_> {
    fn ticket(&self, cell: Target, threads: &impl Fn(ThreadClass) -> Option<i128>) -> Option<Ticket> {
        let writes = self.writes(cell).filter(|writes| writes.stores.is_empty())?;
        let ((first, _), rest) = writes.changes.split_first()?;
        let class = self.class(*first);
        let is_alike = rest.iter().all(|(place, _)| self.class(*place) == class);
        if !is_alike || !writes.changes.iter().all(|(_, change)| change.is_up) || self.first_number(cell) != Some(0) {
            return None;
        }
        let guards = common_guards(writes.changes.iter().map(|(_, change)| change));
        let last = threads(class)?.checked_sub(1).filter(|&last| last >= 0 && self.holds(cell, last + 1))?;
        let up: Vec<CodePlace> = writes.changes.iter().map(|(place, _)| *place).collect();
        let steps = ThreadSteps { up, down: Vec::new() };
        let facts = ThreadFacts { steps: &steps, seen: Vec::new(), is_certain: false };
        let may = solve(self.points_to, self.automata, class, &facts);
        let is_first = |&place: &CodePlace| self.has(&may, place, ThreadFacts::UP) == Some(false);
        if !steps.up.iter().all(is_first) {
            return None;
        }
        let contexts = self.points_to.contexts.iter().filter(|(_, data)| data.class == class);
        let all = contexts.flat_map(|(context, _)| self.steps.transitions(context).map(move |step| (context, step)));
        let drawn = |place: CodePlace| {
            let Draw { read_at, plus, guards: held } = self.steps.draw(place, cell)?;
            let is_guarded = held.iter().any(|guard| guards.contains(guard));
            // Neither the counter nor the counter plus one wraps.
            let is_number = plus == 0 || plus == 1;
            (is_guarded && is_number && self.is_added_behind(read_at, &steps.up)).then_some((place, plus))
        };
        let draws: FxHashMap<CodePlace, i128> = all.filter_map(drawn).collect();
        (!draws.is_empty()).then_some(Ticket { class, numbers: Interval { low: 0, high: last }, draws })
    }

    /// Whether one of some additions certainly follows a step, with nothing but assignments in between.
    fn is_added_behind(&self, (context, read): CodePlace, additions: &[CodePlace]) -> bool {
        let automaton = self.steps.automaton(context);
        let mut at = automaton.transitions[read].to;
        for _ in 0..NEAR {
            let &[next] = automaton.outgoing(at) else { return false };
            if additions.contains(&(context, next)) {
                return true;
            }
            let step = &automaton.transitions[next];
            if !matches!(step.effect, Effect::Assign { .. }) {
                return false;
            }
            at = step.to;
        }
        false
    }
}
