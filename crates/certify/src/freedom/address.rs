//! Addresses and other values, as sets.
//!
//! An address is an object with one offset, or with all offsets that differ by multiples of a *stride*: stride 0 is one
//! byte, stride 1 any byte. Arrays and arithmetic are represented by this alone: the types of objects are ignored. An
//! object stands for all concrete objects that one declaration, or one allocation, in the code of one class of threads
//! makes.

use std::collections::BTreeSet;

use raddle_program::automaton::Transition;
use raddle_program::syntax::{GlobalId, LocalId, ProcedureId};

/// A class of threads, by its number in the proof; 0 is main.
pub type Class = usize;

/// A procedure in the code of a class of threads.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Code {
    /// The class of threads that runs it.
    pub class: Class,
    /// The procedure.
    pub procedure: ProcedureId,
}

/// A transition in the code of a class of threads.
pub type At = (Code, Transition);

/// The object into which an address points.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Object {
    /// A global.
    Global(GlobalId),
    /// A global of which each thread has one.
    ThreadLocal(Class, GlobalId),
    /// A local in memory.
    Local(Code, LocalId),
    /// What an allocation gives.
    Allocated(Code, Transition),
    /// The values of all keys.
    Keys,
}

/// Addresses in one object.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Address {
    /// The object.
    pub object: Object,
    /// Bytes into it; of several, the least that is not negative.
    pub start: i128,
    /// How far apart several are; 0 if it is one.
    pub stride: u64,
}

/// What a register or a cell may hold.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Value {
    /// An address.
    Address(Address),
    /// A procedure.
    Procedure(ProcedureId),
    /// The id of a thread.
    Thread(Class),
    /// A number that was computed or written down: no address.
    Number,
    /// What comes from outside.
    Outside,
    /// What is in memory before anything is stored.
    Indeterminate,
}

/// More addresses in one object are taken as one with a common stride.
const ADDRESS_LIMIT: usize = 16;

fn gcd(left: u64, right: u64) -> u64 {
    if right == 0 { left } else { gcd(right, left % right) }
}

impl Address {
    /// The first byte of an object.
    pub fn first(object: Object) -> Address {
        Address { object, start: 0, stride: 0 }
    }

    fn reduced(object: Object, start: i128, stride: u64) -> Address {
        let start = if stride == 0 { start } else { start.rem_euclid(stride.into()) };
        Address { object, start, stride }
    }

    /// So many bytes further.
    pub fn moved(self, bytes: i128) -> Address {
        Address::reduced(self.object, self.start.saturating_add(bytes), self.stride)
    }

    /// Any multiple of so many bytes further or back.
    pub fn strided(self, stride: u64) -> Address {
        Address::reduced(self.object, self.start, gcd(self.stride, stride))
    }

    /// Whether the other addresses are among these.
    fn covers(self, other: Address) -> bool {
        self.object == other.object
            && match self.stride {
                0 => self == other,
                stride => {
                    other.stride.is_multiple_of(stride)
                        && (other.start - self.start).rem_euclid(i128::from(stride)) == 0
                }
            }
    }

    /// The fewest addresses with one stride that cover both.
    fn joined(self, other: Address) -> Address {
        let apart = u64::try_from((self.start - other.start).unsigned_abs()).unwrap_or(1);
        Address::reduced(self.object, self.start, gcd(gcd(self.stride, other.stride), apart))
    }

    /// Whether bytes from these addresses on may be among bytes from the other ones on. No size is any size.
    pub fn overlaps(self, size: Option<u64>, other: Address, other_size: Option<u64>) -> bool {
        if self.object != other.object {
            return false;
        }
        let (Some(size), Some(other_size)) = (size, other_size) else { return true };
        let (size, other_size) = (i128::from(size), i128::from(other_size));
        let distance = self.start - other.start;
        match gcd(self.stride, other.stride) {
            0 => -size < distance && distance < other_size,
            stride => {
                let distance = distance.rem_euclid(stride.into());
                distance < other_size || i128::from(stride) - distance < size
            }
        }
    }
}

/// Whether bytes from some addresses on, if they are among bytes from other ones on, start with these. No size is any size.
pub fn start_together(one: Address, size: Option<u64>, other: Address, other_size: Option<u64>) -> bool {
    let (Some(size), Some(other_size)) = (size, other_size) else { return false };
    let distance = one.start - other.start;
    match gcd(one.stride, other.stride) {
        0 => distance == 0,
        stride => distance.rem_euclid(stride.into()) == 0 && stride >= size.max(other_size),
    }
}

/// A set of values.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Values(BTreeSet<Value>);

impl Values {
    /// One value.
    pub fn one(value: Value) -> Values {
        Values([value].into())
    }

