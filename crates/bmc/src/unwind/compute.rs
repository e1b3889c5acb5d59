//! Arithmetic and comparisons on numbers and addresses.

use raddle_logic::term::Term;
use raddle_program::property::ViolationKind;
use raddle_program::semantics::RESERVED;
use raddle_program::syntax::BinaryOperator;

use crate::unwind::object::Target;
use crate::unwind::pool::Arithmetic;
use crate::unwind::state::State;
use crate::unwind::value::{NUMBER, Value};
use crate::unwind::{Pass, Stepped, ThreadData};

impl Pass<'_> {
    /// Arithmetic on two plain numbers. What C leaves undefined yields any value.
    #[allow(clippy::too_many_arguments)]
    pub(super) fn computed(
        &mut self,
        cx: &mut ThreadData,
        state: &State,
        operator: BinaryOperator,
        a: Term,
        b: Term,
        width: u32,
        is_signed: bool,
    ) -> Term {
        let operation = match operator {
            BinaryOperator::Multiply => Arithmetic::Multiply,
            BinaryOperator::Divide => Arithmetic::Divide { is_signed },
            BinaryOperator::Remainder => Arithmetic::Remainder { is_signed },
            BinaryOperator::BitAnd => Arithmetic::And,
            BinaryOperator::BitOr => Arithmetic::Or,
            BinaryOperator::BitXor => Arithmetic::Xor,
            BinaryOperator::ShiftLeft => Arithmetic::ShiftLeft,
            BinaryOperator::ShiftRight => Arithmetic::ShiftRight { is_signed },
            BinaryOperator::Add => Arithmetic::Add,
            BinaryOperator::Subtract => Arithmetic::Subtract,
            BinaryOperator::Equal
            | BinaryOperator::NotEqual
            | BinaryOperator::Less
            | BinaryOperator::LessEqual
            | BinaryOperator::Greater
            | BinaryOperator::GreaterEqual => panic!("comparisons are computed elsewhere"),
        };
        match operation {
            Arithmetic::Divide { .. } | Arithmetic::Remainder { .. } => {
                let by_zero = self.pool.is_number(b, 0);
                self.noted_if(cx, state, by_zero, ViolationKind::DivisionByZero, "division by zero");
                if is_signed {
                    self.note_overflow(cx, state, operator, a, b);
                }
                let defined = self.pool.arithmetic(operation, a, b);
                self.unless(cx, by_zero, defined, width)
            }
            Arithmetic::ShiftLeft | Arithmetic::ShiftRight { .. } => {
                let amount_width = self.pool.width(b);
                let limit = self.pool.number(amount_width, width.into());
                // A negative amount is a large one.
                let is_small = if amount_width < 8 && u128::from(width) >= 1 << amount_width {
                    self.pool.bool(true)
                } else {
                    self.pool.less(b, limit, false)
                };
                let is_large = self.pool.not(is_small);
                let what = "a shift by a negative amount or by at least the width of the type";
                self.noted_if(cx, state, is_large, ViolationKind::ShiftOutOfRange, what);
                let amount = self.pool.resize(b, width, false);
                let defined = self.pool.arithmetic(operation, a, amount);
                self.unless(cx, is_large, defined, width)
            }
            Arithmetic::Add
            | Arithmetic::Subtract
            | Arithmetic::Multiply
            | Arithmetic::And
            | Arithmetic::Or
            | Arithmetic::Xor => {
                if is_signed {
                    self.note_overflow(cx, state, operator, a, b);
                }
                self.pool.arithmetic(operation, a, b)
            }
        }
    }

    /// Signed arithmetic that may leave the range of its type.
    pub(super) fn note_overflow(&mut self, cx: &ThreadData, state: &State, operator: BinaryOperator, a: Term, b: Term) {
        if self.source.asks.overflow {
            let overflows = self.pool.overflows(operator, a, b);
            let what = "signed arithmetic leaves the range of its type";
            self.noted_if(cx, state, overflows, ViolationKind::SignedOverflow, what);
        }
    }

    fn unless(&mut self, cx: &mut ThreadData, is_undefined: Term, defined: Term, width: u32) -> Term {
        if self.pool.is_false(is_undefined) {
            return defined;
        }
        let any = self.pool.fresh_bits("undefined", width);
        cx.chosen.push(any);
        self.pool.ite(is_undefined, any, defined)
    }

    /// Addition and subtraction: an address moves by a number; two addresses in one object have a distance.
    pub(super) fn sum(
        &mut self,
        cx: &mut ThreadData,
        state: &mut State,
        operator: BinaryOperator,
        a: Value,
        b: Value,
        is_signed: bool,
    ) -> Stepped<Value> {
        let operation = if operator == BinaryOperator::Add { Arithmetic::Add } else { Arithmetic::Subtract };
        let bits = self.pool.arithmetic(operation, a.bits, b.bits);
        if a.is_number(&self.pool) && b.is_number(&self.pool) {
            if is_signed {
                self.note_overflow(cx, state, operator, a.bits, b.bits);
            }
            return Ok(Value { tag: a.tag, bits });
        }
        let (a_plain, b_plain) = (a.has_tag(&mut self.pool, NUMBER), b.has_tag(&mut self.pool, NUMBER));
        let (a_address, b_address) = (self.pool.not(a_plain), self.pool.not(b_plain));
        if is_signed && let Some(guard) = state.guard.and(&mut self.pool, a_plain) {
            let state = State { guard, ..state.clone() };
            if let Some(guard) = state.guard.and(&mut self.pool, b_plain) {
                self.note_overflow(cx, &State { guard, ..state }, operator, a.bits, b.bits);
            }
        }
        let number = Value::number(&mut self.pool, 1, 0).tag;
        if operator == BinaryOperator::Add {
            let both = self.pool.and(a_address, b_address);
            self.unsupported_if(cx, state, both, "arithmetic on the number of an address")?;
            return Ok(Value { tag: self.pool.ite(a_plain, b.tag, a.tag), bits });
        }
        // An address is subtracted from an address of the same object, or not at all.
        let same = self.pool.eq(a.tag, b.tag);
        let differs = self.pool.not(same);
        let is_wrong = self.pool.and(b_address, differs);
        self.unsupported_if(cx, state, is_wrong, "the distance between different objects")?;
        Ok(Value { tag: self.pool.ite(b_plain, a.tag, number), bits })
    }

    /// `(left - right) / element`.
    pub(super) fn difference(
        &mut self,
        cx: &mut ThreadData,
        state: &mut State,
        left: Value,
        right: Value,
        element: u64,
    ) -> Stepped<Value> {
        let same = self.pool.eq(left.tag, right.tag);
        let differs = self.pool.not(same);
        self.unsupported_if(cx, state, differs, "the distance between different objects")?;
        let bytes = self.pool.arithmetic(Arithmetic::Subtract, left.bits, right.bits);
        let width = self.pool.width(bytes);
        let element = self.pool.number(width, element.max(1).into());
        let bits = self.pool.arithmetic(Arithmetic::Divide { is_signed: true }, bytes, element);
        Ok(Value::of_bits(&mut self.pool, bits))
    }

    /// Whether a comparison of two scalars of one type holds.
    pub(super) fn compared(
        &mut self,
        cx: &mut ThreadData,
        state: &mut State,
        operator: BinaryOperator,
        a: Value,
        b: Value,
        is_signed: bool,
    ) -> Stepped<Term> {
        let (operator, a, b) = match operator {
            BinaryOperator::Greater => (BinaryOperator::Less, b, a),
            BinaryOperator::GreaterEqual => (BinaryOperator::LessEqual, b, a),
            other => (other, a, b),
        };
        let is_plain = a.is_number(&self.pool) && b.is_number(&self.pool);
        if !is_plain {
            let asks_for_order = operator.asks_for_order() == Some(true);
            self.refuse_mixed(cx, state, a, b, asks_for_order)?;
            if asks_for_order && is_signed && self.pointer_bits() <= 32 {
                self.refuse_signs(cx, state, a, b)?;
            }
        }
        match operator {
            BinaryOperator::Equal => Ok(Value::equal(&mut self.pool, a, b)),
            BinaryOperator::NotEqual => {
                let equal = Value::equal(&mut self.pool, a, b);
                Ok(self.pool.not(equal))
            }
            _ => {
                let is_strict = operator == BinaryOperator::Less;
                let numbers = self.ordered(a, b, is_strict, is_signed);
                if is_plain {
                    return Ok(numbers);
                }
                let same = self.pool.eq(a.tag, b.tag);
                let (a_plain, b_plain) = (a.has_tag(&mut self.pool, NUMBER), b.has_tag(&mut self.pool, NUMBER));
                let both_plain = self.pool.and(a_plain, b_plain);
                // Null is below every address; the order of addresses in different objects is unsupported.
                let either_plain = self.pool.or(a_plain, b_plain);
                let known = self.pool.or(same, either_plain);
                let unknown = self.pool.not(known);
                self.unsupported_if(cx, state, unknown, "comparing the order of addresses of different objects")?;
                let distances = self.ordered(a, b, is_strict, true);
                let inside = self.pool.ite(same, distances, a_plain);
                Ok(self.pool.ite(both_plain, numbers, inside))
            }
        }
    }

    fn ordered(&mut self, a: Value, b: Value, is_strict: bool, is_signed: bool) -> Term {
        if is_strict {
            return self.pool.less(a.bits, b.bits, is_signed);
        }
        let greater = self.pool.less(b.bits, a.bits, is_signed);
        self.pool.not(greater)
    }

    /// Whether a number is that of a byte in the first or in the last page of memory, where the object of an address does not begin. Ids of
    /// threads are other numbers than -1 only.
    fn is_in_reserved_page(&mut self, value: Value, address: Value) -> Term {
        let width = self.pool.width(value.bits);
        let mut tags = address.tags(&self.pool);
        tags.retain(|&tag| tag != NUMBER && matches!(self.names.target(tag), Target::Thread(_)));
        let ids: Vec<Term> = tags.into_iter().map(|tag| address.has_tag(&mut self.pool, tag)).collect();
        let is_id = self.pool.any(&ids);
        let is_object = self.pool.not(is_id);
        let page = self.pool.number(width, RESERVED as u128);
        let last = self.pool.number(width, RESERVED.wrapping_neg() as u128);
        let is_first = self.pool.less(value.bits, page, false);
        let is_last = self.pool.less(last, value.bits, false);
        let is_reserved = if width < self.pointer_bits() { is_first } else { self.pool.or(is_first, is_last) };
        let ones = self.pool.number(width, u128::MAX);
        let is_minus_one = self.pool.eq(value.bits, ones);
        let is_reserved = self.pool.and(is_reserved, is_object);
        self.pool.or(is_reserved, is_minus_one)
    }

    /// An address of 32 bits may be a negative number in a signed type.
    fn refuse_signs(&mut self, cx: &mut ThreadData, state: &mut State, a: Value, b: Value) -> Stepped<()> {
        let (a_plain, b_plain) = (a.has_tag(&mut self.pool, NUMBER), b.has_tag(&mut self.pool, NUMBER));
        let same = self.pool.eq(a_plain, b_plain);
        let differs = self.pool.not(same);
        self.unsupported_if(cx, state, differs, "comparing an address with a number")
    }

    /// An address is compared with null and with addresses, not with numbers; but the start of an object is none of the numbers that
    /// belong to the first and to the last page of memory, where no object lies (`MAP_FAILED`).
    fn refuse_mixed(
        &mut self,
        cx: &mut ThreadData,
        state: &mut State,
        a: Value,
        b: Value,
        asks_for_order: bool,
    ) -> Stepped<()> {
        for (one, other) in [(a, b), (b, a)] {
            let one_plain = one.has_tag(&mut self.pool, NUMBER);
            let other_plain = other.has_tag(&mut self.pool, NUMBER);
            let is_zero = self.pool.is_number(one.bits, 0);
            let (other_address, is_number) = (self.pool.not(other_plain), self.pool.not(is_zero));
            let mixed = self.pool.and(one_plain, other_address);
            let mut wrong = self.pool.and(mixed, is_number);
            if !asks_for_order {
                let is_reserved = self.is_in_reserved_page(one, other);
                let is_start = self.pool.is_number(other.bits, 0);
                let differs = self.pool.and(is_reserved, is_start);
                let may_be_equal = self.pool.not(differs);
                wrong = self.pool.and(wrong, may_be_equal);
            }
            self.unsupported_if(cx, state, wrong, "comparing an address with a number")?;
        }
        Ok(())
    }
}
