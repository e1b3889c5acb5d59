//! Operations on floating values, which are represented by their bits. Comparisons and signs are exact, and so are
//! results of constants. Every other result is any value of its type: enough for a proof that holds for every result. A
//! violation that depends on such a result is confirmed or rejected by an exact replay ([`raddle_verify::certify`]).

use raddle_logic::term::Term;
use raddle_program::floating::{self, FloatOperation, Format};
use raddle_program::syntax::Expr;
use raddle_program::types::TypeId;

use crate::unwind::pool::Arithmetic;
use crate::unwind::state::State;
use crate::unwind::value::Value;
use crate::unwind::{Pass, Stepped, ThreadData};

impl Pass<'_> {
    /// The value of an operation.
    pub(super) fn floating(
        &mut self,
        cx: &mut ThreadData,
        state: &mut State,
        operation: FloatOperation,
        operands: &[Expr],
        ty: TypeId,
    ) -> Stepped<Value> {
        let (mut terms, mut constants) = (Vec::new(), Vec::new());
        for operand in operands {
            let value = self.scalar(cx, state, operand)?;
            let bits = self.plain(cx, state, value)?;
            let (_, is_signed) = self.shape(cx, state, operand.ty)?;
            let number = if is_signed {
                self.pool.constant_signed(bits)
            } else {
                self.pool.constant(bits).map(|bits| bits as i128)
            };
            constants.extend(number.map(|number| (number, operand.ty)));
            terms.push(bits);
        }
        let (width, _) = self.shape(cx, state, ty)?;
        if constants.len() == operands.len() {
            let types = &self.source.program.types;
            let bits = match floating::compute(types, operation, &constants, ty) {
                Some(number) => self.pool.signed(width, number),
                // What C leaves undefined yields any value.
                None => {
                    let any = self.pool.fresh_bits("undefined", width);
                    cx.chosen.push(any);
                    any
                }
            };
            return Ok(Value::of_bits(&mut self.pool, bits));
        }
        let format = Format::of(&self.source.program.types, operands[0].ty);
        match (operation, format) {
            (FloatOperation::Negate, Some(format)) => {
                let sign = self.pool.number(width, 1 << (format.bits() - 1));
                let bits = self.pool.arithmetic(Arithmetic::Xor, terms[0], sign);
                Ok(Value::of_bits(&mut self.pool, bits))
            }
            (FloatOperation::Equal | FloatOperation::Less | FloatOperation::LessEqual, Some(format)) => {
                let holds = self.compare_floating(operation, format, terms[0], terms[1]);
                Ok(Value::of_bool(&mut self.pool, holds, width))
            }
            _ => {
                let any = self.pool.fresh_bits("floating", width);
                Ok(Value::of_bits(&mut self.pool, any))
            }
        }
    }

    /// Compares by the bits: positive values are in the order of their bits, negative ones in the opposite order, and
    /// the two zeros are equal. These comparisons are false if an operand is NaN, whose exponent is full and whose
    /// fraction is not zero.
    fn compare_floating(&mut self, operation: FloatOperation, format: Format, a: Term, b: Term) -> Term {
        let width = format.bits();
        let infinity: u128 = match format {
            Format::Single => 0x7f80_0000,
            Format::Double => 0x7ff0_0000_0000_0000,
        };
        let pool = &mut self.pool;
        let (magnitude_mask, infinity, zero) =
            (pool.number(width, (1 << (width - 1)) - 1), pool.number(width, infinity), pool.number(width, 0));
        let mut are_numbers = pool.bool(true);
        let ranks = [a, b].map(|bits| {
            let magnitude = pool.arithmetic(Arithmetic::And, bits, magnitude_mask);
            let is_no_number = pool.less(infinity, magnitude, false);
            let is_number = pool.not(is_no_number);
            are_numbers = pool.and(are_numbers, is_number);
            let is_negative = pool.less(bits, zero, true);
            let negated = pool.arithmetic(Arithmetic::Subtract, zero, magnitude);
            pool.ite(is_negative, negated, magnitude)
        });
        let holds = match operation {
            FloatOperation::Less => pool.less(ranks[0], ranks[1], true),
            FloatOperation::LessEqual => {
                let is_greater = pool.less(ranks[1], ranks[0], true);
                pool.not(is_greater)
            }
            _ => pool.eq(ranks[0], ranks[1]),
        };
        pool.and(are_numbers, holds)
    }
}
