//! Allocation: `malloc`, `calloc`, `realloc`, `free`, `alloca`; what `mmap` and `munmap`, which are
//! written in C, do to memory; and streams, as programs that are printed as C open and close them.

use raddle_program::builder::{conditional, integer, local_place, read};
use raddle_program::source::Span;
use raddle_program::syntax::{BinaryOperator, Block, Effect, Expr, ExprKind, LocalId, Region};
use raddle_program::types::TypeKind;

use super::{Model, Row, row};
use crate::lower::{LibraryCall, Operand, ProcedureLowering};

const ENOMEM: i128 = 12;

pub(super) const ROWS: &[Row] = &[
    row("malloc", 1, Model::Code(malloc)),
    row("calloc", 2, Model::Code(calloc)),
    row("realloc", 2, Model::Code(realloc)),
    row("free", 1, Model::Code(free)),
    row("alloca", 1, Model::Code(alloca)),
    row("__raddle_open", 1, Model::Code(|cx, call, operands| allocate(cx, call, operands, Region::Stream, true))),
    row("__raddle_close", 1, Model::Code(|cx, call, operands| give_back(cx, call, operands, Region::Stream))),
    row("__raddle_map", 1, Model::Code(|cx, call, operands| allocate(cx, call, operands, Region::Mapping, false))),
    row("__raddle_map_zeros", 1, Model::Code(|cx, call, operands| allocate(cx, call, operands, Region::Mapping, true))),
    row(
        "__raddle_map_constant",
        1,
        Model::Code(|cx, call, operands| allocate(cx, call, operands, Region::ConstantMapping, false)),
    ),
    row(
        "__raddle_map_constant_zeros",
        1,
        Model::Code(|cx, call, operands| allocate(cx, call, operands, Region::ConstantMapping, true)),
    ),
    row("__raddle_size_of_mapping", 1, Model::Code(size_of_mapping)),
    row("__raddle_unmap", 1, Model::Code(|cx, call, operands| give_back(cx, call, operands, Region::Mapping))),
];

/// The size as `size_t`, without a listed read: the allocation is an event of its own.
fn size(cx: &mut ProcedureLowering<'_, '_>, operand: Operand) -> Expr {
    let ty = cx.cx.size_type();
    let size = cx.converted(operand, ty);
    cx.fetched(size)
}

/// A register for the address: of the call's type, where this is a pointer.
fn target(cx: &mut ProcedureLowering<'_, '_>, call: &LibraryCall<'_>) -> LocalId {
    let void_pointer = cx.cx.void_pointer();
    call.register(cx, void_pointer).unwrap_or_else(|| cx.temporary(void_pointer))
}

fn finish(cx: &mut ProcedureLowering<'_, '_>, call: &LibraryCall<'_>, target: LocalId) -> Operand {
    let address = read(local_place(&cx.procedure, target));
    call.result(cx, address)
}

fn malloc(cx: &mut ProcedureLowering<'_, '_>, call: &LibraryCall<'_>, operands: Vec<Operand>) -> Operand {
    allocate(cx, call, operands, Region::Heap, false)
}

fn alloca(cx: &mut ProcedureLowering<'_, '_>, call: &LibraryCall<'_>, operands: Vec<Operand>) -> Operand {
    allocate(cx, call, operands, Region::Stack, false)
}

fn allocate(
    cx: &mut ProcedureLowering<'_, '_>,
    call: &LibraryCall<'_>,
    mut operands: Vec<Operand>,
    region: Region,
    is_zeroed: bool,
) -> Operand {
    let size = size(cx, operands.swap_remove(0));
    let target = target(cx, call);
    cx.emit(Effect::Allocate { target, size, is_zeroed, region }, call.span);
    finish(cx, call, target)
}

/// `calloc(count, size)`: null and ENOMEM if the product overflows.
fn calloc(cx: &mut ProcedureLowering<'_, '_>, call: &LibraryCall<'_>, operands: Vec<Operand>) -> Operand {
    let ty = cx.cx.size_type();
    let mut values: Vec<Expr> = operands
        .into_iter()
        .take(2)
        .map(|operand| {
            let operand = cx.converted(operand, ty);
            cx.settled(operand)
        })
        .collect();
    let (size, count) = (values.swap_remove(1), values.swap_remove(0));
    let target = target(cx, call);
    let emit = |cx: &mut ProcedureLowering<'_, '_>, size: Expr| {
        cx.emit(Effect::Allocate { target, size, is_zeroed: true, region: Region::Heap }, call.span);
    };
    let greatest = if cx.cx.types.size_of(ty) == Some(4) { i128::from(u32::MAX) } else { i128::from(u64::MAX) };
    if let (ExprKind::Integer(count), ExprKind::Integer(size)) = (&count.kind, &size.kind) {
        match count.checked_mul(*size).filter(|&product| product <= greatest) {
            Some(product) => emit(cx, integer(product, ty)),
            None => no_memory(cx, call, target),
        }
        return finish(cx, call, target);
    }
    let int = cx.cx.int();
    let binary = |operator: BinaryOperator, left: &Expr, right: Expr, ty| Expr {
        kind: ExprKind::Binary(operator, Box::new(left.clone()), Box::new(right)),
        ty,
    };
    // `count == 0 || size <= greatest / count`
    let fits = binary(
        BinaryOperator::LessEqual,
        &size,
        binary(BinaryOperator::Divide, &integer(greatest, ty), count.clone(), ty),
        int,
    );
    let fits = match count.kind {
        ExprKind::Integer(0) => integer(1, int),
        ExprKind::Integer(number) => binary(BinaryOperator::LessEqual, &size, integer(greatest / number, ty), int),
        _ => conditional(binary(BinaryOperator::Equal, &count, integer(0, ty), int), integer(1, int), fits),
    };
    let product = binary(BinaryOperator::Multiply, &count, size, ty);
    let then = cx.capture(|cx| emit(cx, product)).1;
    let otherwise = cx.capture(|cx| no_memory(cx, call, target)).1;
    cx.emit_if(Operand::pure(fits, call.span), then, otherwise);
    finish(cx, call, target)
}

