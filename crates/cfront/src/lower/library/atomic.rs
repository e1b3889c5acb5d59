//! Atomic operations: `__sync_*`, `__atomic_*` (GCC manual 6.52, 6.53) and the `__c11_atomic_*` that `<stdatomic.h>`
//! stands for (C11 7.17).
//!
//! A load or store is one atomic access; what reads and writes is an atomic section of two, both marked as halves of an update.
//! Each access carries its memory order (C11 7.17.3). The read of a compare-exchange has the order for failure, its write
//! that for success. Arithmetic wraps (C11 7.17.7.5). A weak compare-exchange may fail where a strong one succeeds.
//!
//! Left out: objects that are no scalar, and arithmetic of `<stdatomic.h>` on pointers, which GCC counts in bytes and
//! the standard in elements; orders that are no constants, or that the operation must not have (7.17.7); and an order for failure
//! that acquires where the order for success does not.

use raddle_program::builder::{conditional, integer, read, unary};
use raddle_program::source::Span;
use raddle_program::syntax::{Atomic, BinaryOperator, Effect, Expr, ExprKind, MemoryOrder, Place, UnaryOperator};
use raddle_program::types::{IntKind, TypeId, TypeKind};

use super::{Model, Row};
use crate::lower::{LibraryCall, Operand, ProcedureLowering};

/// The row of all atomic operations; the checker knows their arguments.
pub(super) fn row(name: &str) -> Option<&'static Row> {
    const ROW: Row = super::row("__atomic", 0, Model::Code(lower));
    let is_atomic = name.starts_with("__sync_") || name.starts_with("__atomic_") || name.starts_with("__c11_atomic_");
    is_atomic.then_some(&ROW)
}

/// What an operation computes from the old value.
#[derive(Clone, Copy)]
enum Operation {
    Add,
    Subtract,
    And,
    Or,
    Xor,
    Nand,
}

impl Operation {
    fn from_name(name: &str) -> Option<Operation> {
        Some(match name {
            "add" => Operation::Add,
            "sub" => Operation::Subtract,
            "and" => Operation::And,
            "or" => Operation::Or,
            "xor" => Operation::Xor,
            "nand" => Operation::Nand,
            _ => return None,
        })
    }
}

