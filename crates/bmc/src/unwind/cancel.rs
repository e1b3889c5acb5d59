//! Cancellation: a mark in the shadow state of the thread that is to be cancelled, and a cell of that thread that says
//! whether cancellation is disabled.
//!
//! A thread acts on its mark at a cancellation point. A thread that blocks there may act, too. Where it could also go
//! on, both outcomes are possible.

use raddle_logic::term::Term;
use raddle_program::syntax::{Expr, LocalId, ProcedureId, Synchronization};

use crate::unwind::object::ObjectKey;
use crate::unwind::shadow::{FIRST, THIRD};
use crate::unwind::state::State;
use crate::unwind::{Pass, Stepped, ThreadData};

impl Pass<'_> {
    /// Whether another thread may cancel the thread in this pass.
    pub(super) fn may_be_cancelled(&self, cx: &ThreadData) -> bool {
        self.assumed.cancelled.contains(&cx.id)
    }

    /// The condition that the thread is marked and may be cancelled. Call it inside an atomic section.
    pub(super) fn is_marked(&mut self, cx: &mut ThreadData, state: &mut State) -> Stepped<Term> {
        let status = self.names.object(ObjectKey::Status(cx.id));
        let mark = self.get(cx, state, status, THIRD)?;
        let own = self.own_notes(cx);
        let disabled = self.get(cx, state, own, FIRST)?;
        let (is_marked, is_enabled) = (self.pool.is_number(mark, 1), self.pool.is_number(disabled, 0));
        Ok(self.pool.and(is_marked, is_enabled))
    }

    /// Removes the mark where the condition holds.
    pub(super) fn act_on_mark(&mut self, cx: &mut ThreadData, state: &mut State, acts: Term) -> Stepped<()> {
        let status = self.names.object(ObjectKey::Status(cx.id));
        let zero = self.number_of(0);
        self.put(cx, state, (status, THIRD), zero, acts)
    }

    /// Whether a thread that may block acts on its mark instead. Call it inside an atomic section.
    pub(super) fn is_cancelled_waiting(&mut self, cx: &mut ThreadData, state: &mut State) -> Stepped<Term> {
        let is_marked = self.is_marked(cx, state)?;
        let acts = self.pool.fresh_bool("cancelled");
        let (first, second) = (self.number_of(0), self.number_of(1));
        // The outcomes of the step: the thread acts, or it goes on.
        cx.way = Some(self.pool.ite(acts, first, second));
        let acts = self.pool.and(acts, is_marked);
        self.act_on_mark(cx, state, acts)?;
        Ok(acts)
    }

    /// A cancellation point: 1 if the thread acts on its mark.
    pub(super) fn test_cancel(&mut self, cx: &mut ThreadData, state: &mut State) -> Stepped<Term> {
        if !self.may_be_cancelled(cx) {
            return Ok(self.number_of(0));
        }
        if state.atomic_depth > 0 {
            return self.unsupported(cx, state, "a cancellation point inside an atomic section");
        }
        self.atomic_begin(cx, state)?;
        let acts = self.is_marked(cx, state)?;
        self.act_on_mark(cx, state, acts)?;
        self.atomic_end(cx, state)?;
        let (zero, one) = (self.number_of(0), self.number_of(1));
        Ok(self.pool.ite(acts, one, zero))
    }

    /// `pthread_setcancelstate`: the state before, or -1.
    pub(super) fn set_cancel_state(
        &mut self,
        cx: &mut ThreadData,
        state: &mut State,
        procedure: ProcedureId,
        wanted: &Expr,
        result: Option<LocalId>,
    ) -> Stepped<()> {
        let wanted = self.scalar(cx, state, wanted)?;
        let wanted = self.plain(cx, state, wanted)?;
        let own = self.own_notes(cx);
        let before = self.get(cx, state, own, FIRST)?;
        let two = self.number_of(2);
        let wanted = self.pool.resize(wanted, 32, true);
        let is_valid = self.pool.less(wanted, two, false);
        self.put(cx, state, (own, FIRST), wanted, is_valid)?;
        let wrong = self.number_of(u128::from(u32::MAX));
        let code = self.pool.ite(is_valid, before, wrong);
        self.deliver_code(cx, state, procedure, result, code)
    }

    /// `cleanup-push` and `cleanup-pop`.
    pub(super) fn cleanup(
        &mut self,
        cx: &mut ThreadData,
        state: &mut State,
        operation: Synchronization,
        operands: &[Expr],
    ) -> Stepped<()> {
        if operation == Synchronization::CleanupPop {
            return match std::rc::Rc::make_mut(&mut state.cleanup).pop() {
                Some(_) => Ok(()),
                None => self.unsupported(cx, state, "a cleanup routine is popped that was not pushed"),
            };
        }
        let routine = self.scalar(cx, state, &operands[0])?;
        let argument = (self.scalar(cx, state, &operands[1])?, operands[1].ty);
        let is_given = routine.truth(&mut self.pool);
        let is_null = self.pool.not(is_given);
        self.unsupported_if(cx, state, is_null, "a cleanup routine that is null")?;
        let cleanup = crate::unwind::ending::Cleanup { routine, argument };
        std::rc::Rc::make_mut(&mut state.cleanup).push(cleanup);
        Ok(())
    }
}