fn store_null(cx: &mut ProcedureLowering<'_, '_>, call: &LibraryCall<'_>, target: LocalId) {
    let target = local_place(&cx.procedure, target);
    let value = integer(0, target.ty);
    cx.emit(Effect::Assign { target, value }, call.span);
}

fn no_memory(cx: &mut ProcedureLowering<'_, '_>, call: &LibraryCall<'_>, target: LocalId) {
    store_null(cx, call, target);
    if cx.sets_errno() {
        let code = cx.number(ENOMEM);
        cx.set_errno(code, call.span);
    }
}

/// `realloc(old, size)`: a new object with the common bytes; the old one is freed. If the size is 0, it may be that the old
/// one is freed and there is no new one.
fn realloc(cx: &mut ProcedureLowering<'_, '_>, call: &LibraryCall<'_>, operands: Vec<Operand>) -> Operand {
    let (ty, void_pointer, span) = (cx.cx.size_type(), cx.cx.void_pointer(), call.span);
    let mut operands = operands.into_iter();
    let (Some(old), Some(size)) = (operands.next(), operands.next()) else {
        panic!("the row of realloc asks for two arguments");
    };
    let old = cx.converted(old, void_pointer);
    let old = cx.settled(old);
    let size = cx.converted(size, ty);
    let size = cx.settled(size);
    // Whether the old address may be freed is found out before anything happens.
    let length = match old.kind {
        ExprKind::Integer(0) => integer(0, ty),
        _ => {
            let length = Expr { kind: ExprKind::AllocationSize(Box::new(old.clone()), Region::Heap), ty };
            cx.settled(Operand::pure(length, span))
        }
    };
    // Not the register that wants the result: it may be the one that holds the old address.
    let target = cx.temporary(void_pointer);
    let may_be_empty = !matches!((&old.kind, &size.kind), (ExprKind::Integer(0), _) | (_, ExprKind::Integer(1..)));
    if !may_be_empty {
        move_to_new(cx, target, &old, length, size, span);
        return finish(cx, call, target);
    }
    let int = cx.cx.int();
    let frees = cx.kept(integer(0, int), span);
    let is_empty = cx.is_number(size.clone(), 0);
    let is_old = conditional(old.clone(), is_empty, integer(0, int));
    cx.when(is_old, span, |cx| {
        let bool = cx.cx.types.intern(TypeKind::Bool);
        let chosen = cx.any_input(call.name, bool, span);
        cx.set(&frees, chosen, span);
    });
    cx.either(
        read(frees),
        span,
        |cx| {
            cx.emit(Effect::Free(old.clone(), Region::Heap), span);
            store_null(cx, call, target);
        },
        |cx| move_to_new(cx, target, &old, length, size, span),
    );
    finish(cx, call, target)
}

/// A new object with the bytes that fit of an old one, which is freed.
fn move_to_new(cx: &mut ProcedureLowering<'_, '_>, target: LocalId, old: &Expr, length: Expr, size: Expr, span: Span) {
    let int = cx.cx.int();
    cx.emit(Effect::Allocate { target, size: size.clone(), is_zeroed: false, region: Region::Heap }, span);
    if !matches!(old.kind, ExprKind::Integer(0)) {
        let then = cx.capture(|cx| {
            let compare = ExprKind::Binary(BinaryOperator::Less, Box::new(size.clone()), Box::new(length.clone()));
            let common = conditional(Expr { kind: compare, ty: int }, size, length);
            let new = read(local_place(&cx.procedure, target));
            cx.emit(Effect::CopyBytes { target: new, origin: old.clone(), size: common, may_overlap: true }, span);
            cx.emit(Effect::Free(old.clone(), Region::Heap), span);
        });
        cx.emit_if(Operand::pure(old.clone(), span), then.1, Block::new());
    }
}

fn free(cx: &mut ProcedureLowering<'_, '_>, call: &LibraryCall<'_>, operands: Vec<Operand>) -> Operand {
    give_back(cx, call, operands, Region::Heap)
}

fn size_of_mapping(cx: &mut ProcedureLowering<'_, '_>, call: &LibraryCall<'_>, mut operands: Vec<Operand>) -> Operand {
    let (ty, void_pointer) = (cx.cx.size_type(), cx.cx.void_pointer());
    let address = cx.converted(operands.swap_remove(0), void_pointer);
    let address = cx.settled(address);
    let size = Expr { kind: ExprKind::AllocationSize(Box::new(address), Region::Mapping), ty };
    call.result(cx, size)
}

fn give_back(
    cx: &mut ProcedureLowering<'_, '_>,
    call: &LibraryCall<'_>,
    mut operands: Vec<Operand>,
    region: Region,
) -> Operand {
    let address = operands.swap_remove(0);
    let address = cx.fetched(address);
    let address = cx.as_pointer(address);
    cx.emit(Effect::Free(address, region), call.span);
    call.nothing(cx)
}
