//! Atomic operations: C11 7.17 (`__c11_atomic_*` behind `<stdatomic.h>`), GCC's `__atomic_*` and `__sync_*`.
//!
//! Each orders threads as its memory order says; in which of several interleavings an execution runs they do not change. One that
//! reads and writes is an atomic section that orders nothing but its own object. A compare-exchange reads with its order for
//! failure; what its order for success adds comes with the write.

use super::script::{Model, Ran, Script, deny, number};
use crate::arithmetic;
use crate::machine::apart::Relation;
use crate::machine::task::Operation;
use crate::value::{Mode, Place, Scalar, Trouble, Value};
use raddle_cfront::typed::BinaryOperator;
use raddle_program::trace::ChoiceKind;
use raddle_program::types::{TypeId, TypeKind};

pub(super) fn model(name: &str) -> Option<Model> {
    let is_c11 = name.starts_with("__c11_atomic_");
    let short = ["__c11_atomic_", "__atomic_"].into_iter().find_map(|prefix| name.strip_prefix(prefix));
    if let Some(short) = short {
        return Some(match short {
            "init" => initialize,
            "load" if is_c11 => load,
            "load_n" => load,
            "load" => load_to,
            "store" if is_c11 => store,
            "store_n" => store,
            "store" => store_from,
            "exchange" if is_c11 => exchange,
            "exchange_n" => exchange,
            "exchange" => exchange_through,
            "compare_exchange_strong" | "compare_exchange_weak" | "compare_exchange_n" => compare_exchange,
            "compare_exchange" => compare_exchange_through,
            "test_and_set" => test_and_set,
            "clear" => clear,
            "thread_fence" | "signal_fence" => fence,
            _ if short.starts_with("fetch_") || short.ends_with("_fetch") => fetch,
            _ => return None,
        });
    }
    Some(match name.strip_prefix("__sync_")? {
        "synchronize" => fence,
        "lock_test_and_set" => exchange,
        "lock_release" => release,
        "bool_compare_and_swap" | "val_compare_and_swap" => compare_and_swap,
        short if short.starts_with("fetch_and_") || short.ends_with("_and_fetch") => fetch,
        _ => return None,
    })
}

/// A memory order by its number: `memory_order_relaxed` is 0.
fn mode<'u>(s: &Script<'_, 'u>, number: i128) -> Ran<'u, Mode> {
    let [acquires, releases] = match number {
        0 => [false, false],
        1 | 2 => [true, false],
        3 => [false, true],
        4 | 5 => [true, true],
        _ => return deny(format!("`{}` with an unknown memory order", s.name())),
    };
    Ok(Mode { acquires, releases, is_update: false })
}

/// The memory order that an argument names.
fn named<'u>(s: &Script<'_, 'u>, index: usize) -> Ran<'u, (i128, Mode)> {
    let number = s.number(index)?;
    Ok((number, mode(s, number)?))
}

/// The memory order of an operation that names one at most.
fn order<'u>(s: &Script<'_, 'u>) -> Ran<'u, Mode> {
    match s.name() {
        "__sync_lock_test_and_set" => return Ok(Mode { releases: false, ..Mode::TOTAL }),
        "__sync_lock_release" => return Ok(Mode { acquires: false, ..Mode::TOTAL }),
        name if name.starts_with("__sync_") => return Ok(Mode::TOTAL),
        _ => {}
    }
    let (number, mode) = named(s, s.call().arguments.len().saturating_sub(1))?;
    let is_wrong = match s.name().rsplit("atomic_").next().unwrap_or_default() {
        "load" | "load_n" => matches!(number, 3 | 4),
        "store" | "store_n" | "clear" => matches!(number, 1 | 2 | 4),
        _ => false,
    };
    if is_wrong {
        return deny(format!("`{}` with a memory order that it must not have", s.name()));
    }
    Ok(mode)
}

