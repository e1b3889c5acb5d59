//! Values of expressions as terms, as the executable semantics has them.

use raddle_logic::term::Term;
use raddle_program::property::ViolationKind;
use raddle_program::syntax::{BinaryOperator, Expr, ExprKind, UnaryOperator};
use raddle_program::types::{TypeId, TypeKind};

use crate::symbolic::access::Located;
use crate::symbolic::layout::{NUMBER, TAG, is_pointer, tag_of_procedure};
use crate::symbolic::step::{End, Evaluated, Symbolic};

impl Symbolic<'_> {
    /// Bits and signedness of an integer type or truth value.
    fn shape(&mut self, ty: TypeId) -> Evaluated<(u32, bool)> {
        match self.program().types.scalar_shape(ty) {
            Some((bits, is_signed)) if bits <= 64 => Ok((bits, is_signed)),
            Some(_) => self.unsupported("arithmetic on 128-bit integers"),
            None => self.unsupported("floating-point arithmetic"),
        }
    }

    /// Whether a scalar is not zero.
    pub fn condition(&mut self, expr: &Expr) -> Evaluated<Term> {
        let value = self.value(expr)?;
        self.truth(value, expr.ty)
    }

    /// Whether a value is not zero. For an indeterminate pointer that is unsupported.
    fn truth(&mut self, value: Term, ty: TypeId) -> Evaluated<Term> {
        if is_pointer(self.program(), ty) {
            let (tag, _) = self.parts(value);
            self.refuse_wild(tag)?;
        }
        let zero = self.terms.number(self.terms.width(value), 0);
        Ok(self.terms.ne(value, zero))
    }

    /// The value of an expression.
    pub fn value(&mut self, expr: &Expr) -> Evaluated<Term> {
        match &expr.kind {
            ExprKind::Integer(number) => {
                if is_pointer(self.program(), expr.ty) {
                    let tag = self.terms.number(TAG, NUMBER);
                    let bits = self.terms.number(64, *number as u128);
                    return Ok(self.terms.concat(tag, bits));
                }
                let (width, _) = self.shape(expr.ty)?;
                Ok(self.terms.number(width, *number as u128))
            }
            ExprKind::Read(place) => self.read(place),
            ExprKind::AddressOf(place) => match self.locate(place)? {
                Located::Memory { tag, offset } => Ok(self.terms.concat(tag, offset)),
                Located::Register(_) => self.unsupported("the address of a register"),
            },
            ExprKind::Procedure(procedure) => {
                let tag = self.terms.number(TAG, tag_of_procedure(*procedure));
                let zero = self.terms.number(64, 0);
                Ok(self.terms.concat(tag, zero))
            }
            ExprKind::SelfId => {
                let (width, _) = self.shape(expr.ty)?;
                Ok(self.terms.number(width, u128::from(self.thread) + 1))
            }
            ExprKind::AllocationSize(..) => self.unsupported("the size of an allocation, for sequential checkers"),
            ExprKind::Unary(operator, operand) => self.unary(*operator, operand, expr.ty),
            ExprKind::Binary(operator, left, right) => self.binary(*operator, left, right, expr.ty),
            ExprKind::Cast(operand) => self.cast(operand, expr.ty),
            ExprKind::PointerAdd { pointer, index, element, is_subtraction } => {
                let base = self.value(pointer)?;
                let distance = self.scaled(index, *element)?;
                let (tag, offset) = self.parts(base);
                let moved = if *is_subtraction {
                    self.terms.bv_sub(offset, distance)
                } else {
                    self.terms.bv_add(offset, distance)
                };
                let zero = self.terms.number(64, 0);
                let moves = self.terms.ne(distance, zero);
                let is_number = self.has_tag(tag, NUMBER);
                let wrong = self.terms.and(moves, is_number);
                self.unsupported_if(wrong, "arithmetic on a pointer that is a number, for sequential checkers")?;
                let wraps = if *is_subtraction {
                    self.terms.sub_overflows_signed(offset, distance)
                } else {
                    self.terms.add_overflows_signed(offset, distance)
                };
                self.unsupported_if(wraps, "an address beyond all memory")?;
                self.refuse_wild(tag)?;
                Ok(self.terms.concat(tag, moved))
            }
            ExprKind::Floating(operation, operands) => {
                for operand in operands {
                    self.value(operand)?;
                }
                let any = self.any(expr.ty, false)?;
                if !operation.is_comparison() {
                    return Ok(any);
                }
                let one = self.terms.number(self.terms.width(any), 1);
                Ok(self.terms.bv_and(any, one))
            }
            ExprKind::PointerDifference { left, right, element } => {
                let (left, right) = (self.value(left)?, self.value(right)?);
                let ((tag, x), (other, y)) = (self.parts(left), self.parts(right));
                let differ = self.terms.ne(tag, other);
                self.unsupported_if(differ, "the distance between different objects")?;
                self.refuse_wild(tag)?;
                let bytes = self.terms.bv_sub(x, y);
                let element = self.terms.number(64, u128::from((*element).max(1)));
                let count = self.terms.bv_sdiv(bytes, element);
                let (width, _) = self.shape(expr.ty)?;
                Ok(self.terms.resize_signed(count, width))
            }
            ExprKind::Conditional { condition, then, otherwise } => {
                let condition = self.condition(condition)?;
                let before = self.guard;
                let negation = self.terms.not(condition);
                self.guard = self.terms.and(before, condition);
                let (then, after_then) = (self.side(then), self.guard);
                self.guard = self.terms.and(before, negation);
                let (otherwise, after_otherwise) = (self.side(otherwise), self.guard);
                match (then, otherwise) {
                    (Some(then), Some(otherwise)) => {
                        self.guard = self.terms.or(after_then, after_otherwise);
                        Ok(self.terms.ite(condition, then, otherwise))
                    }
                    (Some(value), None) => {
                        self.guard = after_then;
                        Ok(value)
                    }
                    (None, Some(value)) => {
                        self.guard = after_otherwise;
                        Ok(value)
                    }
                    (None, None) => Err(crate::symbolic::step::Stop),
                }
            }
        }
    }

    fn side(&mut self, side: &Expr) -> Option<Term> {
        if self.guard == self.terms.falsity() { None } else { self.value(side).ok() }
    }

    fn has_tag(&mut self, tag: Term, number: u128) -> Term {
        let number = self.terms.number(TAG, number);
        self.terms.eq(tag, number)
    }

    fn refuse_wild(&mut self, tag: Term) -> Evaluated<()> {
        let is_wild = self.has_tag(tag, crate::symbolic::layout::WILD);
        self.unsupported_if(is_wild, "a pointer without a known target is used")
    }

    /// An index in bytes, as 64 bits.
    pub fn scaled(&mut self, index: &Expr, element: u64) -> Evaluated<Term> {
        let (_, is_signed) = self.shape(index.ty)?;
        let index = self.value(index)?;
        let wide = if is_signed { self.terms.resize_signed(index, 64) } else { self.terms.resize_unsigned(index, 64) };
        // Beyond these bounds an address is beyond all memory, and must not come round to a place in it.
        let bound = (1u128 << 62) / u128::from(element.max(1));
        // (A number of 64 bits without a sign that is negative as a signed one is too large.)
        let low = if is_signed { bound.wrapping_neg() } else { 0 };
        let (low, high) = (self.terms.number(64, low), self.terms.number(64, bound));
        let (is_low, is_high) = (self.terms.bv_slt(wide, low), self.terms.bv_slt(high, wide));
        let is_far = self.terms.or(is_low, is_high);
        self.unsupported_if(is_far, "an address beyond all memory")?;
        let element = self.terms.number(64, element.into());
        Ok(self.terms.bv_mul(wide, element))
    }

    fn unary(&mut self, operator: UnaryOperator, operand: &Expr, ty: TypeId) -> Evaluated<Term> {
        match operator {
            UnaryOperator::LogicalNot => {
                let holds = self.condition(operand)?;
                let (width, _) = self.shape(ty)?;
                let fails = self.terms.not(holds);
                Ok(self.terms.bool_to_bits(fails, width))
            }
            UnaryOperator::Negate => {
                let value = self.value(operand)?;
                let (_, is_signed) = self.shape(ty)?;
                if is_signed {
                    let overflows = self.terms.neg_overflows_signed(value);
                    self.note_if(overflows, End::Violation(ViolationKind::SignedOverflow));
                }
                Ok(self.terms.bv_neg(value))
            }
            UnaryOperator::BitNot => {
                let value = self.value(operand)?;
                Ok(self.terms.bv_not(value))
            }
        }
    }

    fn binary(&mut self, operator: BinaryOperator, left: &Expr, right: &Expr, ty: TypeId) -> Evaluated<Term> {
        let (a, b) = (self.value(left)?, self.value(right)?);
        if operator.is_comparison() {
            let (width, _) = self.shape(ty)?;
            let holds = if is_pointer(self.program(), left.ty) {
                self.compare_pointers(operator, a, b)?
            } else {
                let (_, is_signed) = self.shape(left.ty)?;
                self.compare(operator, a, b, is_signed)
            };
            return Ok(self.terms.bool_to_bits(holds, width));
        }
        if is_pointer(self.program(), ty) || is_pointer(self.program(), left.ty) || is_pointer(self.program(), right.ty)
        {
            return self.unsupported("arithmetic on the number of an address");
        }
        let (width, is_signed) = self.shape(ty)?;
        self.arithmetic(operator, a, b, width, is_signed, ty)
    }

    fn arithmetic(
        &mut self,
        operator: BinaryOperator,
        a: Term,
        b: Term,
        width: u32,
        is_signed: bool,
        ty: TypeId,
    ) -> Evaluated<Term> {
        let overflow = End::Violation(ViolationKind::SignedOverflow);
        match operator {
            BinaryOperator::Add => {
                if is_signed {
                    let overflows = self.terms.add_overflows_signed(a, b);
                    self.note_if(overflows, overflow);
                }
                Ok(self.terms.bv_add(a, b))
            }
            BinaryOperator::Subtract => {
                if is_signed {
                    let overflows = self.terms.sub_overflows_signed(a, b);
                    self.note_if(overflows, overflow);
                }
                Ok(self.terms.bv_sub(a, b))
            }
            BinaryOperator::Multiply => {
                if is_signed && self.property == overflow_property() {
                    let overflows = self.terms.mul_overflows_signed(a, b);
                    self.note_if(overflows, overflow);
                }
                Ok(self.terms.bv_mul(a, b))
            }
            BinaryOperator::Divide | BinaryOperator::Remainder => {
                let zero = self.terms.number(width, 0);
                let by_zero = self.terms.eq(b, zero);
                self.note_if(by_zero, End::Violation(ViolationKind::DivisionByZero));
                if is_signed {
                    let overflows = self.terms.sdiv_overflows(a, b);
                    self.note_if(overflows, overflow);
                }
                let defined = match (operator, is_signed) {
                    (BinaryOperator::Divide, true) => self.terms.bv_sdiv(a, b),
                    (BinaryOperator::Divide, false) => self.terms.bv_udiv(a, b),
                    (_, true) => self.terms.bv_srem(a, b),
                    (_, false) => self.terms.bv_urem(a, b),
                };
                self.unless(by_zero, defined, ty)
            }
            BinaryOperator::ShiftLeft | BinaryOperator::ShiftRight => {
                // A negative amount is a large one.
                let wide = self.terms.width(b).max(8);
                let amount = self.terms.resize_unsigned(b, wide);
                let limit = self.terms.number(wide, width.into());
                let is_large = self.terms.bv_uge(amount, limit);
                self.note_if(is_large, End::Violation(ViolationKind::ShiftOutOfRange));
                let amount = self.terms.resize_unsigned(amount, width);
                let defined = match (operator, is_signed) {
                    (BinaryOperator::ShiftLeft, _) => self.terms.bv_shl(a, amount),
                    (_, true) => self.terms.bv_ashr(a, amount),
                    (_, false) => self.terms.bv_lshr(a, amount),
                };
                self.unless(is_large, defined, ty)
            }
            BinaryOperator::BitAnd => Ok(self.terms.bv_and(a, b)),
            BinaryOperator::BitOr => Ok(self.terms.bv_or(a, b)),
            BinaryOperator::BitXor => Ok(self.terms.bv_xor(a, b)),
            BinaryOperator::Equal
            | BinaryOperator::NotEqual
            | BinaryOperator::Less
            | BinaryOperator::LessEqual
            | BinaryOperator::Greater
            | BinaryOperator::GreaterEqual => self.unsupported("a comparison that is no arithmetic"),
        }
    }

    /// What is undefined yields any value.
    fn unless(&mut self, is_undefined: Term, defined: Term, ty: TypeId) -> Evaluated<Term> {
        if is_undefined == self.terms.falsity() {
            return Ok(defined);
        }
        let any = self.any(ty, true)?;
        Ok(self.terms.ite(is_undefined, any, defined))
    }

    fn compare(&mut self, operator: BinaryOperator, a: Term, b: Term, is_signed: bool) -> Term {
        let terms = &mut *self.terms;
        match (operator, is_signed) {
            (BinaryOperator::Equal, _) => terms.eq(a, b),
            (BinaryOperator::NotEqual, _) => terms.ne(a, b),
            (BinaryOperator::Less, true) => terms.bv_slt(a, b),
            (BinaryOperator::Less, false) => terms.bv_ult(a, b),
            (BinaryOperator::LessEqual, true) => terms.bv_sle(a, b),
            (BinaryOperator::LessEqual, false) => terms.bv_ule(a, b),
            (BinaryOperator::Greater, true) => terms.bv_sgt(a, b),
            (BinaryOperator::Greater, false) => terms.bv_ugt(a, b),
            (_, true) => terms.bv_sge(a, b),
            (_, false) => terms.bv_uge(a, b),
        }
    }

    /// Addresses are compared with null and with addresses; in order, only those of one object.
    fn compare_pointers(&mut self, operator: BinaryOperator, a: Term, b: Term) -> Evaluated<Term> {
        let ((tag, x), (other, y)) = (self.parts(a), self.parts(b));
        self.refuse_wild(tag)?;
        self.refuse_wild(other)?;
        let (one_plain, other_plain) = (self.has_tag(tag, NUMBER), self.has_tag(other, NUMBER));
        let zero = self.terms.number(64, 0);
        for (plain, number, address) in [(one_plain, x, other_plain), (other_plain, y, one_plain)] {
            let is_number = self.terms.ne(number, zero);
            let is_address = self.terms.not(address);
            let wrong = self.terms.and_all(&[plain, is_number, is_address]);
            self.unsupported_if(wrong, "comparing an address with a number")?;
        }
        match operator {
            BinaryOperator::Equal => Ok(self.terms.eq(a, b)),
            BinaryOperator::NotEqual => Ok(self.terms.ne(a, b)),
            _ => {
                let differ = self.terms.ne(tag, other);
                self.unsupported_if(differ, "comparing the order of addresses of different objects")?;
                let (signed, unsigned) = (self.compare(operator, x, y, true), self.compare(operator, x, y, false));
                Ok(self.terms.ite(one_plain, unsigned, signed))
            }
        }
    }

    /// A value as another type holds it.
    fn cast(&mut self, operand: &Expr, to: TypeId) -> Evaluated<Term> {
        let value = self.value(operand)?;
        let value = self.converted(value, operand.ty, to)?;
        Ok(value)
    }

    /// A value of one type as another type holds it.
    pub fn converted(&mut self, value: Term, from: TypeId, to: TypeId) -> Evaluated<Term> {
        if from == to {
            return Ok(value);
        }
        match self.program().types.kind(to) {
            TypeKind::Void => return Ok(self.terms.number(8, 0)),
            TypeKind::Bool => {
                let holds = self.truth(value, from)?;
                return Ok(self.terms.bool_to_bits(holds, 8));
            }
            TypeKind::Int(_) | TypeKind::Pointer(_) => {}
            TypeKind::Float(_) | TypeKind::Complex(_) => return self.unsupported("floating-point arithmetic"),
            TypeKind::Array { .. } | TypeKind::Record(_) | TypeKind::Function(_) => {
                return self.unsupported("a conversion between types that are no scalars");
            }
        }
        match (is_pointer(self.program(), from), is_pointer(self.program(), to)) {
            (true, true) => Ok(value),
            (false, false) => {
                let (_, is_signed) = self.shape(from)?;
                let (width, _) = self.shape(to)?;
                Ok(if is_signed {
                    self.terms.resize_signed(value, width)
                } else {
                    self.terms.resize_unsigned(value, width)
                })
            }
            (true, false) => {
                let (tag, bits) = self.parts(value);
                let is_plain = self.has_tag(tag, NUMBER);
                let is_address = self.terms.not(is_plain);
                self.unsupported_if(is_address, "an address as a number, for sequential checkers")?;
                let (width, _) = self.shape(to)?;
                Ok(self.terms.resize_unsigned(bits, width))
            }
            (false, true) => {
                let (_, is_signed) = self.shape(from)?;
                let (width, _) = self.shape(to)?;
                let number = if is_signed {
                    self.terms.resize_signed(value, width)
                } else {
                    self.terms.resize_unsigned(value, width)
                };
                let bits = self.terms.resize_unsigned(number, 64);
                let tag = self.terms.number(TAG, NUMBER);
                Ok(self.terms.concat(tag, bits))
            }
        }
    }
}

fn overflow_property() -> raddle_program::property::Property {
    raddle_program::property::Property::Overflow
}
