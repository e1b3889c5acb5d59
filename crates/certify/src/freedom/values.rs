//! What expressions and places may be.

use raddle_program::builder::field_of;
use raddle_program::footprint::is_listed;
use raddle_program::source::Span;
use raddle_program::syntax::{BinaryOperator, Expr, ExprKind, LocalId, Place, PlaceKind, UnaryOperator};

use super::address::{Address, At, Code, Object, Value, Values};
use super::pointers::Pointers;
use super::terms::value;

impl Pointers<'_> {
    /// What an expression may be; its accesses are noted.
    pub(super) fn value(&mut self, at: At, expr: &Expr, span: Span) -> Values {
        match &expr.kind {
            ExprKind::Integer(_) => Values::one(Value::Number),
            ExprKind::Read(place) => self.read(at, place, span),
            ExprKind::AddressOf(place) => self.place(at, place, span),
            ExprKind::Procedure(procedure) => Values::one(Value::Procedure(*procedure)),
            ExprKind::SelfId => Values::one(Value::Thread(at.0.class)),
            ExprKind::AllocationSize(operand, _) => {
                self.value(at, operand, span);
                Values::one(Value::Number)
            }
            ExprKind::Unary(operator, operand) => {
                let operand = self.value(at, operand, span);
                match operator {
                    UnaryOperator::LogicalNot => Values::one(Value::Number),
                    UnaryOperator::Negate | UnaryOperator::BitNot => computed(&[operand]),
                }
            }
            ExprKind::Binary(operator, left, right) => {
                let operands = [self.value(at, left, span), self.value(at, right, span)];
                match operator {
                    BinaryOperator::Equal
                    | BinaryOperator::NotEqual
                    | BinaryOperator::Less
                    | BinaryOperator::LessEqual
                    | BinaryOperator::Greater
                    | BinaryOperator::GreaterEqual => Values::one(Value::Number),
                    BinaryOperator::Add
                    | BinaryOperator::Subtract
                    | BinaryOperator::Multiply
                    | BinaryOperator::Divide
                    | BinaryOperator::Remainder
                    | BinaryOperator::ShiftLeft
                    | BinaryOperator::ShiftRight
                    | BinaryOperator::BitAnd
                    | BinaryOperator::BitOr
                    | BinaryOperator::BitXor => computed(&operands),
                }
            }
            ExprKind::Cast(operand) => self.value(at, operand, span),
            ExprKind::PointerAdd { pointer, index, element, is_subtraction } => {
                let pointer = self.value(at, pointer, span);
                self.moved(at, &pointer, (index, Some(*element), *is_subtraction), span)
            }
            ExprKind::PointerDifference { left, right, element: _ } => {
                let operands = [self.value(at, left, span), self.value(at, right, span)];
                computed(&operands)
            }
            ExprKind::Floating(_, operands) => {
                let operands: Vec<Values> = operands.iter().map(|it| self.value(at, it, span)).collect();
                computed(&operands)
            }
            ExprKind::Conditional { condition, then, otherwise } => {
                self.value(at, condition, span);
                let mut either = self.value(at, then, span);
                either.extend(&self.value(at, otherwise, span));
                either
            }
        }
    }

    fn read(&mut self, at: At, place: &Place, span: Span) -> Values {
        if let Some(register) = self.as_register(at.0, place) {
            return self.register(at.0, register);
        }
        let addresses = self.place(at, place, span);
        let size = self.extent(place);
        let loaded = self.load(&addresses, size);
        if self.is_shown(at.0, place) {
            self.access_to(at, place, addresses, size, false, span);
        }
        loaded
    }

    /// Stores the value of an expression into a place.
    pub(super) fn assign(&mut self, at: At, target: &Place, value: &Expr, span: Span, is_shown: bool) {
        if let Some(register) = self.as_register(at.0, target) {
            let value = self.value(at, value, span);
            self.set(at.0, register, &value);
            return;
        }
        let to = self.place(at, target, span);
        let size = self.extent(target);
        match &value.kind {
            // What is no number is copied whole, with all that is inside.
            ExprKind::Read(place)
                if self.as_register(at.0, place).is_none() && self.program.types.scalar_shape(value.ty).is_none() =>
            {
                let from = self.place(at, place, span);
                self.copy(&from, &to, size);
                if self.is_shown(at.0, place) {
                    self.access_to(at, place, from, size, false, span);
                }
            }
            _ => {
                let value = self.value(at, value, span);
                self.store(&to, size, &value);
            }
        }
        if is_shown && self.is_shown(at.0, target) {
            self.access_to(at, target, to, size, true, span);
        }
    }

    /// The addresses of a place in memory.
    fn place(&mut self, at: At, place: &Place, span: Span) -> Values {
        let first = |object| Values::one(Value::Address(Address::first(object)));
        match &place.kind {
            PlaceKind::Global(global) if self.program.globals[*global].is_thread_local => {
                first(Object::ThreadLocal(at.0.class, *global))
            }
            PlaceKind::Global(global) => first(Object::Global(*global)),
            PlaceKind::Local(local) => first(Object::Local(at.0, *local)),
            PlaceKind::Deref(pointer) => self.value(at, pointer, span),
            PlaceKind::BitLocation(inner) => self.place(at, inner, span),
            PlaceKind::Field(base, number) => {
                let offset = field_of(&self.program.types, base.ty, *number).map_or(0, |field| field.offset);
                self.place(at, base, span).mapped(|address| address.moved(offset.into()))
            }
            PlaceKind::Index(base, index) => {
                let base = self.place(at, base, span);
                self.moved(at, &base, (index, self.program.types.size_of(place.ty), false), span)
            }
        }
    }

    fn moved(
        &mut self,
        at: At,
        base: &Values,
        (index, element, is_subtraction): (&Expr, Option<u64>, bool),
        span: Span,
    ) -> Values {
        let distance = self.value(at, index, span);
        let number = value(self.program, at.0.procedure, index).and_then(|index| index.as_number());
        let mut moved = match (number, element) {
            (Some(number), Some(element)) => {
                let bytes = number.saturating_mul(element.into());
                base.mapped(|address| address.moved(if is_subtraction { -bytes } else { bytes }))
            }
            (_, Some(0)) => base.clone(),
            (_, Some(element)) => base.mapped(|address| address.strided(element)),
            (_, None) => base.mapped(|address| address.strided(1)),
        };
        // A distance between two objects leads from one to the other.
        for address in distance.addresses() {
            moved.add(Value::Address(address.strided(1)));
        }
        moved
    }

    /// How many bytes an access to a place touches.
    fn extent(&self, place: &Place) -> Option<u64> {
        let types = &self.program.types;
        let bits = match &place.kind {
            PlaceKind::Field(base, number) => field_of(types, base.ty, *number).and_then(|field| field.bits),
            _ => None,
        };
        bits.map_or_else(|| types.size_of(place.ty), |bits| Some(bits.location_bytes.into()))
    }

    fn as_register(&self, code: Code, place: &Place) -> Option<LocalId> {
        match place.kind {
            PlaceKind::Local(local) => {
                self.program.procedures[code.procedure].locals[local].is_register.then_some(local)
            }
            PlaceKind::Global(_)
            | PlaceKind::Deref(_)
            | PlaceKind::Field(..)
            | PlaceKind::Index(..)
            | PlaceKind::BitLocation(_) => None,
        }
    }

    fn is_shown(&self, code: Code, place: &Place) -> bool {
        is_listed(&self.program.procedures[code.procedure], place)
    }
}

/// The result of arithmetic that is not looked into.
fn computed(operands: &[Values]) -> Values {
    let mut result = Values::one(Value::Number);
    for operand in operands {
        result.extend(&operand.mapped(|address| address.strided(1)));
    }
    result
}