fn lower(cx: &mut ProcedureLowering<'_, '_>, call: &LibraryCall<'_>, operands: Vec<Operand>) -> Operand {
    let name = &**call.name;
    let short = ["__sync_", "__atomic_", "__c11_atomic_"].iter().find_map(|prefix| name.strip_prefix(prefix));
    let short = short.unwrap_or(name);
    let values = cx.all_settled(operands);
    let orders = match Orders::of(name, short, &values) {
        Ok(orders) => orders,
        Err(what) => {
            cx.unsupported(format!("a call of {name} with {what}"), call.span);
            return call.nothing(cx);
        }
    };
    if matches!(short, "synchronize" | "thread_fence") {
        if orders.write != MemoryOrder::Relaxed {
            cx.emit(Effect::Fence(orders.write), call.span);
        }
        return call.nothing(cx);
    }
    // It orders a thread and a handler of signals in the same thread.
    if short == "signal_fence" {
        return call.nothing(cx);
    }
    let atomic = match Object::of(cx, short, &values, orders) {
        Some(object) => object,
        None => {
            cx.unsupported(format!("a call of {name} on something that is no scalar"), call.span);
            return call.nothing(cx);
        }
    };
    let span = call.span;
    match (short, values.as_slice()) {
        ("init", [_, value, ..]) => {
            let plain = Place { atomic: None, ..atomic.place };
            cx.set(&plain, value.clone(), span);
            call.nothing(cx)
        }
        ("load" | "load_n", [_, target, _]) => {
            let value = cx.loaded(atomic.place, span);
            let target = cx.target(target.clone(), atomic.ty);
            cx.set(&target, value, span);
            call.nothing(cx)
        }
        ("load" | "load_n", _) => {
            let value = cx.loaded(atomic.place, span);
            call.result(cx, value)
        }
        ("store", [_, origin, _]) if name.starts_with("__atomic_") => {
            let origin = cx.target(origin.clone(), atomic.ty);
            let value = cx.loaded(origin, span);
            cx.set(&atomic.place, value, span);
            call.nothing(cx)
        }
        ("store" | "store_n", [_, value, ..]) => {
            cx.set(&atomic.place, value.clone(), span);
            call.nothing(cx)
        }
        ("lock_release" | "clear", _) => {
            let zero = integer(0, atomic.ty);
            cx.set(&atomic.place, zero, span);
            call.nothing(cx)
        }
        ("exchange", [_, value, target, _]) => {
            let value = cx.target(value.clone(), atomic.ty);
            let value = cx.loaded(value, span);
            let old = exchange(cx, &atomic, value, span);
            let target = cx.target(target.clone(), atomic.ty);
            cx.set(&target, old, span);
            call.nothing(cx)
        }
        ("exchange" | "exchange_n" | "lock_test_and_set", [_, value, ..]) => {
            let old = exchange(cx, &atomic, value.clone(), span);
            call.result(cx, old)
        }
        ("test_and_set", _) => {
            let one = integer(1, atomic.ty);
            let old = exchange(cx, &atomic, one, span);
            let was_set = cx.calculation(BinaryOperator::NotEqual, old, integer(0, atomic.ty));
            call.result(cx, was_set)
        }
        ("bool_compare_and_swap", [_, expected, desired, ..]) => {
            let (_, has_swapped) = compare_exchange(cx, call, &atomic, expected.clone(), desired.clone(), false);
            call.result(cx, has_swapped)
        }
        ("val_compare_and_swap", [_, expected, desired, ..]) => {
            let (old, _) = compare_exchange(cx, call, &atomic, expected.clone(), desired.clone(), false);
            call.result(cx, old)
        }
        ("compare_exchange_strong", [_, expected, desired, ..]) => {
            compare_exchange_stored(cx, call, &atomic, expected, desired.clone(), Some(false), false)
        }
        ("compare_exchange_weak", [_, expected, desired, ..]) => {
            compare_exchange_stored(cx, call, &atomic, expected, desired.clone(), Some(true), false)
        }
        ("compare_exchange_n", [_, expected, desired, weak, ..]) => {
            compare_exchange_stored(cx, call, &atomic, expected, desired.clone(), known(weak), false)
        }
        ("compare_exchange", [_, expected, desired, weak, ..]) => {
            compare_exchange_stored(cx, call, &atomic, expected, desired.clone(), known(weak), true)
        }
        (_, [_, operand, ..]) => fetch(cx, call, short, &atomic, operand.clone()),
        (_, _) => {
            cx.unsupported(format!("a call of {name}"), span);
            call.nothing(cx)
        }
    }
}

/// Whether a constant is not zero.
fn known(value: &Expr) -> Option<bool> {
    match value.kind {
        ExprKind::Integer(number) => Some(number != 0),
        _ => None,
    }
}

/// The memory orders of an operation.
#[derive(Clone, Copy)]
struct Orders {
    /// Of the read, if nothing is written.
    read: MemoryOrder,
    /// Of everything else.
    write: MemoryOrder,
}

impl Orders {
    /// The orders that an operation names; what is wrong with them, if there is no model.
    fn of(name: &str, short: &str, values: &[Expr]) -> Result<Orders, &'static str> {
        use MemoryOrder as M;
        let both = |order: MemoryOrder| Ok(Orders { read: order.of_load(), write: order });
        if name.starts_with("__sync_") {
            return both(match short {
                "lock_test_and_set" => M::Acquire,
                "lock_release" => M::Release,
                _ => M::SequentiallyConsistent,
            });
        }
        if short == "init" {
            return both(M::Relaxed);
        }
        let order = |value: Option<&Expr>| match value.map(|value| &value.kind) {
            Some(&ExprKind::Integer(number)) => MemoryOrder::from_number(number).ok_or("an unknown memory order"),
            _ => Err("a memory order that is no constant"),
        };
        let last = order(values.last())?;
        let is_valid = match short {
            "load" | "load_n" => matches!(last, M::Relaxed | M::Acquire | M::SequentiallyConsistent),
            "store" | "store_n" | "clear" => matches!(last, M::Relaxed | M::Release | M::SequentiallyConsistent),
            _ if short.starts_with("compare_exchange") => !last.releases() || last == M::SequentiallyConsistent,
            _ => true,
        };
        if !is_valid {
            return Err("a memory order that it must not have");
        }
        if !short.starts_with("compare_exchange") {
            return both(last);
        }
        let success = order(values.len().checked_sub(2).and_then(|at| values.get(at)))?;
        if last.acquires() && !success.acquires() {
            return Err("an order for failure that acquires, and one for success that does not");
        }
        Ok(Orders { read: last, write: success })
    }
}

