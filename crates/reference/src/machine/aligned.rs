//! Arithmetic on addresses whose result follows from their alignment.
//!
//! An address is an object and an offset. The object begins at a multiple of its alignment, the *unit*. So in an operation with a number
//! below the unit, only bits matter that the offset determines; a mask with all bits above the unit set leaves the other bits unchanged.

use crate::arithmetic::{self, Computed};
use crate::machine::Machine;
use crate::machine::apart::alignment;
use crate::machine::memory::{Life, ObjectKind};
use crate::value::{Address, ObjectId, Scalar, Trouble};
use raddle_cfront::typed::BinaryOperator;
use raddle_program::types::TypeId;

impl Machine<'_> {
    /// [`arithmetic::binary`], extended by operations on addresses whose result follows from alignment.
    pub(crate) fn binary(
        &self,
        operator: BinaryOperator,
        left: Scalar,
        right: Scalar,
        ty: TypeId,
    ) -> Result<Computed, Trouble> {
        use BinaryOperator as Op;
        let known = match (operator, left, right) {
            (
                Op::BitAnd | Op::BitOr | Op::BitXor | Op::Remainder,
                Scalar::Address(address),
                Scalar::Integer(number),
            )
            | (Op::BitAnd | Op::BitOr | Op::BitXor, Scalar::Integer(number), Scalar::Address(address)) => {
                self.with_number(operator, address, number, ty)
            }
            _ => None,
        };
        match known {
            Some(value) => Ok(Computed { value: Some(value), violation: None }),
            None => arithmetic::binary(self.types(), operator, left, right, ty),
        }
    }

    fn with_number(&self, operator: BinaryOperator, address: Address, number: i128, ty: TypeId) -> Option<Scalar> {
        let unit = self.unit(address.object);
        let (bits, _) = self.types().integer_shape(ty)?;
        let modulus = 1i128.checked_shl(bits).filter(|_| bits < 127)?;
        let number = number.rem_euclid(modulus);
        let (start, inside) = (number - number % unit, number % unit);
        let here = i128::from(address.offset).rem_euclid(unit);
        let base = i128::from(address.offset) - here;
        let moved = |inside: i128| {
            let offset = i64::try_from(base + inside).ok()?;
            Some(Scalar::Address(Address { object: address.object, offset }))
        };
        match operator {
            BinaryOperator::BitAnd if start == 0 => Some(Scalar::Integer(here & inside)),
            BinaryOperator::BitAnd if start == modulus - unit => moved(here & inside),
            BinaryOperator::BitOr if start == 0 => moved(here | inside),
            BinaryOperator::BitXor if start == 0 => moved(here ^ inside),
            BinaryOperator::Remainder if number > 0 && unit % number == 0 => Some(Scalar::Integer(here % number)),
            _ => None,
        }
    }

    /// The largest known divisor of an object's start address. Nothing is assumed for variable-length arrays and freed objects, and little
    /// on 32-bit machines, whose stacks may place eight bytes anywhere.
    fn unit(&self, id: ObjectId) -> i128 {
        let object = self.memory.object(id);
        let natural = i128::from(alignment(self.types(), object));
        match object.kind {
            ObjectKind::Stack => 1,
            ObjectKind::Heap | ObjectKind::Stream | ObjectKind::Mapping if object.life != Life::Alive => 1,
            _ if self.types().model().pointer_bytes() < 8 => natural.min(4),
            _ => natural.min(16),
        }
    }
}
