//! Expressions: how each kind is taken apart into tasks, and what is done once its operands are known (C11 6.5).

use crate::arithmetic::{self, Computed};
use crate::machine::Machine;
use crate::machine::memory::{Life, Object, ObjectKind};
use crate::machine::task::{Operation, Task};
use crate::value::floating::Floating;
use crate::value::{Address, Byte, Mode, ObjectId, Place, Scalar, Trouble, Value};
use raddle_cfront::typed::{BinaryOperator, ElementSize, Expr, ExprKind, Storage, VariableId};
use raddle_program::source::Span;
use raddle_program::trace::{ChoiceKind, ObjectName};
use raddle_program::types::{TypeId, TypeKind};
use std::collections::BTreeMap;

impl<'u> Machine<'u> {
    /// Runs [`Task::Eval`]: the value of an expression comes to lie on the stack.
    pub(crate) fn evaluate(&mut self, thread: usize, expr: &'u Expr) -> Result<(), Trouble> {
        self.thread_mut(thread).site = expr.span;
        let finish = |stage| Task::Finish(expr, stage);
        match &expr.kind {
            ExprKind::Integer(number) => self.push_scalar(thread, Scalar::Integer(*number)),
            ExprKind::Floating(bits) => {
                let value = Floating::of(self.types(), expr.ty, f64::from_bits(*bits));
                self.push_scalar(thread, Scalar::Floating(value));
            }
            ExprKind::LabelAddress(label) => self.push_scalar(thread, Scalar::Label(*label)),
            ExprKind::Function(function) => self.push_scalar(thread, Scalar::Function(*function)),
            ExprKind::VariableSize { bytes, lengths } => {
                let size = self.variable_size(thread, *bytes, lengths)?;
                self.push_scalar(thread, Scalar::Integer(arithmetic::wrap(self.types(), expr.ty, size)?));
            }
            ExprKind::Unsupported(what) => return Trouble::unsupported(what.to_string()),

            // A member of a record value, and lvalues whose value is not used.
            ExprKind::Member { .. }
            | ExprKind::Variable(_)
            | ExprKind::Deref(_)
            | ExprKind::String(_)
            | ExprKind::CompoundLiteral { .. } => self.plan(thread, vec![Task::Place(expr), finish(0)]),
            ExprKind::Load(operand) | ExprKind::Decay(operand) | ExprKind::AddressOf(operand) => match operand.kind {
                ExprKind::Function(function) => self.push_scalar(thread, Scalar::Function(function)),
                _ => self.plan(thread, vec![Task::Place(operand), finish(0)]),
            },

            ExprKind::Unary(_, operand) => self.plan(thread, vec![Task::Eval(operand), finish(0)]),
            ExprKind::Binary(_, left, right)
            | ExprKind::PointerAdd { pointer: left, index: right, .. }
            | ExprKind::PointerDifference { left, right, .. } => {
                let [first, second] = self.operands(left, right);
                self.plan(thread, vec![first, second, finish(0)]);
            }
            ExprKind::Logical { left: first, .. }
            | ExprKind::Conditional { condition: first, .. }
            | ExprKind::Elvis { value: first, .. } => self.plan(thread, vec![Task::Eval(first), finish(0)]),
            ExprKind::Comma(left, right) => {
                self.plan(thread, vec![Task::Eval(left), Task::Discard, Task::Eval(right)]);
            }
            ExprKind::Cast { operand, .. } => {
                if matches!(self.types().kind(expr.ty), TypeKind::Void) {
                    self.plan(thread, vec![Task::Eval(operand), Task::Discard, Task::Push(Value::Void)]);
                } else {
                    self.plan(thread, vec![Task::Eval(operand), finish(0)]);
                }
            }
            ExprKind::Statement(block) => {
                let height = self.frame(thread).values.len();
                let yields = !matches!(self.types().kind(expr.ty), TypeKind::Void);
                let mut tasks = vec![Task::Block { block, next: 0, height, yields }];
                if !yields {
                    tasks.push(Task::Push(Value::Void));
                }
                self.plan(thread, tasks);
            }

            ExprKind::Assign { target, value } => {
                let tasks = if self.settings.right_to_left {
                    vec![Task::Eval(value), Task::Place(target), finish(0)]
                } else {
                    vec![Task::Place(target), Task::Eval(value), finish(0)]
                };
                self.plan(thread, tasks);
            }
            ExprKind::CompoundAssign { .. } | ExprKind::PointerAssign { .. } | ExprKind::Increment { .. } => {
                self.modify(thread, expr);
            }
            ExprKind::Call { callee, arguments } => self.call(thread, expr, callee, arguments),
            ExprKind::Builtin { name, arguments } => self.builtin(thread, expr, name, arguments)?,
        }
        Ok(())
    }