/// The object that an operation works on.
struct Object {
    /// As a load or a store accesses it.
    place: Place,
    ty: TypeId,
    orders: Orders,
}

impl Object {
    /// The object of the first argument, if it is a scalar.
    fn of(cx: &mut ProcedureLowering<'_, '_>, short: &str, values: &[Expr], orders: Orders) -> Option<Object> {
        let pointer = values.first()?;
        let TypeKind::Pointer(target) = cx.cx.types.kind(pointer.ty) else { return None };
        let target = target.ty;
        let ty = match short {
            "test_and_set" | "clear" => cx.cx.types.int(IntKind::UnsignedChar),
            _ => target,
        };
        cx.cx.types.integer_shape(ty).filter(|(bits, _)| *bits <= 64)?;
        let place = Place { atomic: Some(Atomic::access(orders.write)), ..cx.target(pointer.clone(), ty) };
        Some(Object { place, ty, orders })
    }
}

impl Object {
    /// As the first half of an update reads it.
    fn read_half(&self) -> Place {
        Place { atomic: Some(Atomic::update(self.orders.read)), ..self.place.clone() }
    }

    /// As the second half of an update writes it.
    fn write_half(&self) -> Place {
        Place { atomic: Some(Atomic::update(self.orders.write)), ..self.place.clone() }
    }
}

/// Runs an atomic section: loads the object, and does with the old value what is wanted.
fn section<T>(
    cx: &mut ProcedureLowering<'_, '_>,
    object: &Object,
    span: Span,
    then: impl FnOnce(&mut ProcedureLowering<'_, '_>, Expr) -> T,
) -> T {
    cx.emit(Effect::AtomicBegin, span);
    let old = cx.loaded(object.read_half(), span);
    let result = then(cx, old);
    cx.emit(Effect::AtomicEnd, span);
    result
}

/// Stores a value; the old one.
fn exchange(cx: &mut ProcedureLowering<'_, '_>, object: &Object, value: Expr, span: Span) -> Expr {
    section(cx, object, span, |cx, old| {
        cx.set(&object.write_half(), value, span);
        old
    })
}

/// Stores the desired value if the old one is as expected. The old value, and whether it was stored.
fn compare_exchange(
    cx: &mut ProcedureLowering<'_, '_>,
    call: &LibraryCall<'_>,
    object: &Object,
    expected: Expr,
    desired: Expr,
    is_weak: bool,
) -> (Expr, Expr) {
    let span = call.span;
    section(cx, object, span, |cx, old| {
        let is_equal = cx.is_equal(old.clone(), expected);
        let succeeds = cx.kept(is_equal, span);
        cx.when(read(succeeds.clone()), span, |cx| {
            if !is_weak {
                cx.set(&object.write_half(), desired, span);
                return;
            }
            let bool = cx.cx.types.intern(TypeKind::Bool);
            let fails = cx.any_input(call.name, bool, span);
            let no = cx.number(0);
            cx.either(
                fails,
                span,
                |cx| cx.set(&succeeds, no, span),
                |cx| {
                    cx.set(&object.write_half(), desired, span);
                },
            );
        });
        (old, read(succeeds))
    })
}

/// The same where the expected value is an object that gets the old value if it was another one. `desired_by_pointer`: the
/// desired value, too, is given by address.
fn compare_exchange_stored(
    cx: &mut ProcedureLowering<'_, '_>,
    call: &LibraryCall<'_>,
    object: &Object,
    expected: &Expr,
    desired: Expr,
    is_weak: Option<bool>,
    desired_by_pointer: bool,
) -> Operand {
    let span = call.span;
    let Some(is_weak) = is_weak else {
        cx.unsupported(format!("a call of {} that is weak or not as it runs", call.name), span);
        return call.nothing(cx);
    };
    let expected = cx.target(expected.clone(), object.ty);
    let wanted = cx.loaded(expected.clone(), span);
    let desired = if desired_by_pointer {
        let desired = cx.target(desired, object.ty);
        cx.loaded(desired, span)
    } else {
        desired
    };
    let (old, succeeds) = compare_exchange(cx, call, object, wanted, desired, is_weak);
    let fails = cx.is_number(succeeds.clone(), 0);
    cx.when(fails, span, |cx| cx.set(&expected, old, span));
    call.result(cx, succeeds)
}

