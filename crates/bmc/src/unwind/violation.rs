//! What is violated where: conditions at the place of a step, each of which an execution may reach.
//!
//! Violations of two kinds of properties are told apart. A failing assertion and an access outside of every live object
//! *end* the execution: the thread stops in front of it, and where it held mutexes nobody can tell that it still does. An
//! overflow, a division by zero, a shift out of range and the misuse of a lock are *noted*, and the execution goes on with
//! what the semantics gives then.
//!
//! Whatever ends the execution and is not asked for (or was answered already) just stops its thread, as a failing
//! assumption does. So what is found behind a violation of another property is never behind it.

use std::sync::Arc;

use raddle_logic::term::Term;
use raddle_program::property::{Property, ViolationKind};

use crate::unwind::event::{EventKind, Goal};
use crate::unwind::state::State;
use crate::unwind::{Pass, Stepped, Stopped, ThreadData};

/// What is asked of an unwound program, failing assertions aside.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Asks {
    /// Accesses outside of live objects are violations; else they just end executions.
    pub memory: bool,
    /// The lives of objects end.
    pub lives: bool,
    /// Signed overflow.
    pub overflow: bool,
    /// Division by zero and shifts out of range.
    pub arithmetic: bool,
    /// Accesses that race.
    pub races: bool,
    /// Misuse of locks.
    pub locks: bool,
    /// Threads that wait for ever. Nothing else may be asked for then.
    pub deadlock: bool,
}

impl Pass<'_> {
    /// A violation where the condition holds; the execution ends there, if it is one that was asked for.
    pub(super) fn violated_if(
        &mut self,
        cx: &ThreadData,
        state: &mut State,
        condition: Term,
        kind: ViolationKind,
        message: &Arc<str>,
    ) -> Stepped<()> {
        let counts = match &kind {
            ViolationKind::Assertion(function) => (self.source.counts)(function),
            _ => self.source.asks.memory,
        };
        if !counts {
            return self.stop_if(state, condition);
        }
        if state.guard.decides(&mut self.pool, condition) == Some(false) {
            return Ok(());
        }
        let before = state.guard.term(&self.pool);
        let guard = self.pool.and(before, condition);
        if self.pool.is_false(guard) {
            return Ok(());
        }
        self.goal(cx, state, guard, kind, message);
        // Nobody can tell that a mutex stays locked after the end of the execution.
        for (lock, hold) in state.held.clone() {
            let guard = match hold.condition {
                None => guard,
                Some(held) => self.pool.and(guard, held),
            };
            self.release(cx, state, lock, &hold, guard);
        }
        if let Some((group, _)) = state.group {
            self.out.groups[group.0 as usize].goals.push(guard);
        }
        let goes_on = self.pool.not(condition);
        match state.guard.and(&mut self.pool, goes_on) {
            Some(guard) => {
                state.guard = guard;
                Ok(())
            }
            None => Err(Stopped),
        }
    }

    /// An access that is invalid where the condition holds.
    pub(super) fn invalid_if(
        &mut self,
        cx: &ThreadData,
        state: &mut State,
        condition: Term,
        kind: ViolationKind,
        message: &str,
    ) -> Stepped<()> {
        self.violated_if(cx, state, condition, kind, &Arc::from(message))
    }

    /// A violation where the condition holds, after which the execution goes on.
    pub(super) fn noted_if(
        &mut self,
        cx: &ThreadData,
        state: &State,
        condition: Term,
        kind: ViolationKind,
        message: &str,
    ) {
        let property = kind.property();
        let is_asked = match property {
            Property::Overflow => self.source.asks.overflow,
            Property::Arithmetic => self.source.asks.arithmetic,
            Property::Locks => self.source.asks.locks,
            Property::Assertions
            | Property::Deadlock
            | Property::DataRace
            | Property::Memory
            | Property::Leaks
            | Property::Termination => false,
        };
        let before = state.guard.term(&self.pool);
        let guard = self.pool.and(before, condition);
        if !is_asked || self.pool.is_false(guard) {
            return;
        }
        self.goal(cx, state, guard, kind, &Arc::from(message));
        if let Some((group, _)) = state.group {
            // Who asks for it does not care whether the section comes to its end.
            let is_asked = self.asked(property);
            let ends = self.pool.and(guard, is_asked);
            self.out.groups[group.0 as usize].goals.push(ends);
        }
    }

    /// Whether a property whose violations do not end executions is what is asked for.
    fn asked(&mut self, property: Property) -> Term {
        if let Some(&asked) = self.out.asked.get(&property) {
            return asked;
        }
        let asked = self.pool.fresh_bool("asked");
        self.out.asked.insert(property, asked);
        asked
    }

    /// A synchronization object is misused where the condition holds. What it orders then, nobody says.
    pub(super) fn misused_if(&mut self, cx: &ThreadData, state: &State, condition: Term, what: &str) {
        let before = state.guard.term(&self.pool);
        let guard = self.pool.and(before, condition);
        if !self.pool.is_false(guard) {
            self.note_hidden_order(state, guard);
            self.noted_if(cx, state, condition, ViolationKind::Misuse(what.into()), what);
        }
    }

    fn goal(&mut self, cx: &ThreadData, state: &State, guard: Term, kind: ViolationKind, message: &Arc<str>) {
        let event = self.event(cx, state, EventKind::Mark, guard);
        self.out.goals.push(Goal {
            kind,
            message: message.clone(),
            span: cx.span,
            thread: cx.id,
            guard,
            event,
            step: cx.step,
            chosen: cx.chosen.clone(),
        });
    }
}
