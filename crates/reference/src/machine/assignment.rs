//! Assignments, compound assignments and increments (C11 6.5.16, 6.5.2.4), with the atomic forms of the latter.
//!
//! What modifies a place leaves three values on the stack before the store: the place, its old value, the new one.

use crate::arithmetic::floating;
use crate::arithmetic::{self, Computed};
use crate::machine::Machine;
use crate::machine::task::{Operation, Task};
use crate::value::{Mode, Place, Scalar, Trouble, Value};
use raddle_cfront::typed::{BinaryOperator, ElementSize, Expr, ExprKind};
use raddle_program::types::{TypeId, TypeKind};

/// The target was designated; the right side, if there is one, comes after the load.
const DESIGNATED: u8 = 1;
/// On the stack: place, old value, right side.
const LOADED_FIRST: u8 = 3;
/// On the stack: place, right side, old value.
const LOADED_LAST: u8 = 4;
/// On the stack: right side, place.
const RIGHT_FIRST: u8 = 5;
/// On the stack: place, old value, result of the computation.
const COMPUTED: u8 = 6;

impl<'u> Machine<'u> {
    /// Stores a value in a place and pushes it.
    pub(crate) fn assign(&mut self, thread: usize, place: Place, target: &'u Expr, value: Value) {
        let stored = self.as_stored(place, target.ty, value.clone());
        self.plan(thread, vec![Task::Store { place, ty: target.ty, value, span: target.span }, Task::Push(stored)]);
    }

    /// What a place holds once a value is stored in it: a bit-field keeps only its bits.
    fn as_stored(&self, place: Place, ty: TypeId, value: Value) -> Value {
        match (place.bits, &value) {
            (Some(bits), Value::Scalar(Scalar::Integer(number))) => {
                Value::Scalar(Scalar::Integer(self.bit_field_number(*number as u128, bits, ty)))
            }
            _ => value,
        }
    }

    /// Begins a compound assignment or increment.
    pub(crate) fn modify(&mut self, thread: usize, expr: &'u Expr) {
        let tasks = match parts(expr) {
            (target, Some(right)) if self.settings.right_to_left => {
                vec![Task::Eval(right), Task::Place(target), Task::Finish(expr, RIGHT_FIRST)]
            }
            (target, _) => vec![Task::Place(target), Task::Finish(expr, DESIGNATED)],
        };
        self.plan(thread, tasks);
    }

    /// Goes on with a compound assignment or increment.
    pub(crate) fn finish_modify(&mut self, thread: usize, expr: &'u Expr, stage: u8) -> Result<(), Trouble> {
        let (target, right) = parts(expr);
        let (ty, span) = (target.ty, target.span);
        let enter = |place: Place| {
            place.atomic.map(|_| Task::Operation(Operation::AtomicBegin { is_operation: true, span: expr.span }))
        };
        match stage {
            DESIGNATED => {
                let place = as_half(self.pop_place(thread));
                let mut tasks = vec![Task::Push(Value::Place(place))];
                let load = Task::Load { place, ty, span };
                match right {
                    Some(right) if place.atomic.is_some() => {
                        tasks.push(Task::Eval(right));
                        tasks.extend(enter(place));
                        tasks.extend([load, Task::Finish(expr, LOADED_LAST)]);
                    }
                    Some(right) => tasks.extend([load, Task::Eval(right), Task::Finish(expr, LOADED_FIRST)]),
                    None => {
                        tasks.push(Task::Push(Value::Scalar(Scalar::Integer(1))));
                        tasks.extend(enter(place));
                        tasks.extend([load, Task::Finish(expr, LOADED_LAST)]);
                    }
                }
                self.plan(thread, tasks);
            }
            RIGHT_FIRST => {
                let place = as_half(self.pop_place(thread));
                let right = self.pop(thread);
                let mut tasks = vec![Task::Push(Value::Place(place)), Task::Push(right)];
                tasks.extend(enter(place));
                tasks.extend([Task::Load { place, ty, span }, Task::Finish(expr, LOADED_LAST)]);
                self.plan(thread, tasks);
            }
            LOADED_FIRST | LOADED_LAST => {
                let (top, below) = (self.pop_scalar(thread), self.pop_scalar(thread));
                let (old, right) = if stage == LOADED_FIRST { (below, top) } else { (top, below) };
                let computed = self.modified(thread, expr, old, right)?;
                self.push_scalar(thread, old);
                let result = match &expr.kind {
                    ExprKind::CompoundAssign { computation, .. } => *computation,
                    _ => ty,
                };
                self.plan(thread, vec![Task::Finish(expr, COMPUTED)]);
                self.conclude(thread, computed, result, expr.span);
            }
            _ => {
                let (new, old) = (self.pop_scalar(thread), self.pop_scalar(thread));
                let place = self.pop_place(thread);
                let (new, is_postfix) = match &expr.kind {
                    ExprKind::CompoundAssign { computation, .. } => {
                        (arithmetic::convert(self.types(), new, *computation, ty)?, false)
                    }
                    ExprKind::Increment { is_postfix, .. } => (new, *is_postfix),
                    _ => (new, false),
                };
                let stored = self.as_stored(place, ty, Value::Scalar(new));
                let mut tasks = vec![Task::Store { place, ty, value: Value::Scalar(new), span }];
                if place.atomic.is_some() {
                    tasks.push(Task::Operation(Operation::AtomicEnd { is_operation: true, span: expr.span }));
                }
                tasks.push(Task::Push(if is_postfix { Value::Scalar(old) } else { stored }));
                self.plan(thread, tasks);
            }
        }
        Ok(())
    }