/// `fetch_add` and its relatives return the old value, `add_fetch` and its relatives the new one.
fn fetch(
    cx: &mut ProcedureLowering<'_, '_>,
    call: &LibraryCall<'_>,
    short: &str,
    object: &Object,
    operand: Expr,
) -> Operand {
    let names = [short.strip_prefix("fetch_").or(short.strip_prefix("fetch_and_")), short.strip_suffix("_fetch")];
    let is_old = names[0].is_some();
    let operation = short.strip_prefix("fetch_and_").or(names[0]).or(short.strip_suffix("_and_fetch")).or(names[1]);
    let is_pointer = matches!(cx.cx.types.kind(object.ty), TypeKind::Pointer(_));
    // `fetch_and` of `__atomic_` is a conjunction.
    let operation = if short == "fetch_and" { Some("and") } else { operation };
    let operation = operation.and_then(Operation::from_name);
    let has_model = match operation {
        Some(Operation::Add | Operation::Subtract) => !is_pointer || !call.name.starts_with("__c11_"),
        Some(Operation::And | Operation::Or | Operation::Xor | Operation::Nand) => !is_pointer,
        None => false,
    };
    let Some(operation) = operation.filter(|_| has_model) else {
        cx.unsupported(format!("a call of {}", call.name), call.span);
        return call.nothing(cx);
    };
    let span = call.span;
    let (old, new) = section(cx, object, span, |cx, old| {
        let new = if is_pointer { moved(cx, operation, &old, operand) } else { computed(cx, operation, &old, operand) };
        let new = read(cx.kept(new, span));
        cx.set(&object.write_half(), new.clone(), span);
        (old, new)
    });
    call.result(cx, if is_old { old } else { new })
}

/// A pointer moved by bytes.
fn moved(cx: &mut ProcedureLowering<'_, '_>, operation: Operation, old: &Expr, operand: Expr) -> Expr {
    let is_subtraction = matches!(operation, Operation::Subtract);
    let difference = cx.cx.types.model().difference_type();
    let index = cx.cx.types.int(difference);
    let index = cx.convert(operand, index);
    let (pointer, index) = (Box::new(old.clone()), Box::new(index));
    Expr { kind: ExprKind::PointerAdd { pointer, index, element: 1, is_subtraction }, ty: old.ty }
}

/// Arithmetic that wraps: without a sign.
fn computed(cx: &mut ProcedureLowering<'_, '_>, operation: Operation, old: &Expr, operand: Expr) -> Expr {
    let ty = old.ty;
    let bits = cx.cx.types.integer_shape(ty).map_or(64, |(bits, _)| bits);
    let kind = match bits {
        0..=32 => IntKind::UnsignedInt,
        _ => IntKind::UnsignedLongLong,
    };
    let wide = cx.cx.types.int(kind);
    let (left, right) = (cx.convert(old.clone(), wide), cx.convert(operand, wide));
    let operator = match operation {
        Operation::Add => BinaryOperator::Add,
        Operation::Subtract => BinaryOperator::Subtract,
        Operation::And | Operation::Nand => BinaryOperator::BitAnd,
        Operation::Or => BinaryOperator::BitOr,
        Operation::Xor => BinaryOperator::BitXor,
    };
    let result = cx.calculation(operator, left, right);
    let result = match operation {
        Operation::Nand => unary(&mut cx.cx.types, UnaryOperator::BitNot, result),
        Operation::Add | Operation::Subtract | Operation::And | Operation::Or | Operation::Xor => result,
    };
    let is_bool = matches!(cx.cx.types.kind(ty), TypeKind::Bool);
    if is_bool {
        let is_set = cx.calculation(BinaryOperator::NotEqual, result, integer(0, wide));
        let (one, zero) = (integer(1, ty), integer(0, ty));
        return conditional(is_set, one, zero);
    }
    cx.convert(result, ty)
}
