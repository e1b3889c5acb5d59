//! Values of the unwinding: numbers and addresses as pairs of bit-vectors.
//!
//! A scalar has a *tag* that says to what it belongs (nothing: a plain number; an object; a procedure; a thread) and
//! *bits*: the number, or the offset in the object. Copying an address and copying a number is the same operation, as
//! in the executable semantics, and two addresses are equal if both parts are. A tag is a tree of choices between
//! constants, so the leaves of the tag of a pointer are the objects to which it may point.

use std::rc::Rc;

use raddle_logic::term::Term;

use crate::unwind::pool::Pool;

/// The width of tags.
pub const TAG_BITS: u32 = 16;

/// The tag of plain numbers.
pub const NUMBER: u128 = 0;

/// A scalar.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Value {
    /// What it belongs to.
    pub tag: Term,
    /// The number, or the distance in bytes.
    pub bits: Term,
}

/// An indeterminate register or object: the same number means the same choice.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct InstanceId(pub u32);

/// The bytes of something that is no scalar: pieces in order, without gaps.
pub type Blob = Vec<(u64, Cell)>;

/// What a register holds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Slot {
    /// Not chosen yet.
    Indeterminate(InstanceId),
    /// A scalar; of a local in memory, its address.
    Scalar(Value),
    /// Bytes: sizes with contents.
    Blob(Rc<Blob>),
}

/// What lies in some bytes of an object.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cell {
    /// Not chosen yet.
    Indeterminate,
    /// A scalar of that many bytes.
    Value(Value),
}

impl Value {
    /// A plain number.
    pub fn number(pool: &mut Pool, width: u32, value: u128) -> Self {
        let bits = pool.number(width, value);
        Value::of_bits(pool, bits)
    }

    /// Bits as a plain number.
    pub fn of_bits(pool: &mut Pool, bits: Term) -> Self {
        Value { tag: pool.number(TAG_BITS, NUMBER), bits }
    }

    /// A truth value as a number of so many bits.
    pub fn of_bool(pool: &mut Pool, holds: Term, width: u32) -> Self {
        let (zero, one) = (pool.number(width, 0), pool.number(width, 1));
        let bits = pool.ite(holds, one, zero);
        Value::of_bits(pool, bits)
    }

    /// An address.
    pub fn tagged(pool: &mut Pool, tag: u128, width: u32, offset: i128) -> Self {
        Value { tag: pool.number(TAG_BITS, tag), bits: pool.signed(width, offset) }
    }

    /// Whether it is known to be a plain number.
    pub fn is_number(&self, pool: &Pool) -> bool {
        pool.constant(self.tag) == Some(NUMBER)
    }

    /// The condition that it is a plain number.
    pub fn has_tag(&self, pool: &mut Pool, tag: u128) -> Term {
        pool.is_number(self.tag, tag)
    }

    /// One of two.
    pub fn choose(pool: &mut Pool, condition: Term, then: Value, otherwise: Value) -> Value {
        Value {
            tag: pool.ite(condition, then.tag, otherwise.tag),
            bits: pool.ite(condition, then.bits, otherwise.bits),
        }
    }

    /// Whether it is not zero: every address is.
    pub fn truth(&self, pool: &mut Pool) -> Term {
        let is_plain = self.has_tag(pool, NUMBER);
        let is_zero = pool.is_number(self.bits, 0);
        let is_null = pool.and(is_plain, is_zero);
        pool.not(is_null)
    }

    /// Whether two scalars of one width are the same.
    pub fn equal(pool: &mut Pool, one: Value, two: Value) -> Term {
        let tags = pool.eq(one.tag, two.tag);
        let bits = pool.eq(one.bits, two.bits);
        pool.and(tags, bits)
    }

    /// The tags that it can have.
    pub fn tags(&self, pool: &Pool) -> Vec<u128> {
        pool.leaves(self.tag, usize::MAX).expect("a tag is a tree of constants")
    }
}
