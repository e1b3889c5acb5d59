//! The known bits of the numbers of addresses.
//!
//! The position of an object is not known, but it is a multiple of its alignment. So for an address with a known offset the lowest bits are
//! known. Programs use them: they store a mark in the lowest bit of a pointer (Harris 2001), and remove it again. `a | 1` and `a & ~1`
//! point into the same object as `a`; `a & 1` and `a % 8` are numbers.
//!
//! Exact: the operations either change no bit beyond the alignment, or clear all of them. The number of an address is assumed to be
//! positive, as elsewhere. Unsupported: all other arithmetic on the number of an address.

use std::cmp::Ordering;

use crate::semantics::arithmetic::Shape;
use crate::semantics::evaluate::Evaluation;
use crate::semantics::memory::{Life, Origin};
use crate::semantics::value::{ObjectId, Value};
use crate::syntax::{BinaryOperator, Region};

/// So many bytes at either end of memory hold no object: programs use their numbers for what is no pointer, as in `(void *)-1`.
pub const RESERVED: i128 = 4096;

impl Evaluation<'_, '_, '_> {
    /// The result of an operation on an address and a number of a type, if the alignment of the object decides it.
    pub(super) fn on_low_bits(
        &self,
        operator: BinaryOperator,
        left: &Value,
        right: &Value,
        shape: Shape,
    ) -> Option<Value> {
        let is_symmetric = operator != BinaryOperator::Remainder;
        let (object, offset, number) = match (left, right) {
            (Value::Pointer(object, offset), Value::Integer(number)) => (*object, *offset, *number),
            (Value::Integer(number), Value::Pointer(object, offset)) if is_symmetric => (*object, *offset, *number),
            _ => return None,
        };
        let low = self.certain_alignment(object) - 1;
        let mask = number & ((1 << shape.bits) - 1);
        let high = ((1 << shape.bits) - 1) & !low;
        let offset = i128::from(offset);
        let address = |offset: i128| Some(Value::Pointer(object, i64::try_from(offset).ok()?));
        match operator {
            BinaryOperator::BitAnd if mask & high == 0 => Some(Value::Integer(offset & mask)),
            BinaryOperator::BitAnd if mask & high == high => address(offset & (mask | !low)),
            BinaryOperator::BitOr if mask & high == 0 => address(offset | mask),
            BinaryOperator::BitXor if mask & high == 0 => address(offset ^ mask),
            BinaryOperator::Remainder if number > 0 && number & (number - 1) == 0 && number <= low + 1 => {
                Some(Value::Integer(offset & (number - 1)))
            }
            _ => None,
        }
    }

    /// How the number of an address compares with a number that is not zero, if that is known: no object lies in the first or in the last
    /// page of memory.
    pub(super) fn against_number(&self, (object, offset): (ObjectId, i64), number: i128) -> Option<Ordering> {
        if !u64::try_from(offset).is_ok_and(|offset| offset <= self.room(object)) {
            return None;
        }
        let end = 1 << (8 * self.machine.program.types.model().pointer_bytes());
        if number < RESERVED && number > -RESERVED {
            // A negative number is one of a signed type, in which addresses are positive.
            Some(Ordering::Greater)
        } else {
            (end - RESERVED < number && number < end).then_some(Ordering::Less)
        }
    }

    /// Whether an address cannot be a number because of the alignment of its object.
    pub(super) fn is_misaligned(&self, (object, offset): (ObjectId, i64), number: i128) -> bool {
        (number - i128::from(offset)) & (self.certain_alignment(object) - 1) != 0
    }

    /// A power of two that divides the address of an object for every compiler and library: the alignment that the program text requires.
    fn certain_alignment(&self, object: ObjectId) -> i128 {
        let data = &self.state.objects[object];
        match data.origin {
            Origin::Allocated(_, _, Region::Stack) => 1,
            Origin::Allocated(..) if data.life != Life::Live => 1,
            Origin::Allocated(..) | Origin::Global(_) | Origin::ThreadLocal(..) | Origin::Local(..) => {
                // On 32-bit machines the stack is aligned to less than `long long`.
                let most = if self.machine.program.types.model().pointer_bytes() < 8 { 4 } else { 16 };
                i128::from(self.alignment(object)).min(most)
            }
        }
    }
}
