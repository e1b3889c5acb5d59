//! What bits may be: a number, the address of an object or a procedure, or anything.
//!
//! A pointer that was loaded from memory may be followed if the memory holds nothing but addresses. Points-to sets say of which objects; they
//! do not list a null pointer, nor any other number. So beside each address stand the numbers that may be there instead: zero of a pointer
//! that may be null, -1 of one that may be `MAP_FAILED`, none behind a test that it is not.
//!
//! Rule: an address stays one only if its bits stay as they are; then it has the offset that points-to sets say. A null pointer that is moved is no
//! address, nor is a pointer to a member of what it leads to.
//! Tests: `null_in_memory`, `list_up_to_its_end`, `null_at_the_end_of_a_list`, `member_of_an_object_is_an_address`,
//! `member_of_null_is_no_address`, `first_and_last_of_a_queue`, `first_of_an_empty_queue`, `memory_or_minus_one`.

use raddle_logic::intervals::Interval;

use crate::number::Shape;

/// What bits may be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Content {
    /// A number of the interval; nothing at all if that is empty.
    Number(Interval),
    /// An address of a live or dead object or of a procedure, at the offset that points-to sets say; or a number of the interval, which may be
    /// empty.
    Address(Interval),
    /// Anything.
    Any,
}

impl Content {
    /// Nothing: what no step gives.
    pub const NOTHING: Content = Content::Number(Interval::EMPTY);
    /// Certainly an address.
    pub const ADDRESS: Content = Content::Address(Interval::EMPTY);

    /// One number.
    pub fn point(number: i128) -> Content {
        Content::Number(Interval::point(number))
    }

    /// The numbers that it may be; `None` if it may be something else.
    pub fn number(self) -> Option<Interval> {
        match self {
            Content::Number(numbers) => Some(numbers),
            Content::Address(_) | Content::Any => None,
        }
    }

    /// Whether there is nothing that it may be.
    pub fn is_nothing(self) -> bool {
        matches!(self, Content::Number(numbers) if numbers.is_empty())
    }

    /// Whether it is an address, and no null pointer.
    pub fn is_address(self) -> bool {
        matches!(self, Content::Address(numbers) if numbers.is_empty())
    }

    /// With other numbers.
    pub fn map(self, of: impl FnOnce(Interval) -> Interval) -> Content {
        match self {
            Content::Number(numbers) => Content::Number(of(numbers)),
            Content::Address(numbers) => Content::Address(of(numbers)),
            Content::Any => Content::Any,
        }
    }

    /// A value of a type, or of none that is a scalar, as bits.
    pub fn to_bits(self, shape: Option<Shape>) -> Content {
        shape.map_or(Content::Any, |shape| self.map(|numbers| shape.to_bits(numbers)))
    }

    /// Bits as a value of a type.
    pub fn of_bits(self, shape: Shape) -> Content {
        self.map(|bits| shape.of_bits(bits))
    }

    /// Converted from one type to another one, if both are scalars.
    pub fn converted(self, from: Option<Shape>, to: Option<Shape>) -> Content {
        let Some((from, to)) = from.zip(to) else { return Content::Any };
        match self {
            Content::Address(_) if !to.keeps_bits_of(from) => Content::Any,
            content => content.map(|numbers| to.converted(numbers)),
        }
    }

    /// One or the other.
    pub fn join(self, other: Content) -> Content {
        match (self, other) {
            (Content::Any, _) | (_, Content::Any) => Content::Any,
            (Content::Number(one), Content::Number(other)) => Content::Number(one.join(other)),
            (Content::Number(one) | Content::Address(one), Content::Number(other) | Content::Address(other)) => {
                Content::Address(one.join(other))
            }
        }
    }

    /// Whether it may be all that the other one may be.
    pub fn contains(self, other: Content) -> bool {
        match (self, other) {
            (Content::Any, _) => true,
            (_, Content::Any) | (Content::Number(_), Content::Address(_)) => false,
            (Content::Number(one) | Content::Address(one), Content::Number(other) | Content::Address(other)) => {
                one.contains(other)
            }
        }
    }
}

/// A number, or anything.
impl From<Option<Interval>> for Content {
    fn from(numbers: Option<Interval>) -> Content {
        numbers.map_or(Content::Any, Content::Number)
    }
}