/// The memory orders of a compare-exchange: for success and for failure.
fn two_orders<'u>(s: &Script<'_, 'u>) -> Ran<'u, [Mode; 2]> {
    if s.name().starts_with("__sync_") {
        return Ok([Mode::TOTAL; 2]);
    }
    let count = s.call().arguments.len();
    let ((_, success), (number, failure)) = (named(s, count.saturating_sub(2))?, named(s, count.saturating_sub(1))?);
    if matches!(number, 3 | 4) {
        return deny(format!("`{}` with a memory order that it must not have", s.name()));
    }
    if failure.acquires && !success.acquires {
        return deny(format!("`{}` that acquires where it fails, and not where it succeeds", s.name()));
    }
    Ok([success, failure])
}

/// The object that the first argument points to, and its type.
fn object<'u>(s: &Script<'_, 'u>) -> Ran<'u, (Place, TypeId)> {
    let types = s.fixed().types();
    let target = match s.call().arguments.first().map(|(_, ty)| types.kind(*ty)) {
        Some(TypeKind::Pointer(target)) => target.ty,
        _ => types.void(),
    };
    match types.kind(target) {
        TypeKind::Bool | TypeKind::Int(_) | TypeKind::Pointer(_) => Ok((s.place(0)?, target)),
        TypeKind::Void
        | TypeKind::Float(_)
        | TypeKind::Complex(_)
        | TypeKind::Array { .. }
        | TypeKind::Record(_)
        | TypeKind::Function(_) => deny(format!("`{}` of an object that is no integer or pointer", s.name())),
    }
}

/// A place that is accessed with a memory order.
fn with(mode: Mode, place: Place) -> Place {
    Place { atomic: Some(mode), ..place }
}

/// What is done to the object with nothing between.
fn section<'u, T>(s: &mut Script<'_, 'u>, body: impl FnOnce(&mut Script<'_, 'u>) -> Ran<'u, T>) -> Ran<'u, T> {
    let span = s.span();
    s.effect(Operation::AtomicBegin { is_operation: true, span })?;
    let result = body(s)?;
    s.effect(Operation::AtomicEnd { is_operation: true, span })?;
    Ok(result)
}

fn initialize<'u>(s: &mut Script<'_, 'u>) -> Ran<'u, Value> {
    let (object, ty) = object(s)?;
    let value = s.scalar(1)?;
    s.write(Place { atomic: None, ..object }, 0, ty, value)?;
    Ok(Value::Void)
}

fn load<'u>(s: &mut Script<'_, 'u>) -> Ran<'u, Value> {
    let (object, ty) = object(s)?;
    Ok(Value::Scalar(s.read(with(order(s)?, object), 0, ty)?))
}

fn load_to<'u>(s: &mut Script<'_, 'u>) -> Ran<'u, Value> {
    let ((object, ty), to) = (object(s)?, s.place(1)?);
    let value = s.read(with(order(s)?, object), 0, ty)?;
    s.write(to, 0, ty, value)?;
    Ok(Value::Void)
}

fn store<'u>(s: &mut Script<'_, 'u>) -> Ran<'u, Value> {
    let ((object, ty), value) = (object(s)?, s.scalar(1)?);
    s.write(with(order(s)?, object), 0, ty, value)?;
    Ok(Value::Void)
}

fn store_from<'u>(s: &mut Script<'_, 'u>) -> Ran<'u, Value> {
    let ((object, ty), from) = (object(s)?, s.place(1)?);
    let order = order(s)?;
    let value = s.read(from, 0, ty)?;
    s.write(with(order, object), 0, ty, value)?;
    Ok(Value::Void)
}

fn release<'u>(s: &mut Script<'_, 'u>) -> Ran<'u, Value> {
    let (object, ty) = object(s)?;
    s.write(with(order(s)?, object), 0, ty, Scalar::Integer(0))?;
    Ok(Value::Void)
}

fn replace<'u>(s: &mut Script<'_, 'u>, new: Scalar) -> Ran<'u, Scalar> {
    let (object, ty) = object(s)?;
    let object = with(order(s)?.half(), object);
    section(s, |s| {
        let old = s.read(object, 0, ty)?;
        s.write(object, 0, ty, new)?;
        Ok(old)
    })
}