    /// The values, in order.
    pub fn iter(&self) -> impl Iterator<Item = Value> + '_ {
        self.0.iter().copied()
    }

    /// The addresses among them.
    pub fn addresses(&self) -> impl Iterator<Item = Address> + '_ {
        self.iter().filter_map(|value| match value {
            Value::Address(address) => Some(address),
            Value::Procedure(_) | Value::Thread(_) | Value::Number | Value::Outside | Value::Indeterminate => None,
        })
    }

    /// Whether a value is among them as it is.
    pub fn contains(&self, value: Value) -> bool {
        self.0.contains(&value)
    }

    /// The one value, if it is one.
    pub fn only(&self) -> Option<Value> {
        self.0.first().copied().filter(|_| self.0.len() == 1)
    }

    /// Adds a value. Whether it was not there.
    pub fn add(&mut self, value: Value) -> bool {
        let Value::Address(address) = value else { return self.0.insert(value) };
        if self.addresses().any(|known| known.covers(address)) {
            return false;
        }
        let is_covered = |known: &Value| matches!(known, Value::Address(known) if address.covers(*known));
        self.0.retain(|known| !is_covered(known));
        self.0.insert(value);
        let same: Vec<Address> = self.addresses().filter(|known| known.object == address.object).collect();
        if same.len() > ADDRESS_LIMIT {
            let all = same.iter().fold(address, |all, &known| all.joined(known));
            self.0.retain(|known| !same.iter().any(|gone| *known == Value::Address(*gone)));
            self.0.insert(Value::Address(all));
        }
        true
    }

    /// Adds other values. Whether any was not there.
    pub fn extend(&mut self, others: &Values) -> bool {
        let mut is_new = false;
        for value in others.iter() {
            is_new |= self.add(value);
        }
        is_new
    }

    /// The same with every address changed.
    pub fn mapped(&self, change: impl Fn(Address) -> Address) -> Values {
        let mut mapped = Values::default();
        for value in self.iter() {
            mapped.add(match value {
                Value::Address(address) => Value::Address(change(address)),
                Value::Procedure(_) | Value::Thread(_) | Value::Number | Value::Outside | Value::Indeterminate => value,
            });
        }
        mapped
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(start: i128, stride: u64) -> Address {
        Address { object: Object::Keys, start, stride }
    }

    /// Whether two of the addresses around 0 are so near to each other, by trying all.
    fn near(one: Address, size: i128, other: Address, other_size: i128) -> bool {
        let all = |address: Address| -> Vec<i128> { (-64..128).filter(|&byte| address.covers(at(byte, 0))).collect() };
        all(one).iter().any(|a| all(other).iter().any(|b| *a < b + other_size && *b < a + size))
    }

    #[test]
    fn overlaps_are_those_of_the_bytes() {
        for (start, stride) in [(0, 0), (7, 0), (8, 0), (0, 4), (2, 4), (3, 6), (1, 12)] {
            for (other, other_stride) in [(0, 0), (5, 0), (9, 0), (1, 4), (0, 8), (6, 12)] {
                for (size, other_size) in [(1, 1), (2, 1), (4, 4), (1, 8)] {
                    let (one, two) = (at(start, stride), at(other, other_stride));
                    assert_eq!(
                        one.overlaps(Some(size), two, Some(other_size)),
                        near(one, size.into(), two, other_size.into()),
                        "{one:?} {size} {two:?} {other_size}"
                    );
                }
            }
        }
    }

    #[test]
    fn bytes_start_together_or_do_not_overlap() {
        for (start, stride) in [(0, 0), (8, 0), (0, 4), (2, 4), (1, 12)] {
            for (other, other_stride) in [(0, 0), (4, 0), (1, 4), (0, 8), (6, 12)] {
                for size in [1, 4] {
                    let (one, two) = (at(start, stride), at(other, other_stride));
                    let is_inside =
                        |distance: i128| near(at(distance, 0), size, two, size) && !two.covers(at(distance, 0));
                    let all = (0..128).filter(|&byte| one.covers(at(byte, 0)));
                    let is_split = all.into_iter().any(is_inside);
                    let size = u64::try_from(size).ok();
                    // What starts apart in one object is not said to start together.
                    assert!(!(is_split && start_together(one, size, two, size)), "{one:?} {two:?} {size:?}");
                }
            }
        }
        assert!(start_together(at(4, 8), Some(4), at(12, 0), Some(4)));
        assert!(!start_together(at(4, 8), Some(4), at(12, 0), None));
    }

    #[test]
    fn many_addresses_become_a_stride() {
        let mut values = Values::default();
        for number in 0..40 {
            values.add(Value::Address(at(2 + 4 * number, 0)));
        }
        assert_eq!(values, Values::one(Value::Address(at(2, 4))));
        assert!(!values.add(Value::Address(at(1002, 0))));
        assert!(values.add(Value::Address(at(1003, 0))));
    }
}
