//! Where a text comes from (`crate::texts` decides it).

/// Where a text comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TextOrigin {
    /// From memory of the program: it has to be read.
    Memory,
    /// String literals: the size of the shortest one, its zero included.
    Literal(usize),
    /// The C library, or string literals.
    Library {
        /// Whether it may be a null pointer.
        may_be_null: bool,
    },
}

impl TextOrigin {
    /// Of a text that comes from either.
    pub(crate) fn or(self, other: TextOrigin) -> TextOrigin {
        match (self, other) {
            (TextOrigin::Memory, _) | (_, TextOrigin::Memory) => TextOrigin::Memory,
            (TextOrigin::Literal(one), TextOrigin::Literal(other)) => TextOrigin::Literal(one.min(other)),
            (one, other) => TextOrigin::Library { may_be_null: one.may_be_null() || other.may_be_null() },
        }
    }

    fn may_be_null(self) -> bool {
        matches!(self, TextOrigin::Library { may_be_null: true })
    }
}