fn exchange<'u>(s: &mut Script<'_, 'u>) -> Ran<'u, Value> {
    let new = s.scalar(1)?;
    Ok(Value::Scalar(replace(s, new)?))
}

fn exchange_through<'u>(s: &mut Script<'_, 'u>) -> Ran<'u, Value> {
    let ((_, ty), from, to) = (object(s)?, s.place(1)?, s.place(2)?);
    let new = s.read(from, 0, ty)?;
    let old = replace(s, new)?;
    s.write(to, 0, ty, old)?;
    Ok(Value::Void)
}

/// The arithmetic that a name asks for: the operator, and whether the result is complemented.
fn operator(name: &str) -> Option<(BinaryOperator, bool)> {
    let operation = name.split('_').find(|part| matches!(*part, "add" | "sub" | "or" | "xor" | "nand" | "and"));
    // `__sync_fetch_and_add` has an `and` that is no operation.
    let operation = match name.strip_prefix("__sync_fetch_and_").or(name.strip_prefix("__sync_")) {
        Some(rest) => rest.strip_suffix("_and_fetch").or(Some(rest)),
        None => operation,
    };
    Some(match operation? {
        "add" => (BinaryOperator::Add, false),
        "sub" => (BinaryOperator::Subtract, false),
        "or" => (BinaryOperator::BitOr, false),
        "xor" => (BinaryOperator::BitXor, false),
        "and" => (BinaryOperator::BitAnd, false),
        "nand" => (BinaryOperator::BitAnd, true),
        _ => return None,
    })
}

/// Fetch-and-op gives the old value, op-and-fetch the new one. Overflow wraps without complaint; on pointers the operand
/// counts bytes.
fn fetch<'u>(s: &mut Script<'_, 'u>) -> Ran<'u, Value> {
    let name = s.name();
    let ((object, ty), operand) = (object(s)?, s.scalar(1)?);
    let object = with(order(s)?.half(), object);
    let Some((operator, is_complemented)) = operator(name) else {
        return deny(format!("`{name}`"));
    };
    let types = s.fixed().types();
    let is_pointer = matches!(types.kind(ty), TypeKind::Pointer(_));
    if is_pointer && name.starts_with("__c11_") {
        return deny(format!("`{name}` of a pointer"));
    }
    let (old, new) = section(s, |s| {
        let old = s.read(object, 0, ty)?;
        let new = match (is_pointer, operator, operand) {
            (true, BinaryOperator::Add, Scalar::Integer(bytes)) => arithmetic::add_to_pointer(types, old, bytes, ty)?,
            (true, BinaryOperator::Subtract, Scalar::Integer(bytes)) => {
                arithmetic::add_to_pointer(types, old, -bytes, ty)?
            }
            _ => match (s.fixed().binary(operator, old, operand, ty)?.value, is_complemented) {
                (Some(Scalar::Integer(number)), true) => Scalar::Integer(arithmetic::wrap(types, ty, !number)?),
                (Some(value), false) => value,
                (Some(_) | None, _) => Trouble::unsupported(format!("`{name}` of an address"))?,
            },
        };
        s.write(object, 0, ty, new)?;
        Ok((old, new))
    })?;
    let is_old = name.contains("_fetch_and_") || name.contains("_fetch_") && !name.ends_with("_fetch");
    Ok(Value::Scalar(if is_old { old } else { new }))
}

/// Whether two scalars of a type are equal.
fn are_equal<'u>(s: &mut Script<'_, 'u>, left: Scalar, right: Scalar, ty: TypeId) -> Ran<'u, bool> {
    let is_open = s.once_number(|machine| machine.open_equality(left, right).is_some().into())? != 0;
    if let (true, Scalar::Address(left), Scalar::Address(right)) = (is_open, left, right) {
        let span = s.span();
        return Ok(s.number_of(Operation::Compare { left, right, asks: Relation::Equal, span })? != 0);
    }
    let equal = arithmetic::binary(s.fixed().types(), BinaryOperator::Equal, left, right, ty)?;
    match equal.value {
        Some(value) => Ok(arithmetic::is_true(value)?),
        None => Ok(false),
    }
}

