//! Values of expressions, and loads and stores of places.

use std::rc::Rc;

use crate::automaton::TransitionData;
use crate::property::{Violation, ViolationKind};
use crate::semantics::arithmetic::{Computed, Shape, compare, compute, convert_symbol, enumerate};
use crate::semantics::memory::{Life, Origin};
use crate::semantics::record::{Access, Happened, Interruption, Naming, Pending, Record};
use crate::semantics::state::{Frame, State, Thread};
use crate::semantics::step::Machine;
use crate::semantics::value::{Interval, ObjectId, Value};
use crate::source::Span;
use crate::syntax::{
    Atomic, BinaryOperator, Callee, Effect, Expr, ExprKind, LocalId, Place, PlaceKind, Region, UnaryOperator,
};
use crate::trace::{Caller, ChoiceKind, Event, TraceStep, TraceValue};
use crate::types::{BitField, TypeId, TypeKind};

/// One thread taking one transition.
pub(super) struct Evaluation<'m, 'p, 's> {
    pub machine: &'m Machine<'p>,
    pub state: &'s mut State,
    pub record: &'s mut Record,
    pub thread: u32,
    pub span: Span,
    /// How often undefined arithmetic gave a value so far.
    pub n_undefined: usize,
}

/// Where a place is.
pub(super) enum Located {
    /// A register of the running frame.
    Register(LocalId),
    /// An address, not yet checked.
    Memory(Value),
}

pub(super) type Evaluated<T> = Result<T, Interruption>;

const ADDRESS_AND_NUMBER: &str = "comparing an address with a number";

const PART_AS_NUMBER: &str = "some bytes of an address as a number";

pub(super) fn unsupported<T>(what: &str) -> Evaluated<T> {
    Err(Interruption::Unsupported(what.into()))
}

