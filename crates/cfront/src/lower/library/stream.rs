//! Streams and open folders as objects ([`crate::streams`]).

use raddle_program::builder::{address_of, global_place, integer, local_place, read};
use raddle_program::source::Span;
use raddle_program::syntax::{BinaryOperator, Effect, Expr, Region};
use raddle_program::types::{IntKind, TypeId, TypeKind};

use crate::lower::{LibraryCall, ProcedureLowering};
use crate::streams::{STANDARD, Using, object_size};

impl ProcedureLowering<'_, '_> {
    /// The use of a stream at the beginning of a library function.
    pub(crate) fn use_stream(&mut self, stream: Expr, using: Using, span: Span) {
        let byte = self.cx.types.int(IntKind::UnsignedChar);
        let is_some = if using == Using::UsedUnlessNull { stream.clone() } else { self.number(1) };
        self.when(is_some, span, |cx| {
            let place = cx.target(stream.clone(), byte);
            cx.loaded(place, span);
        });
        if using == Using::Closed {
            let is_own = self.is_no_standard_stream(&stream);
            self.when(is_own, span, |cx| cx.emit(Effect::Free(stream, Region::Stream), span));
        }
    }

    /// Whether a stream is none of the standard streams that the program names.
    fn is_no_standard_stream(&mut self, stream: &Expr) -> Expr {
        let mut is_own = self.number(1);
        for (_, object) in STANDARD {
            let known = self.cx.unit.globals.iter().find(|&&id| *self.cx.unit.variables[id].name == *object);
            let Some(global) = known.and_then(|&variable| self.cx.variable_global(variable)) else { continue };
            let place = global_place(self.cx.globals(), global);
            let address = address_of(&mut self.cx.types, place);
            let address = self.convert(address, stream.ty);
            let is_other = self.calculation(BinaryOperator::NotEqual, stream.clone(), address);
            is_own = self.and(is_own, is_other);
        }
        is_own
    }

    /// A null pointer, or a new object of the library.
    pub(super) fn new_stream(&mut self, call: &LibraryCall<'_>, ty: TypeId) -> Expr {
        let (bool, size_type, span) = (self.cx.types.intern(TypeKind::Bool), self.cx.size_type(), call.span);
        let chosen = self.any_input(call.name, bool, span);
        let target = self.temporary(ty);
        let place = local_place(&self.procedure, target);
        self.either(
            chosen,
            span,
            |cx| {
                let size = integer(i128::from(object_size(cx.cx.unit)), size_type);
                cx.emit(Effect::Allocate { target, size, is_zeroed: true, region: Region::Stream }, span);
            },
            |cx| {
                let null = integer(0, ty);
                cx.set(&place, null, span);
            },
        );
        read(local_place(&self.procedure, target))
    }
}
