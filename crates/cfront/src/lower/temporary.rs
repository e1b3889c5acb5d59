//! Temporaries: registers and records that the source does not name.
//!
//! Those of a type are used again by the next full expression, so that a frame stays small however long the function is. Those for pointers
//! are not: where a pointer leads is known by register (points-to sets), not by location.
//! Full expressions inside statement expressions free nothing: an operand of the outer expression may still be stored in
//! front of them, and must not share a temporary with what they do.

use raddle_program::builder::local_place;
use raddle_program::source::Span;
use raddle_program::syntax::{Effect, Local, LocalId, LocalKind, Place};
use raddle_program::types::{TypeId, TypeKind};
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
    /// Objects that are alive, in the order in which they began to be.
    live: Vec<LocalId>,
    /// How many full expressions are being evaluated, one inside the other.
    depth: usize,
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
        self.temporaries.live.push(local);
        self.emit(Effect::Live { local, is_zeroed: false }, span);
        local_place(&self.procedure, local)
    }

    fn take_temporary(&mut self, ty: TypeId, is_register: bool) -> LocalId {
        let is_pointer = matches!(self.cx.types.kind(ty), TypeKind::Pointer(_));
        let free = self.temporaries.free.get_mut(&(ty, is_register)).filter(|_| !is_pointer).and_then(Vec::pop);
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
        let (mark, first) = self.begin_full_expression();
        let mut result = evaluate(self);
        let objects = self.temporaries.live.split_off(first);
        if !objects.is_empty() {
            let is_scalar = self.cx.types.scalar_shape(result.expr.ty).is_some();
            if is_scalar && !self.outlives_objects(&result) {
                self.spill(&mut result);
            }
            for &local in objects.iter().rev() {
                self.emit(Effect::Dead(local), result.span);
            }
        }
        self.end_full_expression(mark);
        result
    }

    /// Begins a full expression that ends by a jump: what is alive then needs not die. Returns what
    /// `end_full_expression` wants, and the number of objects alive.
    pub(super) fn begin_full_expression(&mut self) -> (usize, usize) {
        self.temporaries.depth += 1;
        (self.temporaries.used.len(), self.temporaries.live.len())
    }

    /// Keeps only the first `alive` of the live objects: the lifetimes of the remaining ones end with the procedure.
    pub(super) fn forget_objects(&mut self, alive: usize) {
        self.temporaries.live.truncate(alive);
    }

    /// Frees the temporaries that were taken since `mark`, if this is the outermost full expression.
    pub(super) fn end_full_expression(&mut self, mark: usize) {
        self.temporaries.depth -= 1;
        if self.temporaries.depth > 0 {
            return;
        }
        while self.temporaries.used.len() > mark {
            let local = self.temporaries.used.pop().expect("more are in use than before");
            let description = &self.procedure.locals[local];
            let key = (description.ty, description.is_register);
            self.temporaries.free.entry(key).or_default().push(local);
        }
    }
}
