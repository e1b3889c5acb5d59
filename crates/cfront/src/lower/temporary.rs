//! Temporaries: registers and records that the source does not name.
//!
//! Those of a type are used again by the next full expression, so that a frame stays small however long the function is.

use raddle_program::builder::local_place;
use raddle_program::source::Span;
use raddle_program::syntax::{Effect, Local, LocalId, LocalKind, Place};
use raddle_program::types::TypeId;
use rustc_hash::FxHashMap;

use super::ProcedureLowering;
use super::operand::Operand;

/// The temporaries of a procedure.
#[derive(Default)]
pub(super) struct Temporaries {
    /// Per type (and whether in memory) the temporaries that nothing uses, the one to be used next last.
    free: FxHashMap<(TypeId, bool), Vec<LocalId>>,
    /// Those in use, in the order in which they were taken.
    used: Vec<LocalId>,
}

impl ProcedureLowering<'_, '_> {
    /// A register of a scalar type for this full expression.
    pub fn temporary(&mut self, ty: TypeId) -> LocalId {
        self.take_temporary(ty, true)
    }

    /// A register that keeps its value until the procedure returns.
    pub fn lasting_temporary(&mut self, ty: TypeId) -> LocalId {
        self.push_temporary(ty, true)
    }

    /// An object for this full expression that begins to live here with any value. Its accesses are not listed.
    pub fn memory_temporary(&mut self, ty: TypeId, span: Span) -> Place {
        let local = self.take_temporary(ty, false);
        self.emit(Effect::Live { local, is_zeroed: false }, span);
        local_place(&self.procedure, local)
    }

    fn take_temporary(&mut self, ty: TypeId, is_register: bool) -> LocalId {
        let free = self.temporaries.free.get_mut(&(ty, is_register)).and_then(Vec::pop);
        let local = free.unwrap_or_else(|| self.push_temporary(ty, is_register));
        self.temporaries.used.push(local);
        local
    }

    fn push_temporary(&mut self, ty: TypeId, is_register: bool) -> LocalId {
        let name = self.names.take("t");
        let kind = LocalKind::Temporary;
        self.procedure.locals.push(Local { name, ty, kind, is_register, span: self.procedure.span })
    }

    /// Evaluates one full expression: what it took is free again afterwards, and its objects are dead. The result may still
    /// name registers that it took; it must be used before the next full expression begins.
    pub fn full_expression(&mut self, evaluate: impl FnOnce(&mut Self) -> Operand) -> Operand {
        let mark = self.temporaries.used.len();
        let mut result = evaluate(self);
        let is_memory = |cx: &Self, local: LocalId| !cx.procedure.locals[local].is_register;
        let objects: Vec<LocalId> =
            self.temporaries.used[mark..].iter().copied().filter(|&local| is_memory(self, local)).collect();
        if !objects.is_empty() {
            if self.cx.types.integer_shape(result.expr.ty).is_some() && !self.is_stable(&result.expr, u64::MAX) {
                self.spill(&mut result);
            }
            for &local in objects.iter().rev() {
                self.emit(Effect::Dead(local), result.span);
            }
        }
        self.release_temporaries(mark);
        result
    }

    /// How many temporaries are in use, to be passed to `release_temporaries`.
    pub(super) fn temporaries_in_use(&self) -> usize {
        self.temporaries.used.len()
    }

    /// Frees the temporaries that were taken since `mark`.
    pub(super) fn release_temporaries(&mut self, mark: usize) {
        while self.temporaries.used.len() > mark {
            let local = self.temporaries.used.pop().expect("more are in use than before");
            let description = &self.procedure.locals[local];
            let key = (description.ty, description.is_register);
            self.temporaries.free.entry(key).or_default().push(local);
        }
    }
}
