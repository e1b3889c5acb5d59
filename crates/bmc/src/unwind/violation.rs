//! Violations: conditions at program locations, each of which an execution may reach.
//!
//! There are two kinds. A failing assertion and an access outside of every live object *end* the execution: the thread
//! stops in front of it. If the thread held mutexes, no other thread can observe afterwards that they stay locked. An
//! overflow, a division by zero, a shift out of range and the misuse of a lock are *noted*: the execution goes on with
//! what the semantics gives then.
//!
//! A violation that ends the execution, but is not asked for or already decided, just stops its thread, as a failing
//! assumption does. So no violation is reported behind a violation of another property that ends the execution.

use std::sync::Arc;

use raddle_logic::term::Term;
use raddle_program::property::{Property, ViolationKind};

use crate::unwind::event::{EventKind, Goal};
use crate::unwind::state::State;
use crate::unwind::{Pass, Stepped, Stopped, ThreadData};

/// What is asked of an unwound program, failing assertions aside.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Asks {
    /// Accesses outside of live objects are violations; else they just stop the thread.
    pub memory: bool,
    /// The lifetimes of objects end.
    pub lives: bool,
    /// Signed overflow.
    pub overflow: bool,
    /// Division by zero and shifts out of range.
    pub arithmetic: bool,
    /// Accesses that race.
    pub races: bool,
    /// Misuse of locks.
    pub locks: bool,
    /// Threads that wait for ever. No other property may be asked for then.
    pub deadlock: bool,
}

impl Pass<'_> {
    /// The execution ends where the condition holds. That is a violation if it is asked for; else the thread just
    /// stops.
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
        // The execution ends here, so no thread can observe that a mutex stays locked.
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
            // If the query is about this property, the section need not come to its end.
            let is_asked = self.asked(property);
            let ends = self.pool.and(guard, is_asked);
            self.out.groups[group.0 as usize].goals.push(ends);
        }
    }

    /// The literal that says that the query is about this property, one whose violations do not end executions.
    fn asked(&mut self, property: Property) -> Term {
        if let Some(&asked) = self.out.asked.get(&property) {
            return asked;
        }
        let asked = self.pool.fresh_bool("asked");
        self.out.asked.insert(property, asked);
        asked
    }

    /// A synchronization object is misused where the condition holds. From then on no order can be derived from it.
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