/// Replaces the value if it is the expected one; the old value, and whether it was replaced. A weak operation may fail
/// all the same.
fn compare_and_replace<'u>(
    s: &mut Script<'_, 'u>,
    expected: Scalar,
    desired: Scalar,
    is_weak: bool,
) -> Ran<'u, (Scalar, bool)> {
    let (object, ty) = object(s)?;
    let [success, failure] = two_orders(s)?.map(|mode| with(mode.half(), object));
    section(s, |s| {
        let old = s.read(failure, 0, ty)?;
        let mut succeeds = are_equal(s, old, expected, ty)?;
        if succeeds && is_weak {
            let bool = s.basic().bool;
            succeeds = s.choose_number(ChoiceKind::Input, bool)? == 0;
        }
        if succeeds {
            s.write(success, 0, ty, desired)?;
        }
        Ok((old, succeeds))
    })
}

/// Compares with what `expected` points to, and stores the old value there on failure.
fn compare_exchange_with<'u>(s: &mut Script<'_, 'u>, is_weak: bool, desired_is_pointer: bool) -> Ran<'u, Value> {
    let ((_, ty), at) = (object(s)?, s.place(1)?);
    let expected = s.read(at, 0, ty)?;
    let desired = match desired_is_pointer {
        true => {
            let from = s.place(2)?;
            s.read(from, 0, ty)?
        }
        false => s.scalar(2)?,
    };
    let (old, succeeds) = compare_and_replace(s, expected, desired, is_weak)?;
    if !succeeds {
        s.write(at, 0, ty, old)?;
    }
    Ok(number(i128::from(succeeds)))
}

fn compare_exchange<'u>(s: &mut Script<'_, 'u>) -> Ran<'u, Value> {
    let is_weak = match s.name() {
        "__c11_atomic_compare_exchange_strong" => false,
        "__c11_atomic_compare_exchange_weak" => true,
        _ => s.number(3)? != 0,
    };
    compare_exchange_with(s, is_weak, false)
}

fn compare_exchange_through<'u>(s: &mut Script<'_, 'u>) -> Ran<'u, Value> {
    let is_weak = s.number(3)? != 0;
    compare_exchange_with(s, is_weak, true)
}

fn compare_and_swap<'u>(s: &mut Script<'_, 'u>) -> Ran<'u, Value> {
    let (expected, desired) = (s.scalar(1)?, s.scalar(2)?);
    let (old, succeeds) = compare_and_replace(s, expected, desired, false)?;
    Ok(match s.name() {
        "__sync_bool_compare_and_swap" => number(i128::from(succeeds)),
        _ => Value::Scalar(old),
    })
}

fn test_and_set<'u>(s: &mut Script<'_, 'u>) -> Ran<'u, Value> {
    let (object, ty) = (with(order(s)?.half(), s.place(0)?), s.basic().unsigned_char);
    let old = section(s, |s| {
        let old = s.read(object, 0, ty)?;
        s.write(object, 0, ty, Scalar::Integer(1))?;
        Ok(old)
    })?;
    Ok(number(i128::from(arithmetic::is_true(old)?)))
}

fn clear<'u>(s: &mut Script<'_, 'u>) -> Ran<'u, Value> {
    let object = with(order(s)?, s.place(0)?);
    s.write_byte(object, 0, 0)?;
    Ok(Value::Void)
}

/// It orders nothing but what its thread does. One for signals orders nothing that other threads could tell.
fn fence<'u>(s: &mut Script<'_, 'u>) -> Ran<'u, Value> {
    let mode = order(s)?;
    if !s.name().ends_with("signal_fence") {
        let thread = s.thread() as u32;
        s.once(|machine| {
            machine.history.fence(thread, mode);
            Ok(Value::Void)
        })?;
    }
    Ok(Value::Void)
}
