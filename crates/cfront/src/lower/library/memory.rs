//! Memory as bytes: `memcpy`, `memmove`, `memset`, one step each.

use raddle_program::builder::integer;
use raddle_program::syntax::{Effect, Expr};
use raddle_program::types::{IntKind, TypeId};

use super::{Model, Row, row};
use crate::lower::{LibraryCall, Operand, ProcedureLowering};

pub(super) const ROWS: &[Row] = &[
    row("memcpy", 3, Model::Code(copy)),
    row("memmove", 3, Model::Code(copy)),
    row("mempcpy", 3, Model::Code(copy_to_end)),
    row("memset", 3, Model::Code(fill)),
    row("bzero", 2, Model::Code(clear)),
];

/// The three arguments of given types, without listed reads.
fn three(cx: &mut ProcedureLowering<'_, '_>, operands: Vec<Operand>, types: [TypeId; 3]) -> [Expr; 3] {
    let operands = operands.into_iter().zip(types);
    let values: Vec<Expr> = operands
        .map(|(operand, ty)| {
            let operand = cx.converted(operand, ty);
            cx.settled(operand)
        })
        .collect();
    values.try_into().expect("the rows here ask for three arguments")
}

fn copy(cx: &mut ProcedureLowering<'_, '_>, call: &LibraryCall<'_>, operands: Vec<Operand>) -> Operand {
    let (pointer, size) = (cx.cx.void_pointer(), cx.cx.size_type());
    let [target, origin, size] = three(cx, operands, [pointer, pointer, size]);
    let may_overlap = call.name.ends_with("memmove");
    cx.emit(Effect::CopyBytes { target: target.clone(), origin, size, may_overlap }, call.span);
    call.result(cx, target)
}

fn copy_to_end(cx: &mut ProcedureLowering<'_, '_>, call: &LibraryCall<'_>, operands: Vec<Operand>) -> Operand {
    let (pointer, size) = (cx.cx.void_pointer(), cx.cx.size_type());
    let [target, origin, size] = three(cx, operands, [pointer, pointer, size]);
    cx.emit(Effect::CopyBytes { target: target.clone(), origin, size: size.clone(), may_overlap: false }, call.span);
    let end = cx.moved(target, size);
    cx.pointer_result(call, end)
}

fn clear(cx: &mut ProcedureLowering<'_, '_>, call: &LibraryCall<'_>, operands: Vec<Operand>) -> Operand {
    let (pointer, size) = (cx.cx.void_pointer(), cx.cx.size_type());
    let char = cx.cx.types.int(IntKind::UnsignedChar);
    let [target, size] = cx.settled_as(operands, [pointer, size]);
    cx.emit(Effect::FillBytes { target, byte: integer(0, char), size }, call.span);
    call.nothing(cx)
}

fn fill(cx: &mut ProcedureLowering<'_, '_>, call: &LibraryCall<'_>, operands: Vec<Operand>) -> Operand {
    let (pointer, size) = (cx.cx.void_pointer(), cx.cx.size_type());
    let byte = cx.cx.types.int(IntKind::UnsignedChar);
    let [target, byte, size] = three(cx, operands, [pointer, byte, size]);
    cx.emit(Effect::FillBytes { target: target.clone(), byte, size }, call.span);
    call.result(cx, target)
}
