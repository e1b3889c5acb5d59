//! Some bytes of an address.
//!
//! C gives access to the bytes of a pointer (C11 6.2.6.1p4), and a pointer whose bytes were copied one after the other is the same
//! pointer. An address has no number here, so its bytes have none either: a part says which bytes of which address it is. Parts can be
//! copied. Where the parts of one address lie beside each other in the order of the address, they are one part again, and all of them
//! together are the address ([`crate::semantics::memory::Cells`]).
//!
//! Left out: the numbers of the bytes. To compute with a part, or to compare it, has no model.

use crate::semantics::memory::Content;
use crate::semantics::value::ObjectId;
use crate::syntax::ProcedureId;

/// An address of which a part is known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Whole {
    /// Of a byte of an object.
    Pointer(ObjectId, i64),
    /// Of a procedure.
    Procedure(ProcedureId),
}

/// Some bytes of an address that follow each other. Invariant: at least one byte is missing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Part {
    /// The address.
    pub whole: Whole,
    /// The first of its bytes.
    pub first: u8,
    /// How many of them.
    pub count: u8,
    /// How many the address has.
    pub of: u8,
}

impl Part {
    /// The object that the address leads to, if it is no procedure.
    pub fn object(self) -> Option<ObjectId> {
        match self.whole {
            Whole::Pointer(object, _) => Some(object),
            Whole::Procedure(_) => None,
        }
    }

    /// The address.
    pub fn address(self) -> Content {
        Part { first: 0, count: self.of, ..self }.content()
    }

    /// The same part under another name of the object.
    pub(super) fn renamed(self, name: impl FnOnce(ObjectId) -> ObjectId) -> Part {
        match self.whole {
            Whole::Pointer(object, offset) => Part { whole: Whole::Pointer(name(object), offset), ..self },
            Whole::Procedure(_) => self,
        }
    }

    /// The bytes from the first one of this part and of the next one, if that goes on where this one ends.
    fn joined(self, next: Part) -> Option<Content> {
        let goes_on = self.whole == next.whole && self.of == next.of && self.first + self.count == next.first;
        goes_on.then(|| Part { count: self.count + next.count, ..self }.content())
    }

    /// The content of these bytes: the address itself if none is missing.
    fn content(self) -> Content {
        match self.whole {
            Whole::Pointer(object, offset) if self.count == self.of => Content::Pointer(object, offset),
            Whole::Procedure(procedure) if self.count == self.of => Content::Procedure(procedure),
            Whole::Pointer(..) | Whole::Procedure(_) => Content::Part(self),
        }
    }
}

impl Content {
    /// `count` of the `size` bytes of a mark with this content, from the one with the number `first`. `None` for inputs: their bytes are
    /// numbers, which are known once the input is.
    pub(super) fn cut(self, size: u64, first: u64, count: u64) -> Option<Content> {
        let small = |number: u64| u8::try_from(number).ok();
        let part = |whole| {
            let part = Part { whole, first: small(first)?, count: small(count)?, of: small(size)? };
            Some(part.content())
        };
        match self {
            Content::Indeterminate => Some(self),
            Content::Pointer(object, offset) => part(Whole::Pointer(object, offset)),
            Content::Procedure(procedure) => part(Whole::Procedure(procedure)),
            Content::Part(part) => {
                Some(Part { first: part.first + small(first)?, count: small(count)?, ..part }.content())
            }
            Content::Symbol(..) => None,
        }
    }

    /// What two neighbouring marks are together, if they are parts of one address in its order.
    pub(super) fn joined(self, next: Content) -> Option<Content> {
        match (self, next) {
            (Content::Part(part), Content::Part(next)) => part.joined(next),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_of_one_address_are_joined_in_its_order() {
        let pointer = Content::Pointer(ObjectId(3), 1);
        let part = |of: Content, first, count| of.cut(8, first, count).expect("an address has parts");
        assert_eq!(part(pointer, 0, 8), pointer);
        assert_eq!(part(pointer, 0, 3).joined(part(pointer, 3, 2)), Some(part(pointer, 0, 5)));
        assert_eq!(part(pointer, 0, 3).joined(part(pointer, 3, 5)), Some(pointer));
        assert_eq!(part(pointer, 2, 4).cut(4, 1, 2), Some(part(pointer, 3, 2)));
        assert_eq!(part(pointer, 3, 5).joined(part(pointer, 0, 3)), None);
        assert_eq!(part(pointer, 0, 3).joined(part(pointer, 4, 4)), None);
        assert_eq!(part(pointer, 0, 3).joined(part(Content::Pointer(ObjectId(3), 2), 3, 5)), None);
        assert_eq!(part(pointer, 0, 4).joined(pointer.cut(16, 4, 12).expect("a part")), None);
    }
}
