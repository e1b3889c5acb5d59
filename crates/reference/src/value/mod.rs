//! What expressions yield and what memory holds.
//!
//! An address is an object and a byte offset, never a number: two objects are never at a known distance. An integer that
//! was cast from a pointer is still that address. Memory is bytes; a byte is eight bits, each known or not, or one part
//! of a scalar that has no number (an address, a function). Whole scalars can be taken out of such parts again, and some of the bytes of
//! an address in their order, which are a scalar that can only be copied.

pub(crate) mod encoding;
pub(crate) mod floating;

use crate::value::floating::Floating;
use raddle_cfront::typed::{FunctionId, LabelId};
use raddle_program::types::BitField;
use std::sync::Arc;

/// An object of this execution. Ids are never used again, so that a dangling pointer stays one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ObjectId(pub u32);

/// A byte of an object. The offset may lie outside: only an access is checked.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Address {
    /// The object.
    pub object: ObjectId,
    /// Bytes from its start.
    pub offset: i64,
}

/// A scalar value. Its type is known from where it stands.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Scalar {
    /// A number in the range of its type; null is 0.
    Integer(i128),
    /// An address, as a pointer or as an integer that was cast from one.
    Address(Address),
    /// A function.
    Function(FunctionId),
    /// A label (`&&label`).
    Label(LabelId),
    /// A pointer from nowhere with the number it shows: indeterminate, or from outside. Using it is Unsupported.
    Wild(i128),
    /// A number that a function without a body determined, where such numbers are marked ([`crate::machine::Settings::marks_outside`]).
    /// It can be copied and computed with; where it decides something, that depends on the function, and is Unsupported.
    Outside(i128),
    /// The same, of which it is known that it is not negative: a file's number. A comparison that this decides depends on nothing.
    Handle(i128),
    /// The id of a thread, where such numbers are marked: which number it is depends on the system. An id equals itself, and neither
    /// another id nor 0 nor -1.
    ThreadId(i128),
    /// A floating value.
    Floating(Floating),
    /// Some bytes of an address; only copied.
    Piece(Piece),
}

/// Bytes of an address that follow each other, but not all of them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Piece {
    /// What they are bytes of.
    pub origin: Origin,
    /// The number of the first of them.
    pub start: u8,
    /// How many they are.
    pub length: u8,
    /// How many bytes the address has.
    pub size: u8,
}

/// An address of data or of code.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Origin {
    /// Of data.
    Data(Address),
    /// Of a function.
    Function(FunctionId),
}

/// What stops a machine that would need a piece as a number.
pub const PIECE_AS_NUMBER: &str = "part of an address is read as a number";

impl Piece {
    /// The object that the address leads to, if it is one of data.
    pub fn object(self) -> Option<ObjectId> {
        match self.origin {
            Origin::Data(address) => Some(address.object),
            Origin::Function(_) => None,
        }
    }

    /// The scalar whose bytes they are.
    pub fn whole(self) -> Scalar {
        match self.origin {
            Origin::Data(address) => Scalar::Address(address),
            Origin::Function(function) => Scalar::Function(function),
        }
    }
}

/// A byte of memory.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Byte {
    /// Bits that are a number. Those outside the mask `known` are indeterminate, and zero in `value`.
    Bits {
        /// The known bits.
        value: u8,
        /// Which bits are known.
        known: u8,
    },
    /// Byte `index` of a scalar of `size` bytes that is no number.
    Part {
        /// The scalar.
        whole: Scalar,
        /// Which of its bytes.
        index: u8,
        /// How many bytes it has.
        size: u8,
    },
}

impl Byte {
    /// A zero byte.
    pub const ZERO: Byte = Byte::Bits { value: 0, known: 0xff };
    /// A byte of which nothing is known.
    pub const UNKNOWN: Byte = Byte::Bits { value: 0, known: 0 };

    /// A known number.
    pub fn number(value: u8) -> Byte {
        Byte::Bits { value, known: 0xff }
    }
}

/// An lvalue: a base plus bytes. The base is kept apart so that `p->f` with a null `p` is still seen as null.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Place {
    /// The address that it was made from.
    pub base: Scalar,
    /// Bytes added to it.
    pub offset: i64,
    /// Present if it is a bit-field; then the place is its memory location.
    pub bits: Option<BitField>,
    /// Present if accesses to it are atomic.
    pub atomic: Option<Mode>,
}

/// How an atomic access orders threads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Mode {
    /// A read is ordered after what the release sequence hands on that it reads from.
    pub acquires: bool,
    /// A write hands on what its thread is ordered after.
    pub releases: bool,
    /// It is one half of an operation that reads and writes.
    pub is_update: bool,
}

impl Mode {
    /// How `_Atomic` objects are accessed unless an order is named.
    pub const TOTAL: Mode = Mode { acquires: true, releases: true, is_update: false };

    /// The same as one half of an operation that reads and writes.
    pub fn half(self) -> Mode {
        Mode { is_update: true, ..self }
    }
}

impl Place {
    /// The start of an object.
    pub fn object(object: ObjectId) -> Place {
        Place { base: Scalar::Address(Address { object, offset: 0 }), offset: 0, bits: None, atomic: None }
    }

    /// The same place, some bytes further on.
    pub fn plus(self, bytes: u64) -> Place {
        Place { offset: self.offset.wrapping_add(bytes as i64), ..self }
    }

    /// The address of it as a pointer value.
    pub fn pointer(self) -> Scalar {
        match self.base {
            Scalar::Address(Address { object, offset }) => {
                Scalar::Address(Address { object, offset: offset.wrapping_add(self.offset) })
            }
            Scalar::Integer(number) => Scalar::Integer(number.wrapping_add(i128::from(self.offset))),
            Scalar::Wild(number) => Scalar::Wild(number.wrapping_add(i128::from(self.offset))),
            Scalar::Outside(number) | Scalar::Handle(number) | Scalar::ThreadId(number) => {
                Scalar::Outside(number.wrapping_add(i128::from(self.offset)))
            }
            Scalar::Function(_) | Scalar::Label(_) | Scalar::Floating(_) | Scalar::Piece(_) => self.base,
        }
    }
}

/// What a task leaves on the stack of values.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Value {
    /// Nothing: `void`.
    Void,
    /// A scalar.
    Scalar(Scalar),
    /// A record, a union or an array, by its bytes.
    Bytes(Arc<[Byte]>),
    /// An lvalue.
    Place(Place),
}

/// Why an operation cannot be done as the program says.
#[derive(Clone, PartialEq, Debug)]
pub enum Trouble {
    /// It violates a property and ends the execution.
    Violation(raddle_program::property::ViolationKind, String),
    /// We do not model it: what it is.
    Unsupported(String),
}

impl Trouble {
    /// Something we do not model.
    pub fn unsupported<T>(what: impl Into<String>) -> Result<T, Trouble> {
        Err(Trouble::Unsupported(what.into()))
    }
}