    /// The new value, in the type of the computation.
    fn modified(&self, thread: usize, expr: &'u Expr, old: Scalar, right: Scalar) -> Result<Computed, Trouble> {
        let types = self.types();
        let plain = |value| Ok(Computed { value: Some(value), violation: None });
        match &expr.kind {
            ExprKind::CompoundAssign { operator, target, computation, .. } => {
                let old = arithmetic::convert(types, old, target.ty, *computation)?;
                self.binary(*operator, old, right, *computation)
            }
            ExprKind::PointerAssign { target, is_subtraction, element, .. } => {
                plain(self.move_pointer(thread, old, right, *is_subtraction, element, target.ty)?)
            }
            ExprKind::Increment { target, is_decrement, element, .. } => {
                increment(self, thread, old, target.ty, *is_decrement, element)
            }
            _ => panic!("only these expressions modify their target"),
        }
    }
}

/// `x + 1` or `x - 1` in the type of `x`. Types narrower than `int` are computed as `int` and cannot overflow.
fn increment(
    machine: &Machine<'_>,
    thread: usize,
    old: Scalar,
    ty: TypeId,
    is_decrement: bool,
    element: &ElementSize,
) -> Result<Computed, Trouble> {
    let types = machine.types();
    let one = Scalar::Integer(1);
    let number = |value: i128| Ok(Computed { value: Some(Scalar::Integer(value)), violation: None });
    match (types.kind(ty), old) {
        (TypeKind::Pointer(_), _) => {
            let value = machine.move_pointer(thread, old, one, is_decrement, element, ty)?;
            Ok(Computed { value: Some(value), violation: None })
        }
        (TypeKind::Float(_), _) => {
            let one = floating::convert(types, one, ty)?;
            let operator = if is_decrement { BinaryOperator::Subtract } else { BinaryOperator::Add };
            arithmetic::binary(types, operator, old, one, ty)
        }
        (TypeKind::Bool, Scalar::Integer(value)) => number(if is_decrement { 1 - value } else { 1 }),
        (TypeKind::Int(kind), Scalar::Integer(value)) if kind.bits(types.model()) < 32 => {
            number(arithmetic::wrap(types, ty, if is_decrement { value - 1 } else { value + 1 })?)
        }
        _ => {
            let operator = if is_decrement { BinaryOperator::Subtract } else { BinaryOperator::Add };
            arithmetic::binary(types, operator, old, one, ty)
        }
    }
}

/// The target, and the right side if there is one.
fn parts(expr: &Expr) -> (&Expr, Option<&Expr>) {
    match &expr.kind {
        ExprKind::CompoundAssign { target, value, .. } => (target, Some(value)),
        ExprKind::PointerAssign { target, index, .. } => (target, Some(index)),
        ExprKind::Increment { target, .. } => (target, None),
        _ => panic!("only these expressions modify their target"),
    }
}

/// A place that is read and written by one operation.
fn as_half(place: Place) -> Place {
    Place { atomic: place.atomic.map(Mode::half), ..place }
}