    /// Runs [`Task::Place`]: the place of an lvalue comes to lie on the stack.
    pub(crate) fn designate(&mut self, thread: usize, expr: &'u Expr) -> Result<(), Trouble> {
        self.thread_mut(thread).site = expr.span;
        match &expr.kind {
            ExprKind::Variable(variable) => {
                let object = self.variable_object(thread, *variable)?;
                let atomic = self.unit.variables[*variable].ty.qualifiers.is_atomic.then_some(Mode::TOTAL);
                self.push(thread, Value::Place(Place { atomic, ..Place::object(object) }));
            }
            ExprKind::String(string) => match self.statics.strings.get(string) {
                Some(&object) => self.push(thread, Value::Place(Place::object(object))),
                None => panic!("every string literal of the unit has an object"),
            },
            ExprKind::Deref(pointer) => self.plan(thread, vec![Task::Eval(pointer), Task::Finish(expr, 1)]),
            ExprKind::Member { base, .. } => {
                let first = if is_lvalue(base) { Task::Place(base) } else { Task::Eval(base) };
                self.plan(thread, vec![first, Task::Finish(expr, 1)]);
            }
            ExprKind::CompoundLiteral { variable, initializer } => {
                let object = self.declare(thread, *variable);
                let place = Place::object(object);
                self.zero_before(place, *variable, initializer);
                self.plan(
                    thread,
                    vec![Task::Initialize { place, initializer, next: 0 }, Task::Push(Value::Place(place))],
                );
            }
            _ => {
                // An array or record that is no lvalue (the result of a call): a temporary holds it.
                self.plan(thread, vec![Task::Eval(expr), Task::Finish(expr, 2)]);
            }
        }
        Ok(())
    }

