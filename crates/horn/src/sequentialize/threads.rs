//! Thread creation, end, join and detachment, as in `program/semantics/synchronize/thread.rs`.
//!
//! The control records which threads have ended and which were joined. So a join is a choice among the threads that its id may name.

use raddle_logic::sort::Sort;
use raddle_logic::term::Term;
use raddle_program::syntax::{Expr, LocalId};
use raddle_program::types::{DataModel, TypeId, TypeKind};

use crate::sequentialize::control::{Status, ThreadAt};
use crate::sequentialize::path::Next;
use crate::sequentialize::simulation::{Place, Simulation};
use crate::sequentialize::synchronize::{EDEADLK, EINVAL, ESRCH, deliver};
use crate::symbolic::layout::{NUMBER, TAG, WILD, is_pointer};
use crate::symbolic::step::{End, Evaluated, Symbolic};

impl Simulation<'_> {
    /// Creates a thread and stores its id in the same step.
    #[allow(clippy::too_many_arguments)]
    pub(super) fn spawn(
        &self,
        symbolic: &mut Symbolic<'_>,
        threads: &[ThreadAt],
        start: Option<usize>,
        argument: &Expr,
        id: &Expr,
        is_detached: Option<&Expr>,
        result: Option<LocalId>,
    ) -> Evaluated<ThreadAt> {
        if threads.len() >= self.n_threads {
            let truth = symbolic.terms.truth();
            symbolic.end_if(truth, End::Threads(self.n_threads))?;
        }
        let Some(context) = start else {
            return symbolic
                .unsupported("a thread that starts with a function that is not known, for sequential checkers");
        };
        let is_detached = match is_detached {
            None => false,
            Some(state) => {
                let state = symbolic.value(state)?;
                match symbolic.terms.constant_bits(state).and_then(|bits| bits.to_u64()) {
                    Some(state) => state == 1,
                    None => return symbolic.unsupported("a thread that may be detached, for sequential checkers"),
                }
            }
        };
        let address = symbolic.value(id)?;
        let null = symbolic.terms.number(TAG + 64, 0);
        let is_null = symbolic.terms.eq(address, null);
        if is_null != symbolic.terms.truth() {
            symbolic
                .unsupported_if(is_null, "an id of a thread that may be stored nowhere, for sequential checkers")?;
            let Some((ty, width)) = target_of(symbolic, id.ty) else {
                return symbolic.unsupported("the id of a thread is stored in something that is no such number");
            };
            let (tag, offset) = symbolic.parts(address);
            let number = symbolic.terms.number(width, threads.len() as u128 + 1);
            symbolic.write(tag, offset, ty, number)?;
        }
        symbolic.call(context, std::slice::from_ref(argument))?;
        if let Some(result) = result {
            deliver(symbolic, result, 0)?;
        }
        let entry = self.automata[self.procedure(context)].entry;
        Ok(ThreadAt { status: Status::At(Place { context, location: entry, depth: 0 }), is_detached })
    }

    /// Waits for the end of a thread: one successor for each ended thread that the id may name.
    pub(super) fn join(
        &self,
        symbolic: &mut Symbolic<'_>,
        threads: Vec<ThreadAt>,
        thread: u32,
        to: Place,
        id: &Expr,
        (value, result): (Option<LocalId>, Option<LocalId>),
    ) -> Evaluated<Vec<Next>> {
        let id = symbolic.value(id)?;
        let (guard, state) = (symbolic.guard, symbolic.state.clone());
        let mut ways = Vec::new();
        let (mut rest, mut waits) = (guard, symbolic.terms.falsity());
        for (number, target) in (0u32..).zip(&threads) {
            let is_named = names(symbolic, id, number);
            let here = symbolic.terms.and(guard, is_named);
            if number == thread || target.is_detached || target.status == Status::Gone {
                continue;
            }
            let negation = symbolic.terms.not(is_named);
            rest = symbolic.terms.and(rest, negation);
            if here == symbolic.terms.falsity() {
                continue;
            }
            if target.status != Status::Ended {
                waits = symbolic.terms.or(waits, is_named);
                continue;
            }
            (symbolic.guard, symbolic.state) = (here, state.clone());
            let went = self.take_returned(symbolic, number, value).and_then(|()| match result {
                Some(result) => deliver(symbolic, result, 0),
                None => Ok(()),
            });
            if went.is_ok() {
                let mut threads = threads.clone();
                threads[number as usize].status = Status::Gone;
                threads[thread as usize].status = Status::At(to);
                ways.push(Next::of(symbolic, threads, None));
            }
        }
        (symbolic.guard, symbolic.state) = (guard, state.clone());
        if to.depth > 0 && symbolic.unsupported_if(waits, "waiting inside of an atomic section").is_err() {
            return Ok(ways);
        }
        // The id names no thread that can be joined.
        for (code, when) in self.refusals(symbolic, &threads, thread, id, rest) {
            (symbolic.guard, symbolic.state) = (when, state.clone());
            let went = match result {
                Some(result) => deliver(symbolic, result, code),
                None => Ok(()),
            };
            if went.is_ok() {
                let mut threads = threads.clone();
                threads[thread as usize].status = Status::At(to);
                ways.push(Next::of(symbolic, threads, None));
            }
        }
        Ok(ways)
    }

    /// The return codes of a refused join, each with its condition.
    fn refusals(
        &self,
        symbolic: &mut Symbolic<'_>,
        threads: &[ThreadAt],
        thread: u32,
        id: Term,
        mut rest: Term,
    ) -> Vec<(u128, Term)> {
        let mut codes = Vec::new();
        for (number, target) in (0u32..).zip(threads) {
            let code = match target.status {
                _ if number == thread && target.status != Status::Gone && !target.is_detached => EDEADLK,
                // A detached thread that joins itself: its id is still valid.
                _ if number == thread => EDEADLK,
                _ if target.is_detached => EINVAL,
                Status::Gone | Status::Ended | Status::At(_) => continue,
            };
            let is_named = names(symbolic, id, number);
            codes.push((code, symbolic.terms.and(rest, is_named)));
            let negation = symbolic.terms.not(is_named);
            rest = symbolic.terms.and(rest, negation);
        }
        codes.push((ESRCH, rest));
        codes
    }

    /// Marks a thread as detached: one successor for each thread that the id may name.
    pub(super) fn detach(
        &self,
        symbolic: &mut Symbolic<'_>,
        threads: Vec<ThreadAt>,
        thread: u32,
        to: Place,
        id: &Expr,
        result: Option<LocalId>,
    ) -> Evaluated<Vec<Next>> {
        let id = symbolic.value(id)?;
        let (guard, state) = (symbolic.guard, symbolic.state.clone());
        let mut ways = Vec::new();
        let mut rest = guard;
        let mut way = |symbolic: &mut Symbolic<'_>, when: Term, code: u128, mut threads: Vec<ThreadAt>| {
            (symbolic.guard, symbolic.state) = (when, state.clone());
            let went = match result {
                Some(result) => deliver(symbolic, result, code),
                None => Ok(()),
            };
            if went.is_ok() && when != symbolic.terms.falsity() {
                threads[thread as usize].status = match threads[thread as usize].status {
                    Status::At(_) => Status::At(to),
                    other @ (Status::Ended | Status::Gone) => other,
                };
                ways.push(Next::of(symbolic, threads, None));
            }
        };
        for (number, target) in (0u32..).zip(&threads) {
            let is_named = names(symbolic, id, number);
            let code = match target.status {
                _ if target.is_detached => EINVAL,
                Status::Gone => continue,
                Status::Ended | Status::At(_) => 0,
            };
            let when = symbolic.terms.and(rest, is_named);
            let negation = symbolic.terms.not(is_named);
            rest = symbolic.terms.and(rest, negation);
            let mut after = threads.clone();
            if code == 0 {
                after[number as usize].is_detached = true;
                if target.status == Status::Ended {
                    after[number as usize].status = Status::Gone;
                }
            }
            way(symbolic, when, code, after);
        }
        way(symbolic, rest, ESRCH, threads);
        Ok(ways)
    }

    /// Keeps the return value of a thread for a join.
    pub(super) fn keep_returned(
        &self,
        symbolic: &mut Symbolic<'_>,
        thread: u32,
        value: Option<(Term, TypeId)>,
    ) -> Evaluated<()> {
        let returned = match value {
            Some((term, ty)) if is_pointer(symbolic.program(), ty) => term,
            Some((term, ty)) => {
                let Some((_, is_signed)) = symbolic.program().types.scalar_shape(ty) else {
                    return symbolic.unsupported("a thread that returns no scalar");
                };
                let bits = if is_signed {
                    symbolic.terms.resize_signed(term, 64)
                } else {
                    symbolic.terms.resize_unsigned(term, 64)
                };
                let tag = symbolic.terms.number(TAG, NUMBER);
                symbolic.terms.concat(tag, bits)
            }
            None => {
                let (tag, bits) = (symbolic.terms.number(TAG, WILD), symbolic.terms.fresh("any", Sort::BitVec(64)));
                symbolic.terms.concat(tag, bits)
            }
        };
        symbolic.state[self.returned[thread as usize]] = returned;
        Ok(())
    }

    /// Assigns the return value of a thread to a local.
    fn take_returned(&self, symbolic: &mut Symbolic<'_>, thread: u32, local: Option<LocalId>) -> Evaluated<()> {
        let Some(local) = local else { return Ok(()) };
        let returned = symbolic.state[self.returned[thread as usize]];
        let ty = symbolic.local_type(local);
        if is_pointer(symbolic.program(), ty) {
            return symbolic.set_register(local, returned);
        }
        let Some((width, _)) = symbolic.program().types.scalar_shape(ty) else {
            return symbolic.unsupported("a thread that returns no scalar");
        };
        let (tag, bits) = symbolic.parts(returned);
        let number = symbolic.terms.number(TAG, NUMBER);
        let is_address = symbolic.terms.ne(tag, number);
        symbolic.unsupported_if(is_address, "an address as a number, for sequential checkers")?;
        let value = symbolic.terms.resize_unsigned(bits, width);
        symbolic.set_register(local, value)
    }
}

/// Whether an id names a thread.
fn names(symbolic: &mut Symbolic<'_>, id: Term, thread: u32) -> Term {
    let number = symbolic.terms.number(symbolic.terms.width(id), u128::from(thread) + 1);
    symbolic.terms.eq(id, number)
}

/// The target type of a pointer to a thread id, and its width, which must be that of `unsigned long`.
pub fn target_of(symbolic: &Symbolic<'_>, ty: TypeId) -> Option<(TypeId, u32)> {
    let types = &symbolic.program().types;
    let TypeKind::Pointer(target) = types.kind(ty) else { return None };
    let (width, _) = types.scalar_shape(target.ty)?;
    (width == id_width(types.model())).then_some((target.ty, width))
}

/// The width of thread ids: that of `unsigned long`.
pub fn id_width(model: DataModel) -> u32 {
    match model {
        DataModel::Ilp32 | DataModel::Llp64 => 32,
        DataModel::Lp64 => 64,
    }
}