impl Evaluation<'_, '_, '_> {
    /// The value of an expression; a symbol with one value left is a number.
    pub fn value(&mut self, expr: &Expr) -> Evaluated<Value> {
        let value = match &expr.kind {
            ExprKind::Integer(number) => Value::Integer(*number),
            ExprKind::Read(place) => self.read(place)?,
            ExprKind::AddressOf(place) => match self.locate(place)? {
                Located::Memory(address) => address,
                Located::Register(_) => return unsupported("the address of a register"),
            },
            ExprKind::Procedure(procedure) => Value::Procedure(*procedure),
            ExprKind::SelfId => Value::Integer(i128::from(self.thread) + 1),
            ExprKind::Unary(operator, operand) => self.unary(*operator, operand, expr.ty)?,
            ExprKind::Binary(operator, left, right) => self.binary(*operator, left, right, expr.ty)?,
            ExprKind::Cast(operand) => {
                let value = self.value(operand)?;
                self.represent_cast(operand, &value, expr.ty);
                self.convert(value, operand.ty, expr.ty)?
            }
            ExprKind::PointerAdd { pointer, index, element, is_subtraction } => {
                let base = self.value(pointer)?;
                let index = self.value(index)?;
                let distance = self.scaled(index, *element)?;
                self.moved(base, if *is_subtraction { -distance } else { distance })?
            }
            ExprKind::PointerDifference { left, right, element } => {
                let (left, right) = (self.value(left)?, self.value(right)?);
                self.difference(left, right, *element)?
            }
            ExprKind::AllocationSize(pointer, region) => {
                let pointer = self.value(pointer)?;
                Value::Integer(self.allocation_size(&pointer, *region)?)
            }
            ExprKind::Floating(operation, operands) => self.floating(*operation, operands, expr.ty)?,
            ExprKind::Conditional { condition, then, otherwise } => {
                let condition = self.value(condition)?;
                let chosen = if self.is_true(&condition)? { then } else { otherwise };
                self.value(chosen)?
            }
        };
        Ok(self.state.resolved(value))
    }

    /// The size of the allocation of a region that a pointer is the start of; 0 of null.
    fn allocation_size(&self, pointer: &Value, region: Region) -> Evaluated<i128> {
        let message = region.never_sized().to_owned();
        match pointer {
            Value::Integer(0) => Ok(0),
            Value::Pointer(object, offset) => {
                let target = &self.state.objects[*object];
                let is_of_region = matches!(target.origin, Origin::Allocated(_, _, it) if it.ends_as(region));
                match target.life {
                    _ if is_of_region && *offset != 0 && region.has_parts() => {
                        unsupported(crate::syntax::PART_OF_MAPPING)
                    }
                    _ if !is_of_region || *offset != 0 => {
                        Err(Interruption::Violation(ViolationKind::InvalidFree, message))
                    }
                    Life::Live => Ok(target.cells.size().into()),
                    Life::Freed | Life::OutOfScope => {
                        Err(Interruption::Violation(ViolationKind::UseAfterFree, region.sized_late().to_owned()))
                    }
                }
            }
            Value::Symbol(..) | Value::Part(_) => unsupported("the size of an allocation without a known target"),
            Value::Integer(_) | Value::Procedure(_) | Value::Indeterminate | Value::Blob(_) => {
                Err(Interruption::Violation(ViolationKind::InvalidFree, message))
            }
        }
    }

    /// Whether a scalar is not zero.
    pub fn is_true(&mut self, value: &Value) -> Evaluated<bool> {
        match value {
            Value::Integer(number) => Ok(*number != 0),
            Value::Pointer(..) | Value::Procedure(_) => Ok(true),
            Value::Symbol(..) => compare(self.state, BinaryOperator::NotEqual, value, &Value::Integer(0)),
            Value::Part(_) => unsupported(PART_AS_NUMBER),
            Value::Indeterminate | Value::Blob(_) => unsupported("the truth of something that is no scalar"),
        }
    }

    /// A decided number.
    pub fn number(&mut self, value: Value) -> Evaluated<i128> {
        match self.state.resolved(value) {
            Value::Integer(number) => Ok(number),
            Value::Symbol(symbol, _) => Err(enumerate(self.state, symbol)),
            Value::Pointer(..) | Value::Procedure(_) => unsupported("arithmetic on the number of an address"),
            Value::Part(_) => unsupported(PART_AS_NUMBER),
            Value::Indeterminate | Value::Blob(_) => unsupported("arithmetic on something that is no scalar"),
        }
    }

    /// The width of an integer type or pointer.
    pub fn shape(&self, ty: TypeId) -> Evaluated<Shape> {
        match self.machine.program.types.scalar_shape(ty) {
            Some((bits, is_signed)) if bits <= 64 => Ok(Shape { bits, is_signed }),
            Some(_) => unsupported("arithmetic on 128-bit integers"),
            None => unsupported("floating-point arithmetic"),
        }
    }

    pub(super) fn violate(&mut self, kind: ViolationKind, message: &str) {
        let message = message.to_owned();
        self.record.violations.push(Violation { kind, thread: self.thread, span: self.span, message });
    }

    fn unary(&mut self, operator: UnaryOperator, operand: &Expr, ty: TypeId) -> Evaluated<Value> {
        let value = self.value(operand)?;
        let place = self.place_of_result();
        let exact = self.exact_unary(operator, operand, value.clone(), ty);
        let is_truth = operator == UnaryOperator::LogicalNot;
        self.or_any(place, exact, is_truth, |cx| {
            cx.shape(ty).ok().and_then(|shape| cx.bounds_of_unary(operator, &value, shape))
        })
    }

    fn exact_unary(&mut self, operator: UnaryOperator, operand: &Expr, value: Value, ty: TypeId) -> Evaluated<Value> {
        match operator {
            UnaryOperator::LogicalNot => {
                self.shape(operand.ty)?;
                let holds = self.is_true(&value)?;
                Ok(Value::Integer(i128::from(!holds)))
            }
            UnaryOperator::Negate => {
                let shape = self.shape(ty)?;
                let number = self.number(value)?;
                self.computed(compute(BinaryOperator::Subtract, 0, number, shape), ty)
            }
            UnaryOperator::BitNot => {
                let shape = self.shape(ty)?;
                let number = self.number(value)?;
                Ok(Value::Integer(shape.wrap(!number)))
            }
        }
    }

    fn binary(&mut self, operator: BinaryOperator, left: &Expr, right: &Expr, ty: TypeId) -> Evaluated<Value> {
        let (a, b) = (self.value(left)?, self.value(right)?);
        self.represent_operation(operator, left, &a, &b);
        let a = self.state.resolved(a);
        let place = self.place_of_result();
        let exact = self.exact_binary(operator, left, (a.clone(), b.clone()), ty);
        self.or_any(place, exact, operator.is_comparison(), |cx| {
            let shape = cx.shape(ty).ok()?;
            if operator.is_comparison() {
                cx.forget_relation(&a, &b);
            }
            cx.bounds_of_binary(operator, &a, &b, shape)
        })
    }

    fn exact_binary(
        &mut self,
        operator: BinaryOperator,
        left: &Expr,
        (a, b): (Value, Value),
        ty: TypeId,
    ) -> Evaluated<Value> {
        match operator {
            BinaryOperator::Equal
            | BinaryOperator::NotEqual
            | BinaryOperator::Less
            | BinaryOperator::LessEqual
            | BinaryOperator::Greater
            | BinaryOperator::GreaterEqual => {
                let shape = self.shape(left.ty)?;
                // An address with the highest bit is a negative number in a signed type, where addresses have 32 bits.
                let is_address = |value: &Value| matches!(value, Value::Pointer(..) | Value::Procedure(_));
                if operator.asks_for_order() == Some(true)
                    && shape.is_signed
                    && shape.bits <= 32
                    && is_address(&a) != is_address(&b)
                {
                    return unsupported(ADDRESS_AND_NUMBER);
                }
                let holds = self.compared(operator, &a, &b)?;
                Ok(Value::Integer(i128::from(holds)))
            }
            BinaryOperator::Add | BinaryOperator::Subtract => {
                let shape = self.shape(ty)?;
                self.sum(operator, a, b, shape, ty)
            }
            // A symbol inside the range that the operation keeps as it is stays symbolic.
            BinaryOperator::Remainder | BinaryOperator::BitAnd if self.is_kept(operator, &a, &b) => Ok(a),
            BinaryOperator::Multiply
            | BinaryOperator::Divide
            | BinaryOperator::Remainder
            | BinaryOperator::ShiftLeft
            | BinaryOperator::ShiftRight
            | BinaryOperator::BitAnd
            | BinaryOperator::BitOr
            | BinaryOperator::BitXor => {
                let shape = self.shape(ty)?;
                if let Some(value) = self.on_low_bits(operator, &a, &b, shape) {
                    return Ok(value);
                }
                let (a, b) = (self.number(a)?, self.number(b)?);
                self.computed(compute(operator, a, b, shape), ty)
            }
        }
    }

    fn computed(&mut self, computed: Computed, ty: TypeId) -> Evaluated<Value> {
        match computed {
            Computed::Number(number, None) => Ok(Value::Integer(number)),
            Computed::Number(number, Some(kind)) => {
                self.violate(kind, "signed arithmetic leaves the range of its type");
                Ok(Value::Integer(number))
            }
            Computed::Undefined(kind) => {
                let message = match kind {
                    ViolationKind::DivisionByZero => "division by zero",
                    _ => "a shift by a negative amount or by at least the width of the type",
                };
                self.violate(kind, message);
                self.undefined(ty)
            }
        }
    }

    /// Any value that C leaves undefined.
    pub(super) fn undefined(&mut self, ty: TypeId) -> Evaluated<Value> {
        self.same_again(|cx| cx.chosen(ChoiceKind::Undefined, ty))
    }

    /// A new value: the same one if the step was interrupted before and is taken again.
    pub(super) fn same_again(&mut self, new: impl FnOnce(&mut Self) -> Evaluated<Value>) -> Evaluated<Value> {
        let before = self.state.undefined.get(self.n_undefined).cloned();
        self.n_undefined += 1;
        if let Some(value) = before {
            return Ok(self.state.resolved(value));
        }
        let value = new(self)?;
        self.state.undefined.push(value.clone());
        Ok(value)
    }

    /// Addition and subtraction: a symbol and a number stay a symbol; an address in an integer moves.
    fn sum(&mut self, operator: BinaryOperator, a: Value, b: Value, shape: Shape, ty: TypeId) -> Evaluated<Value> {
        let sign = if operator == BinaryOperator::Subtract { -1 } else { 1 };
        match (&a, &b) {
            (Value::Symbol(symbol, added), Value::Integer(number)) => {
                self.symbolic_sum(*symbol, added + sign * number, shape)
            }
            (Value::Integer(number), Value::Symbol(symbol, added)) if sign == 1 => {
                self.symbolic_sum(*symbol, added + number, shape)
            }
            (Value::Pointer(..), Value::Integer(number)) => self.moved(a.clone(), sign * number),
            (Value::Integer(number), Value::Pointer(..)) if sign == 1 => self.moved(b.clone(), *number),
            (Value::Pointer(..), Value::Pointer(..)) if sign == -1 => self.difference(a, b, 1),
            _ => {
                let (a, b) = (self.number(a)?, self.number(b)?);
                self.computed(compute(operator, a, b, shape), ty)
            }
        }
    }

    /// `symbol + added` in a type: pieces that leave the range are split off, wrap and (signed) violate overflow.
    fn symbolic_sum(
        &mut self,
        symbol: crate::semantics::value::SymbolId,
        added: i128,
        shape: Shape,
    ) -> Evaluated<Value> {
        let interval = self.state.symbols[symbol].shifted(added);
        let range = shape.range();
        let value = convert_symbol(self.state, symbol, added, shape)?;
        if shape.is_signed && !range.covers(interval) {
            self.violate(ViolationKind::SignedOverflow, "signed arithmetic leaves the range of its type");
        }
        Ok(value)
    }

    fn compared(&mut self, operator: BinaryOperator, a: &Value, b: &Value) -> Evaluated<bool> {
        let equality = |equal: bool| match operator {
            BinaryOperator::Equal => Ok(equal),
            BinaryOperator::NotEqual => Ok(!equal),
            _ => unsupported("comparing the order of addresses of functions"),
        };
        match (a, b) {
            (Value::Integer(x), Value::Integer(y)) => Ok(match operator {
                BinaryOperator::Equal => x == y,
                BinaryOperator::NotEqual => x != y,
                BinaryOperator::Less => x < y,
                BinaryOperator::LessEqual => x <= y,
                BinaryOperator::Greater => x > y,
                _ => x >= y,
            }),
            (Value::Pointer(one, x), Value::Pointer(other, y)) if one == other => {
                self.compared(operator, &Value::Integer((*x).into()), &Value::Integer((*y).into()))
            }
            (Value::Pointer(one, x), Value::Pointer(other, y)) => {
                let (one, other) = ((*one, *x), (*other, *y));
                match operator {
                    BinaryOperator::Less | BinaryOperator::LessEqual => self.is_below(one, other),
                    BinaryOperator::Greater | BinaryOperator::GreaterEqual => Ok(!self.is_below(one, other)?),
                    _ => equality(self.are_equal(one, other)?),
                }
            }
            (Value::Procedure(one), Value::Procedure(other)) => equality(one == other),
            (Value::Pointer(..), Value::Procedure(_)) | (Value::Procedure(_), Value::Pointer(..)) => equality(false),
            // No object or function is at address 0. Comparisons with other numbers follow below.
            (Value::Pointer(..) | Value::Procedure(_), Value::Integer(0))
            | (Value::Integer(0), Value::Pointer(..) | Value::Procedure(_)) => match operator {
                BinaryOperator::Equal => Ok(false),
                BinaryOperator::NotEqual => Ok(true),
                BinaryOperator::Greater | BinaryOperator::GreaterEqual => Ok(!matches!(a, Value::Integer(_))),
                _ => Ok(matches!(a, Value::Integer(_))),
            },
            (Value::Pointer(object, offset), Value::Integer(number)) => {
                self.address_compared(operator, (*object, *offset), *number, false)
            }
            (Value::Integer(number), Value::Pointer(object, offset)) => {
                self.address_compared(operator, (*object, *offset), *number, true)
            }
            (Value::Procedure(_), Value::Integer(_)) | (Value::Integer(_), Value::Procedure(_)) => {
                unsupported(ADDRESS_AND_NUMBER)
            }
            (Value::Part(_), _) | (_, Value::Part(_)) => unsupported(PART_AS_NUMBER),
            (Value::Symbol(..), _) | (_, Value::Symbol(..)) => compare(self.state, operator, a, b),
            (Value::Indeterminate | Value::Blob(_), _) | (_, Value::Indeterminate | Value::Blob(_)) => {
                unsupported("comparing something that is no scalar")
            }
        }
    }

    /// Whether a comparison of an address with a number that is not zero holds; of the number with the address if it is turned round.
    fn address_compared(
        &self,
        operator: BinaryOperator,
        address: (ObjectId, i64),
        number: i128,
        is_turned_round: bool,
    ) -> Evaluated<bool> {
        let asks_for_order = operator.asks_for_order() == Some(true);
        if !asks_for_order && self.is_misaligned(address, number) {
            return Ok(operator == BinaryOperator::NotEqual);
        }
        let Some(ordering) = self.against_number(address, number) else { return unsupported(ADDRESS_AND_NUMBER) };
        let ordering = if is_turned_round { ordering.reverse() } else { ordering };
        Ok(match operator {
            BinaryOperator::Equal => false,
            BinaryOperator::NotEqual => true,
            BinaryOperator::Less | BinaryOperator::LessEqual => ordering.is_lt(),
            _ => ordering.is_gt(),
        })
    }

    fn difference(&mut self, left: Value, right: Value, element: u64) -> Evaluated<Value> {
        match (&left, &right) {
            (Value::Pointer(one, x), Value::Pointer(other, y)) if one == other => {
                Ok(Value::Integer(i128::from(x - y) / i128::from(element.max(1))))
            }
            (Value::Integer(x), Value::Integer(y)) => Ok(Value::Integer((x - y) / i128::from(element.max(1)))),
            _ => unsupported("the distance between different objects"),
        }
    }

    /// A value as another type holds it.
    pub fn convert(&mut self, value: Value, from: TypeId, to: TypeId) -> Evaluated<Value> {
        if from == to {
            return Ok(value);
        }
        match self.machine.program.types.kind(to) {
            TypeKind::Void => return Ok(Value::Integer(0)),
            // An undecided truth value stays one.
            TypeKind::Bool if self.state.interval(&value).is_some_and(|it| it.low >= 0 && it.high <= 1) => {
                return Ok(value);
            }
            TypeKind::Bool => {
                self.shape(from)?;
                let holds = self.is_true(&value)?;
                return Ok(Value::Integer(i128::from(holds)));
            }
            TypeKind::Int(_) | TypeKind::Pointer(_) => {}
            TypeKind::Float(_) | TypeKind::Complex(_) => return unsupported("floating-point arithmetic"),
            TypeKind::Array { .. } | TypeKind::Record(_) | TypeKind::Function(_) => {
                return unsupported("a conversion between types that are no scalars");
            }
        }
        self.shape(from)?;
        let shape = self.shape(to)?;
        let place = self.place_of_result();
        match value {
            Value::Integer(number) => Ok(Value::Integer(shape.wrap(number))),
            Value::Symbol(symbol, added) => {
                let exact = convert_symbol(self.state, symbol, added, shape);
                self.or_any(place, exact, false, |_| Some(shape.range()))
            }
            Value::Pointer(..) | Value::Procedure(_) => {
                if u64::from(shape.bits) == self.machine.program.types.model().pointer_bytes() * 8 {
                    Ok(value)
                } else if u64::from(shape.bits) > self.machine.program.types.model().pointer_bytes() * 8 {
                    // The number of an address is positive and fits: the wider integer holds the same address.
                    Ok(value)
                } else {
                    unsupported("the number of an address in a narrower integer")
                }
            }
            // The same bytes as the other type of their width.
            Value::Part(part) if shape.bits == 8 * u32::from(part.count) => Ok(value),
            Value::Part(_) => unsupported(PART_AS_NUMBER),
            Value::Indeterminate | Value::Blob(_) => unsupported("a conversion of something that is no scalar"),
        }
    }

    /// An index in bytes.
    fn scaled(&mut self, index: Value, element: u64) -> Evaluated<i128> {
        Ok(self.number(index)? * i128::from(element))
    }

    /// An address some bytes further.
    pub fn moved(&mut self, base: Value, distance: i128) -> Evaluated<Value> {
        match base {
            Value::Pointer(object, offset) => match in_memory(i128::from(offset) + distance) {
                Some(offset) => Ok(Value::Pointer(object, offset)),
                None => unsupported("an address beyond all memory"),
            },
            Value::Integer(number) => {
                let bits = self.machine.program.types.model().pointer_bytes() as u32 * 8;
                Ok(Value::Integer(Shape { bits, is_signed: false }.wrap(number + distance)))
            }
            Value::Procedure(_) if distance == 0 => Ok(base),
            Value::Procedure(_) => unsupported("arithmetic on the address of a function"),
            Value::Symbol(..) => unsupported("arithmetic on a pointer without a known target"),
            Value::Part(_) => unsupported(PART_AS_NUMBER),
            Value::Indeterminate | Value::Blob(_) => unsupported("arithmetic on something that is no scalar"),
        }
    }

    /// Where a place is. Evaluates the registers in it; reads no memory unless the place dereferences a value in memory.
    pub fn locate(&mut self, place: &Place) -> Evaluated<Located> {
        match &place.kind {
            PlaceKind::Global(global) => {
                let object = self.machine.global_object(self.state, self.thread, *global);
                Ok(Located::Memory(Value::Pointer(object, 0)))
            }
            PlaceKind::Local(local) => {
                let frame = self.state.threads[self.thread as usize].frame();
                if self.machine.program.procedures[frame.procedure].locals[*local].is_register {
                    return Ok(Located::Register(*local));
                }
                match &frame.registers[local.0 as usize] {
                    address @ Value::Pointer(..) => Ok(Located::Memory(address.clone())),
                    _ => Err(Interruption::Violation(
                        ViolationKind::UseAfterScope,
                        "a local object is used outside its block".into(),
                    )),
                }
            }
            PlaceKind::Deref(pointer) => Ok(Located::Memory(self.value(pointer)?)),
            PlaceKind::Field(base, field) => {
                let offset = self.field(base, *field).0;
                self.inner(base, i128::from(offset))
            }
            PlaceKind::BitLocation(field) => self.locate(field),
            PlaceKind::Index(base, index) => {
                let index = self.value(index)?;
                let element = self.machine.program.types.size_of(place.ty).unwrap_or(1);
                let distance = self.scaled(index, element)?;
                self.inner(base, distance)
            }
        }
    }

    fn inner(&mut self, base: &Place, distance: i128) -> Evaluated<Located> {
        match self.locate(base)? {
            Located::Memory(address) => Ok(Located::Memory(self.moved(address, distance)?)),
            Located::Register(_) => unsupported("a part of a register"),
        }
    }

    pub(super) fn field(&self, base: &Place, field: u32) -> (u64, Option<BitField>) {
        let types = &self.machine.program.types;
        let TypeKind::Record(record) = types.kind(base.ty) else { panic!("a field belongs to a record") };
        let body = types.record(*record).body.as_ref().expect("a record in a program is complete");
        let field = &body.fields[field as usize];
        (field.offset, field.bits)
    }

    /// Number of bytes that an access to a place touches.
    fn extent(&self, place: &Place) -> Evaluated<u64> {
        if let Some(bits) = self.bits(place) {
            return Ok(bits.location_bytes.into());
        }
        if let PlaceKind::BitLocation(field) = &place.kind {
            let bits = self.bits(field).expect("a bit location belongs to a bit-field");
            return Ok(bits.location_bytes.into());
        }
        match self.machine.program.types.size_of(place.ty) {
            Some(size) => Ok(size),
            None => unsupported("an access to an object of unknown size"),
        }
    }

    /// The value of a place: one listed access if it is in memory.
    pub fn read(&mut self, place: &Place) -> Evaluated<Value> {
        match self.locate(place)? {
            Located::Register(local) => self.read_register(local, place.ty),
            Located::Memory(address) => {
                let size = self.extent(place)?;
                let (object, offset) = self.range(&address, size, false)?;
                let value = match self.bits(place) {
                    Some(bits) => self.load_bits(object, offset, bits, place.ty)?,
                    None => self.load(object, offset, size, place.ty)?,
                };
                self.list(object, offset, size, false, place.atomic, &value);
                Ok(value)
            }
        }
    }

    fn read_register(&mut self, local: LocalId, ty: TypeId) -> Evaluated<Value> {
        let value = self.state.threads[self.thread as usize].frame().registers[local.0 as usize].clone();
        if value != Value::Indeterminate {
            return Ok(value);
        }
        let value = self.chosen(ChoiceKind::Indeterminate, ty)?;
        self.set_register(local, value.clone());
        Ok(value)
    }

    /// Any value of a type: a fresh symbol, listed as a choice.
    pub fn chosen(&mut self, kind: ChoiceKind, ty: TypeId) -> Evaluated<Value> {
        let interval = match self.machine.program.types.kind(ty) {
            TypeKind::Bool => Interval { low: 0, high: 1, hole: None, is_any: false },
            _ => self.shape(ty)?.range(),
        };
        let value = self.state.fresh_symbol(interval);
        self.event(Event::Choice { kind, value: TraceValue::Opaque }, Some(value.clone()));
        Ok(value)
    }

    /// A register's new value.
    pub fn set_register(&mut self, local: LocalId, value: Value) {
        self.state.thread_mut(self.thread).frame_mut().registers[local.0 as usize] = value;
    }

    /// Stores to a place that was located: one listed access if it is in memory.
    pub fn write(&mut self, place: &Place, located: Located, value: Value) -> Evaluated<()> {
        if let Some((object, offset, size)) = self.store_located(place, located, &value)? {
            self.list(object, offset, size, true, place.atomic, &value);
        }
        Ok(())
    }

    /// Stores to an object during its declaration: not listed.
    pub fn initialize(&mut self, place: &Place, located: Located, value: Value) -> Evaluated<()> {
        self.store_located(place, located, &value)?;
        Ok(())
    }

    /// Stores; the bytes that were written, if they are in memory.
    fn store_located(
        &mut self,
        place: &Place,
        located: Located,
        value: &Value,
    ) -> Evaluated<Option<(ObjectId, u64, u64)>> {
        let address = match located {
            Located::Register(local) => {
                self.set_register(local, value.clone());
                return Ok(None);
            }
            Located::Memory(address) => address,
        };
        let size = self.extent(place)?;
        let (object, offset) = self.range(&address, size, true)?;
        match self.bits(place) {
            Some(bits) => self.store_bits(object, offset, bits, value)?,
            None => self.store(object, offset, size, value)?,
        }
        Ok(Some((object, offset, size)))
    }

    /// Records an access to an object that is listed.
    pub fn list(
        &mut self,
        object: ObjectId,
        offset: u64,
        size: u64,
        is_write: bool,
        atomic: Option<Atomic>,
        value: &Value,
    ) {
        if !self.state.objects[object].is_listed {
            return;
        }
        let own_section = u32::from(atomic.is_some_and(|atomic| atomic.is_update));
        let in_section = self.state.threads[self.thread as usize].atomic_depth > own_section;
        let access = Access { object, offset, size, is_write, atomic, in_section, span: self.span };
        let is_atomic = atomic.is_some();
        self.record.accesses.push(access);
        self.record.happened(|| Happened::Access(access));
        if self.record.keeps_events() {
            let location = Naming { program: self.machine.program, state: self.state }.location(object, offset, size);
            let nothing = TraceValue::Opaque;
            let event = if is_write {
                Event::Write { location, value: nothing, is_atomic }
            } else {
                Event::Read { location, value: nothing, is_atomic }
            };
            self.event(event, Some(value.clone()));
        }
    }

    /// Records a listed event, if events are kept.
    pub fn event(&mut self, event: Event, value: Option<Value>) {
        let n_violations = self.record.violations.len();
        let Some(events) = &mut self.record.events else { return };
        let program = self.machine.program;
        let thread = &self.state.threads[self.thread as usize];
        let function = match thread.frames.last() {
            Some(frame) => program.procedures[frame.procedure].name.clone(),
            None => match &thread.ending {
                Some(ending) => program.procedures[ending.procedure].name.clone(),
                None => "".into(),
            },
        };
        let place = program.source.place(self.span);
        let callers = callers(self.machine, thread);
        let step = TraceStep { thread: self.thread, span: self.span, place, function, callers, event };
        events.push(Pending { step, value, n_violations });
    }
}

/// The calls that a thread is in, the innermost first.
fn callers(machine: &Machine<'_>, thread: &Thread) -> Vec<Caller> {
    let call = |frames: &[Rc<Frame>]| {
        let [caller, callee] = frames else { return None };
        let leads_there = |data: &&TransitionData| {
            let is_it = match &data.effect {
                Effect::Call { callee: Callee::Procedure(procedure), .. } => *procedure == callee.procedure,
                Effect::Call { callee: Callee::Pointer(_), .. } => true,
                _ => false,
            };
            data.to == caller.location && is_it
        };
        let data = machine.automata[caller.procedure].transitions.values().find(leads_there)?;
        let function = machine.program.procedures[caller.procedure].name.clone();
        (data.span != Span::NOWHERE).then(|| Caller { function, place: machine.program.source.place(data.span) })
    };
    thread.frames.windows(2).rev().filter_map(call).collect()
}

/// The offset modulo 2^64; `None` if it may lie in the object again. Example: the index `strlen("") - 1` lies in front of the object.
fn in_memory(exact: i128) -> Option<i64> {
    let wrapped = exact as i64;
    (i128::from(wrapped) == exact || exact > 0 && wrapped < 0).then_some(wrapped)
}