    /// Runs [`Task::Finish`]: the operands of an expression lie on the stack.
    pub(crate) fn finish(&mut self, thread: usize, expr: &'u Expr, stage: u8) -> Result<(), Trouble> {
        self.thread_mut(thread).site = expr.span;
        let types = self.types();
        match (&expr.kind, stage) {
            // Places.
            (ExprKind::Deref(pointer), 1) => {
                let base = self.pop_scalar(thread);
                let atomic = match types.kind(pointer.ty) {
                    TypeKind::Pointer(target) => target.qualifiers.is_atomic.then_some(Mode::TOTAL),
                    _ => None,
                };
                self.push(thread, Value::Place(Place { base, offset: 0, bits: None, atomic }));
            }
            (ExprKind::Member { base, field }, 1) => {
                let TypeKind::Record(record) = types.kind(base.ty) else {
                    panic!("the base of a member is a record");
                };
                let place = match self.pop(thread) {
                    Value::Place(place) => place,
                    value => Place::object(self.make_temporary(thread, &value, base.ty)),
                };
                let Some(field) =
                    types.record(*record).body.as_ref().and_then(|body| body.fields.get(field.0 as usize))
                else {
                    return Trouble::unsupported("a member of an incomplete record");
                };
                let atomic = field.ty.qualifiers.is_atomic.then_some(Mode::TOTAL);
                let member = Place { bits: field.bits, atomic, ..place.plus(field.offset) };
                self.push(thread, Value::Place(member));
            }
            (_, 2) if !modifies(expr) => {
                let value = self.pop(thread);
                let object = self.make_temporary(thread, &value, expr.ty);
                self.push(thread, Value::Place(Place::object(object)));
            }

            // Values.
            (
                ExprKind::Member { .. }
                | ExprKind::Variable(_)
                | ExprKind::Deref(_)
                | ExprKind::String(_)
                | ExprKind::CompoundLiteral { .. },
                _,
            ) => {
                let place = self.pop_place(thread);
                self.load(thread, place, expr.ty, expr.span)?;
            }
            (ExprKind::Load(operand), _) => {
                let place = self.pop_place(thread);
                if let (ExprKind::String(_), Scalar::Address(from)) = (&operand.kind, place.base) {
                    // A string that initializes an array is not read: it is the initializer.
                    let size = self.memory.object(from.object).size;
                    let bytes = self.memory.read(from, size)?;
                    self.push(thread, Value::Bytes(bytes.into()));
                } else {
                    self.load(thread, place, operand.ty, operand.span)?;
                }
            }
            (ExprKind::Decay(_) | ExprKind::AddressOf(_), _) => {
                let place = self.pop_place(thread);
                self.push_scalar(thread, place.pointer());
            }
            (ExprKind::Unary(operator, operand), _) => {
                let value = self.pop_scalar(thread);
                let computed = arithmetic::unary(types, *operator, value, operand.ty)?;
                self.conclude(thread, computed, expr.ty, expr.span);
            }
            (ExprKind::Binary(operator, ..), 1) => {
                use BinaryOperator as Op;
                let answer = arithmetic::is_true(self.pop_scalar(thread))?;
                let holds = answer == matches!(operator, Op::Equal | Op::Less | Op::LessEqual);
                self.push_scalar(thread, Scalar::Integer(holds.into()));
            }
            (ExprKind::Binary(operator, left_expr, _), _) => {
                let (left, right) = self.pop_operands(thread);
                if let Some((left, right, asks)) = self.open_relation(*operator, left, right) {
                    let span = expr.span;
                    let compare = Task::Operation(Operation::Compare { left, right, asks, span });
                    self.plan(thread, vec![compare, Task::Finish(expr, 1)]);
                    return Ok(());
                }
                let computed = self.binary(*operator, left, right, left_expr.ty)?;
                self.conclude(thread, computed, expr.ty, expr.span);
            }
            (ExprKind::PointerAdd { is_subtraction, element, .. }, _) => {
                let (pointer, index) = self.pop_operands(thread);
                let moved = self.move_pointer(thread, pointer, index, *is_subtraction, element, expr.ty)?;
                self.push_scalar(thread, moved);
            }
            (ExprKind::PointerDifference { element, .. }, _) => {
                let (left, right) = self.pop_operands(thread);
                let bytes = arithmetic::distance(left, right)?;
                let size = self.element_size(thread, element)?;
                if size == 0 {
                    return Trouble::unsupported("the difference of pointers to elements without size");
                }
                let number = arithmetic::wrap(types, expr.ty, bytes.wrapping_div(size))?;
                self.push_scalar(thread, Scalar::Integer(number));
            }
            (ExprKind::Logical { is_and, right, .. }, 0) => {
                let value = self.pop_scalar(thread);
                if arithmetic::is_true(value)? == *is_and {
                    self.plan(thread, vec![Task::Eval(right), Task::Finish(expr, 1)]);
                } else {
                    self.push_scalar(thread, Scalar::Integer(i128::from(!*is_and)));
                }
            }
            (ExprKind::Logical { .. }, _) => {
                let value = self.pop_scalar(thread);
                self.push_scalar(thread, Scalar::Integer(i128::from(arithmetic::is_true(value)?)));
            }
            (ExprKind::Conditional { then, otherwise, .. }, _) => {
                let value = self.pop_scalar(thread);
                let chosen = if arithmetic::is_true(value)? { then } else { otherwise };
                self.plan(thread, vec![Task::Eval(chosen)]);
            }
            (ExprKind::Elvis { value, otherwise }, _) => {
                let scalar = self.pop_scalar(thread);
                if arithmetic::is_true(scalar)? {
                    self.push_scalar(thread, arithmetic::convert(types, scalar, value.ty, expr.ty)?);
                } else {
                    self.plan(thread, vec![Task::Eval(otherwise)]);
                }
            }
            (ExprKind::Cast { operand, .. }, _) => match self.pop(thread) {
                Value::Scalar(value) => {
                    let converted = arithmetic::convert(types, value, operand.ty, expr.ty)?;
                    self.push_scalar(thread, converted);
                }
                other => self.push(thread, other),
            },
            (ExprKind::Assign { target, .. }, _) => {
                let (place, value) = if self.settings.right_to_left {
                    let place = self.pop_place(thread);
                    (place, self.pop(thread))
                } else {
                    let value = self.pop(thread);
                    (self.pop_place(thread), value)
                };
                self.assign(thread, place, target, value);
            }
            (ExprKind::CompoundAssign { .. } | ExprKind::PointerAssign { .. } | ExprKind::Increment { .. }, _) => {
                self.finish_modify(thread, expr, stage)?;
            }
            (ExprKind::Call { callee, arguments }, _) => self.finish_call(thread, expr, callee, arguments)?,
            (ExprKind::Builtin { name, arguments }, _) => self.finish_builtin(thread, expr, name, arguments)?,
            (
                ExprKind::Integer(_)
                | ExprKind::Floating(_)
                | ExprKind::Function(_)
                | ExprKind::LabelAddress(_)
                | ExprKind::VariableSize { .. }
                | ExprKind::Comma(..)
                | ExprKind::Statement(_)
                | ExprKind::Unsupported(_),
                _,
            ) => panic!("an expression without operands is never finished"),
        }
        Ok(())
    }

