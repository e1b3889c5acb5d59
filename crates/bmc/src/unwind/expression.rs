//! Values of expressions, as the executable semantics has them, as terms.

use raddle_logic::term::Term;
use raddle_program::property::ViolationKind;
use raddle_program::syntax::{BinaryOperator, Expr, ExprKind, PART_OF_MAPPING, ProcedureId, Region, UnaryOperator};
use raddle_program::types::{TypeId, TypeKind};

use crate::unwind::LATE_BOUND;
use crate::unwind::access::{Address, Located, Meaning};
use crate::unwind::object::Target;
use crate::unwind::pool::Arithmetic;
use crate::unwind::state::State;
use crate::unwind::value::{NUMBER, Slot, TAG_BITS, Value};
use crate::unwind::{Pass, Stepped, Stopped, ThreadData};

impl Pass<'_> {
    /// The procedure that a thread is in.
    pub(super) fn procedure(&self, cx: &ThreadData) -> ProcedureId {
        cx.stack.last().expect("a thread is in a procedure").0
    }

    /// Bits and signedness of an integer type, truth value or pointer.
    pub(super) fn shape(&mut self, cx: &ThreadData, state: &mut State, ty: TypeId) -> Stepped<(u32, bool)> {
        match self.source.program.types.scalar_shape(ty) {
            Some((bits, is_signed)) if bits <= 64 => Ok((bits, is_signed)),
            Some(_) => self.unsupported(cx, state, "arithmetic on 128-bit integers"),
            None => self.unsupported(cx, state, "floating-point arithmetic"),
        }
    }

    /// The bits of a plain number; addresses have none.
    pub(super) fn plain(&mut self, cx: &ThreadData, state: &mut State, value: Value) -> Stepped<Term> {
        if !value.is_number(&self.pool) {
            let is_plain = value.has_tag(&mut self.pool, NUMBER);
            let is_address = self.pool.not(is_plain);
            self.unsupported_if(cx, state, is_address, "arithmetic on the number of an address")?;
        }
        Ok(value.bits)
    }

    /// The value of an expression that is a scalar.
    pub(super) fn scalar(&mut self, cx: &mut ThreadData, state: &mut State, expr: &Expr) -> Stepped<Value> {
        match self.value(cx, state, expr)? {
            Slot::Scalar(value) => Ok(value),
            Slot::Indeterminate(_) | Slot::Blob(_) => self.unsupported(cx, state, "floating-point arithmetic"),
        }
    }

    /// Whether an expression is not zero.
    pub(super) fn condition(&mut self, cx: &mut ThreadData, state: &mut State, expr: &Expr) -> Stepped<Term> {
        let value = self.scalar(cx, state, expr)?;
        Ok(value.truth(&mut self.pool))
    }

    /// The value of an expression.
    pub(super) fn value(&mut self, cx: &mut ThreadData, state: &mut State, expr: &Expr) -> Stepped<Slot> {
        let value = match &expr.kind {
            ExprKind::Read(place) => return self.read(cx, state, place),
            ExprKind::Integer(number) => {
                let (width, _) = self.shape(cx, state, expr.ty)?;
                Value::number(&mut self.pool, width, *number as u128)
            }
            ExprKind::AddressOf(place) => match self.locate(cx, state, place)? {
                Located::Memory(address) => {
                    self.deny_moved_number(cx, state, address)?;
                    self.value_of_address(address)
                }
                Located::Register(_) => return self.unsupported(cx, state, "the address of a register"),
            },
            ExprKind::Procedure(procedure) => {
                let tag = self.names.tag(Target::Procedure(*procedure));
                let width = self.pointer_bits();
                Value::tagged(&mut self.pool, tag, width, 0)
            }
            ExprKind::SelfId => {
                let (width, _) = self.shape(cx, state, expr.ty)?;
                let tag = self.names.tag(Target::Thread(cx.id));
                Value::tagged(&mut self.pool, tag, width, 0)
            }
            ExprKind::Unary(operator, operand) => self.unary(cx, state, *operator, operand, expr.ty)?,
            ExprKind::Binary(operator, left, right) => self.binary(cx, state, *operator, left, right, expr.ty)?,
            ExprKind::Cast(operand) => {
                let value = self.value(cx, state, operand)?;
                return self.convert(cx, state, value, operand.ty, expr.ty);
            }
            ExprKind::PointerAdd { pointer, index, element, is_subtraction } => {
                let base = self.scalar(cx, state, pointer)?;
                let distance = self.scaled(cx, state, index, *element)?;
                let address = self.address_of_value(base);
                let operation = if *is_subtraction { Arithmetic::Subtract } else { Arithmetic::Add };
                let offset = self.pool.arithmetic(operation, address.offset, distance.bytes);
                let address = self.beyond(Address { offset, ..address }, distance.comes_round);
                self.deny_moved_number(cx, state, address)?;
                self.value_of_address(address)
            }
            ExprKind::Floating(operation, operands) => self.floating(cx, state, *operation, operands, expr.ty)?,
            ExprKind::PointerDifference { left, right, element } => {
                let (left, right) = (self.scalar(cx, state, left)?, self.scalar(cx, state, right)?);
                self.difference(cx, state, left, right, *element)?
            }
            ExprKind::AllocationSize(pointer, region) => {
                let pointer = self.scalar(cx, state, pointer)?;
                let (width, _) = self.shape(cx, state, expr.ty)?;
                self.allocation_size(cx, state, pointer, *region, width)?
            }
            ExprKind::Conditional { condition, then, otherwise } => {
                return self.conditional(cx, state, condition, then, otherwise);
            }
        };
        Ok(Slot::Scalar(value))
    }

    /// Only the chosen side is evaluated: what stops the other stops nothing.
    fn conditional(
        &mut self,
        cx: &mut ThreadData,
        state: &mut State,
        condition: &Expr,
        then: &Expr,
        otherwise: &Expr,
    ) -> Stepped<Slot> {
        let condition = self.condition(cx, state, condition)?;
        let negation = self.pool.not(condition);
        let guard = state.guard.clone();
        let mut sides = Vec::new();
        for (literal, side) in [(condition, then), (negation, otherwise)] {
            let Some(narrow) = guard.and(&mut self.pool, literal) else { continue };
            state.guard = narrow;
            if let Ok(value) = self.value(cx, state, side) {
                sides.push((state.guard.clone(), value));
            }
        }
        let Some((guard, value)) = sides.pop() else { return Err(Stopped) };
        let Some((first, chosen)) = sides.pop() else {
            state.guard = guard;
            return Ok(value);
        };
        let (joined, selector) = first.join(&guard, &mut self.pool);
        state.guard = joined;
        match (chosen, value) {
            (Slot::Scalar(then), Slot::Scalar(otherwise)) => {
                Ok(Slot::Scalar(Value::choose(&mut self.pool, selector, then, otherwise)))
            }
            _ => self.unsupported(cx, state, "a choice between values that are no scalars"),
        }
    }

    fn allocation_size(
        &mut self,
        cx: &mut ThreadData,
        state: &mut State,
        pointer: Value,
        region: Region,
        width: u32,
    ) -> Stepped<Value> {
        let mut result = self.pool.number(width, 0);
        let is_start = self.pool.is_number(pointer.bits, 0);
        let mut valid = Vec::new();
        for tag in pointer.tags(&self.pool) {
            let has_tag = pointer.has_tag(&mut self.pool, tag);
            let size = match tag {
                NUMBER => Some(self.pool.number(64, 0)),
                _ => match self.names.target(tag) {
                    Target::Object(key) => {
                        let object = self.names.object(key);
                        self.found.is_early |= !self.objects.contains_key(&object);
                        if self.is_bounded_later(object) {
                            self.unsupported_if(cx, state, has_tag, LATE_BOUND)?;
                        }
                        let data =
                            self.object_data(object).filter(|data| data.region.is_some_and(|it| it.ends_as(region)));
                        data.map(|data| data.limit.unwrap_or_else(|| self.pool.number(64, data.size.into())))
                    }
                    Target::Procedure(_) | Target::Thread(_) | Target::Wild => None,
                },
            };
            let Some(size) = size else { continue };
            let size = self.pool.resize(size, width, false);
            result = self.pool.ite(has_tag, size, result);
            if region.has_parts() && tag != NUMBER {
                let is_inside = self.pool.not(is_start);
                let is_part = self.pool.and(has_tag, is_inside);
                self.unsupported_if(cx, state, is_part, PART_OF_MAPPING)?;
            }
            valid.push(self.pool.and(has_tag, is_start));
        }
        let is_valid = self.pool.any(&valid);
        let is_invalid = self.pool.not(is_valid);
        let what = region.never_sized();
        self.invalid_if(cx, state, is_invalid, ViolationKind::InvalidFree, what)?;
        let mut freed = Vec::new();
        for tag in pointer.tags(&self.pool) {
            if tag != NUMBER
                && let Target::Object(key) = self.names.target(tag)
            {
                let object = self.names.object(key);
                freed.push(Meaning { condition: pointer.has_tag(&mut self.pool, tag), object, offset: 0 });
            }
        }
        let is_freed = self.is_any_dead(cx, state, pointer.tag, &freed)?;
        self.invalid_if(cx, state, is_freed, ViolationKind::UseAfterFree, region.sized_late())?;
        Ok(Value::of_bits(&mut self.pool, result))
    }

    fn unary(
        &mut self,
        cx: &mut ThreadData,
        state: &mut State,
        operator: UnaryOperator,
        operand: &Expr,
        ty: TypeId,
    ) -> Stepped<Value> {
        let value = self.scalar(cx, state, operand)?;
        let (width, is_signed) = self.shape(cx, state, ty)?;
        match operator {
            UnaryOperator::LogicalNot => {
                let holds = value.truth(&mut self.pool);
                let fails = self.pool.not(holds);
                Ok(Value::of_bool(&mut self.pool, fails, width))
            }
            UnaryOperator::Negate => {
                let number = self.plain(cx, state, value)?;
                let zero = self.pool.number(width, 0);
                if is_signed {
                    self.note_overflow(cx, state, BinaryOperator::Subtract, zero, number);
                }
                let bits = self.pool.arithmetic(Arithmetic::Subtract, zero, number);
                Ok(Value::of_bits(&mut self.pool, bits))
            }
            UnaryOperator::BitNot => {
                let number = self.plain(cx, state, value)?;
                let ones = self.pool.number(width, u128::MAX);
                let bits = self.pool.arithmetic(Arithmetic::Xor, number, ones);
                Ok(Value::of_bits(&mut self.pool, bits))
            }
        }
    }

    fn binary(
        &mut self,
        cx: &mut ThreadData,
        state: &mut State,
        operator: BinaryOperator,
        left: &Expr,
        right: &Expr,
        ty: TypeId,
    ) -> Stepped<Value> {
        let (a, b) = (self.scalar(cx, state, left)?, self.scalar(cx, state, right)?);
        match operator {
            BinaryOperator::Equal
            | BinaryOperator::NotEqual
            | BinaryOperator::Less
            | BinaryOperator::LessEqual
            | BinaryOperator::Greater
            | BinaryOperator::GreaterEqual => {
                let (_, is_signed) = self.shape(cx, state, left.ty)?;
                let (width, _) = self.shape(cx, state, ty)?;
                let holds = self.compared(cx, state, operator, a, b, is_signed)?;
                Ok(Value::of_bool(&mut self.pool, holds, width))
            }
            BinaryOperator::Add | BinaryOperator::Subtract => {
                let (_, is_signed) = self.shape(cx, state, ty)?;
                self.sum(cx, state, operator, a, b, is_signed)
            }
            BinaryOperator::Multiply
            | BinaryOperator::Divide
            | BinaryOperator::Remainder
            | BinaryOperator::ShiftLeft
            | BinaryOperator::ShiftRight
            | BinaryOperator::BitAnd
            | BinaryOperator::BitOr
            | BinaryOperator::BitXor => {
                let (width, is_signed) = self.shape(cx, state, ty)?;
                self.shape(cx, state, right.ty)?;
                if let Some(value) = self.on_low_bits(cx, state, operator, a, b, width)? {
                    return Ok(value);
                }
                let (a, b) = (self.plain(cx, state, a)?, self.plain(cx, state, b)?);
                let bits = self.computed(cx, state, operator, a, b, width, is_signed);
                Ok(Value::of_bits(&mut self.pool, bits))
            }
        }
    }

    /// A value as another type holds it.
    pub(super) fn convert(
        &mut self,
        cx: &mut ThreadData,
        state: &mut State,
        value: Slot,
        from: TypeId,
        to: TypeId,
    ) -> Stepped<Slot> {
        if from == to {
            return Ok(value);
        }
        let types = &self.source.program.types;
        match types.kind(to) {
            TypeKind::Void => {
                let width = self.pointer_bits();
                return Ok(Slot::Scalar(Value::number(&mut self.pool, width, 0)));
            }
            TypeKind::Bool | TypeKind::Int(_) | TypeKind::Pointer(_) => {}
            TypeKind::Float(_) | TypeKind::Complex(_) => {
                return self.unsupported(cx, state, "floating-point arithmetic");
            }
            TypeKind::Array { .. } | TypeKind::Record(_) | TypeKind::Function(_) => {
                return self.unsupported(cx, state, "a conversion between types that are no scalars");
            }
        }
        let is_truth = *types.kind(to) == TypeKind::Bool;
        let (_, from_is_signed) = self.shape(cx, state, from)?;
        let (width, _) = self.shape(cx, state, to)?;
        let Slot::Scalar(value) = value else {
            return self.unsupported(cx, state, "a conversion of something that is no scalar");
        };
        if is_truth {
            let holds = value.truth(&mut self.pool);
            return Ok(Slot::Scalar(Value::of_bool(&mut self.pool, holds, width)));
        }
        if value.is_number(&self.pool) {
            let bits = self.pool.resize(value.bits, width, from_is_signed);
            return Ok(Slot::Scalar(Value { tag: value.tag, bits }));
        }
        if width < self.pointer_bits() {
            let bits = self.plain(cx, state, value)?;
            let bits = self.pool.resize(bits, width, from_is_signed);
            return Ok(Slot::Scalar(Value::of_bits(&mut self.pool, bits)));
        }
        // Distances are signed, whatever the type of the address is.
        let is_plain = value.has_tag(&mut self.pool, NUMBER);
        let number = self.pool.resize(value.bits, width, from_is_signed);
        let distance = self.pool.resize(value.bits, width, true);
        let bits = self.pool.ite(is_plain, number, distance);
        Ok(Slot::Scalar(Value { tag: value.tag, bits }))
    }

    /// A value of a type that nothing determines.
    pub(super) fn any_value(&mut self, cx: &ThreadData, state: &mut State, ty: TypeId, name: &str) -> Stepped<Value> {
        let (width, _) = self.shape(cx, state, ty)?;
        let bits = if *self.source.program.types.kind(ty) == TypeKind::Bool {
            self.pool.one_of(name, width, &[0, 1])
        } else {
            self.pool.fresh_bits(name, width)
        };
        Ok(Value { tag: self.pool.number(TAG_BITS, NUMBER), bits })
    }
}
