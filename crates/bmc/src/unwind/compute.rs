//! Arithmetic and comparisons on numbers and addresses.

use raddle_logic::term::Term;
use raddle_program::property::ViolationKind;
use raddle_program::syntax::BinaryOperator;

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
            self.refuse_mixed(cx, state, a, b)?;
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

    /// An address is compared with null and with addresses, not with numbers.
    fn refuse_mixed(&mut self, cx: &mut ThreadData, state: &mut State, a: Value, b: Value) -> Stepped<()> {
        for (one, other) in [(a, b), (b, a)] {
            let one_plain = one.has_tag(&mut self.pool, NUMBER);
            let other_plain = other.has_tag(&mut self.pool, NUMBER);
            let is_zero = self.pool.is_number(one.bits, 0);
            let (other_address, is_number) = (self.pool.not(other_plain), self.pool.not(is_zero));
            let mixed = self.pool.and(one_plain, other_address);
            let wrong = self.pool.and(mixed, is_number);
            self.unsupported_if(cx, state, wrong, "comparing an address with a number")?;
        }
        Ok(())
    }
}