    /// Reports what a computation violates, then pushes its result, or any value where C defines none.
    pub fn conclude(&mut self, thread: usize, computed: Computed, ty: TypeId, span: Span) {
        let mut tasks = Vec::new();
        if let Some((kind, message)) = computed.violation {
            tasks.push(Task::Operation(Operation::Fail { kind, message, span, ends: false }));
        }
        tasks.push(match computed.value {
            Some(value) => Task::Push(Value::Scalar(value)),
            None => choose(ChoiceKind::Undefined, ty, span),
        });
        self.plan(thread, tasks);
    }

    /// `pointer ± index * element`.
    pub(crate) fn move_pointer(
        &self,
        thread: usize,
        pointer: Scalar,
        index: Scalar,
        is_subtraction: bool,
        element: &ElementSize,
        ty: TypeId,
    ) -> Result<Scalar, Trouble> {
        let Scalar::Integer(index) = index else {
            return Trouble::unsupported("an address used as an index");
        };
        let bytes = index.wrapping_mul(self.element_size(thread, element)?);
        arithmetic::add_to_pointer(self.types(), pointer, if is_subtraction { -bytes } else { bytes }, ty)
    }

    fn element_size(&self, thread: usize, element: &ElementSize) -> Result<i128, Trouble> {
        match element {
            ElementSize::Fixed(bytes) => Ok(i128::from(*bytes)),
            ElementSize::Variable(bytes, lengths) => self.variable_size(thread, *bytes, lengths),
        }
    }

    fn variable_size(&self, thread: usize, bytes: u64, lengths: &[u32]) -> Result<i128, Trouble> {
        let mut size = i128::from(bytes);
        for length in lengths {
            match self.frame(thread).lengths.get(length) {
                Some(&count) => size = size.wrapping_mul(i128::from(count)),
                None => return Trouble::unsupported("the length of an array type that was not evaluated"),
            }
        }
        Ok(size)
    }

