//! Operations on the lowest bits of addresses, which the alignment of the object decides (`program::semantics`, `low_bits.rs`).
//!
//! An address is a tag and a distance from the start of its object, which is a multiple of the object's alignment. So a mask that is less than
//! the alignment meets the same bits in the distance as in the number of the address, and the operation is done on the distance. Where the
//! mask is larger for some object that the address may lead to, that case is unsupported.

use raddle_program::semantics::alignment_of_allocation;
use raddle_program::syntax::{BinaryOperator, Region};

use crate::unwind::object::{ObjectKey, Target};
use crate::unwind::pool::Arithmetic;
use crate::unwind::state::State;
use crate::unwind::value::{NUMBER, Value};
use crate::unwind::{ObjectData, Pass, Stepped, ThreadData};

/// What an operation with a constant does to an address.
struct LowBits {
    operation: Arithmetic,
    /// The alignment that it needs.
    unit: u128,
    /// Whether nothing is left of the other bits, so that the result is a number.
    is_number: bool,
}

impl Pass<'_> {
    /// The result of an operation on an address and a constant; `None` if no alignment decides it, or if no operand is an address.
    pub(super) fn on_low_bits(
        &mut self,
        cx: &mut ThreadData,
        state: &mut State,
        operator: BinaryOperator,
        a: Value,
        b: Value,
        width: u32,
    ) -> Stepped<Option<Value>> {
        let constant = |value: Value| self.pool.constant(value.bits).filter(|_| value.is_number(&self.pool));
        let (address, number, mask) = match (constant(a), constant(b)) {
            (None, Some(mask)) => (a, b, mask),
            (Some(mask), None) => (b, a, mask),
            (Some(_), Some(_)) | (None, None) => return Ok(None),
        };
        if address.is_number(&self.pool) {
            return Ok(None);
        }
        let Some(LowBits { operation, unit, is_number }) = low_bits(operator, mask, width) else { return Ok(None) };
        let mut wrong = Vec::new();
        for tag in address.tags(&self.pool) {
            if tag != NUMBER && self.alignment(tag) < unit {
                wrong.push(address.has_tag(&mut self.pool, tag));
            }
        }
        let wrong = self.pool.any(&wrong);
        self.unsupported_if(cx, state, wrong, "arithmetic on the number of an address")?;
        let bits = self.pool.arithmetic(operation, address.bits, number.bits);
        Ok(Some(if is_number { Value::of_bits(&mut self.pool, bits) } else { Value { tag: address.tag, bits } }))
    }

    /// A power of two of which the address that a tag stands for is certainly a multiple.
    fn alignment(&mut self, tag: u128) -> u128 {
        let program = self.source.program;
        let types = &program.types;
        let Target::Object(key) = self.names.target(tag) else { return 1 };
        let natural = match key {
            ObjectKey::Global(global) | ObjectKey::ThreadLocal(_, global) => types.align_of(program.globals[global].ty),
            ObjectKey::Local(_, procedure, local, _) => types.align_of(program.procedures[procedure].locals[local].ty),
            ObjectKey::Allocated(.., region) if region != Region::Stack => {
                let object = self.names.object(key);
                self.found.is_early |= !self.objects.contains_key(&object);
                let has_size = |data: &ObjectData| data.limit.is_none() && !self.is_bounded_later(object);
                self.object_data(object).filter(has_size).map(|data| alignment_of_allocation(data.size))
            }
            ObjectKey::Allocated(..)
            | ObjectKey::Shadow(..)
            | ObjectKey::Own(..)
            | ObjectKey::Usage(..)
            | ObjectKey::Places(..)
            | ObjectKey::Status(_)
            | ObjectKey::Keys
            | ObjectKey::Specific(_)
            | ObjectKey::Life(_) => None,
        };
        // On 32-bit machines the stack is aligned to less than `long long`.
        let most = if types.model().pointer_bytes() < 8 { 4 } else { 16 };
        u128::from(natural.unwrap_or(1).max(1)).min(most)
    }
}

/// What an operation with a mask is on the lowest bits, if it is one.
fn low_bits(operator: BinaryOperator, mask: u128, width: u32) -> Option<LowBits> {
    let all = (1u128 << width) - 1;
    let (operation, is_number, changed) = match operator {
        BinaryOperator::BitAnd if mask <= all / 2 => (Arithmetic::And, true, mask),
        BinaryOperator::BitAnd => (Arithmetic::And, false, all & !mask),
        BinaryOperator::BitOr => (Arithmetic::Or, false, mask),
        BinaryOperator::BitXor => (Arithmetic::Xor, false, mask),
        BinaryOperator::Multiply
        | BinaryOperator::Divide
        | BinaryOperator::Remainder
        | BinaryOperator::ShiftLeft
        | BinaryOperator::ShiftRight
        | BinaryOperator::Add
        | BinaryOperator::Subtract
        | BinaryOperator::Equal
        | BinaryOperator::NotEqual
        | BinaryOperator::Less
        | BinaryOperator::LessEqual
        | BinaryOperator::Greater
        | BinaryOperator::GreaterEqual => return None,
    };
    Some(LowBits { operation, unit: (changed + 1).next_power_of_two(), is_number })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mask_needs_the_alignment_of_its_highest_bit() {
        let unit = |operator, mask| low_bits(operator, mask, 64).map(|low| (low.unit, low.is_number));
        assert_eq!(unit(BinaryOperator::BitAnd, 1), Some((2, true)));
        assert_eq!(unit(BinaryOperator::BitAnd, 4), Some((8, true)));
        assert_eq!(unit(BinaryOperator::BitAnd, u128::from(u64::MAX - 1)), Some((2, false)));
        assert_eq!(unit(BinaryOperator::BitAnd, u128::from(u64::MAX - 7)), Some((8, false)));
        assert_eq!(unit(BinaryOperator::BitOr, 6), Some((8, false)));
        assert_eq!(unit(BinaryOperator::BitXor, 0), Some((1, false)));
        assert_eq!(unit(BinaryOperator::Remainder, 4), None);
    }
}