    /// The object that a variable names now.
    fn variable_object(&mut self, thread: usize, id: VariableId) -> Result<ObjectId, Trouble> {
        let known = match self.unit.variables[id].storage {
            Storage::Static => self.statics.variables.get(&id),
            Storage::Thread => self.thread(thread).locals.get(&id),
            Storage::Automatic | Storage::Parameter => self.frame(thread).variables.get(&id),
        };
        match (known, self.unit.variables[id].storage) {
            (Some(&object), _) => Ok(object),
            // A jump went past the declaration: the object lives, its value is indeterminate (C11 6.2.4).
            (None, Storage::Automatic | Storage::Parameter) => Ok(self.declare(thread, id)),
            (None, Storage::Static | Storage::Thread) => {
                Trouble::unsupported("an object that this file does not define")
            }
        }
    }

    /// Lets a new object with indeterminate value begin to live under the name of a local.
    pub fn declare(&mut self, thread: usize, id: VariableId) -> ObjectId {
        let variable = &self.unit.variables[id];
        let depth = self.thread(thread).frames.len().saturating_sub(2) as u32;
        let object = self.memory.create(Object {
            name: ObjectName::Local(thread as u32, depth, self.statics.names.variables[id].clone()),
            ty: Some(variable.ty.ty),
            size: self.types().size_of(variable.ty.ty).unwrap_or(0),
            kind: ObjectKind::Local,
            life: Life::Alive,
            is_unlisted: variable.is_register(self.types()),
            is_read_only: false,
            alignment: variable.alignment,
            ended_at: None,
            replaces: None,
            fill: Byte::UNKNOWN,
            bytes: BTreeMap::new(),
        });
        if let Some(old) = self.frame_mut(thread).variables.insert(id, object) {
            self.retire(thread, vec![old]);
        }
        object
    }

    /// An unlisted object that holds a value.
    fn make_temporary(&mut self, thread: usize, value: &Value, ty: TypeId) -> ObjectId {
        let bytes = match value {
            Value::Bytes(bytes) => bytes.to_vec(),
            Value::Scalar(scalar) => crate::value::encoding::encode(*scalar, self.types().size_of(ty).unwrap_or(0)),
            Value::Void | Value::Place(_) => Vec::new(),
        };
        let depth = self.thread(thread).frames.len().saturating_sub(2) as u32;
        let object = self.memory.create(Object {
            name: ObjectName::Local(thread as u32, depth, "<temporary>".into()),
            ty: Some(ty),
            size: bytes.len() as u64,
            kind: ObjectKind::Local,
            life: Life::Alive,
            is_unlisted: true,
            is_read_only: false,
            alignment: 0,
            ended_at: None,
            replaces: None,
            fill: Byte::UNKNOWN,
            bytes: BTreeMap::new(),
        });
        self.memory.write(Address { object, offset: 0 }, &bytes);
        object
    }
}

/// The task that pushes any value of a type.
pub(crate) fn choose<'u>(kind: ChoiceKind, ty: TypeId, span: Span) -> Task<'u> {
    Task::Operation(Operation::Choose { kind, ty, keep: None, value: 0, known: 0, span })
}

fn modifies(expr: &Expr) -> bool {
    matches!(expr.kind, ExprKind::CompoundAssign { .. } | ExprKind::PointerAssign { .. } | ExprKind::Increment { .. })
}

/// Whether an expression designates an object.
fn is_lvalue(mut expr: &Expr) -> bool {
    loop {
        match &expr.kind {
            ExprKind::Variable(_) | ExprKind::Deref(_) | ExprKind::String(_) | ExprKind::CompoundLiteral { .. } => {
                return true;
            }
            ExprKind::Member { base, .. } => expr = base,
            _ => return false,
        }
    }
}
