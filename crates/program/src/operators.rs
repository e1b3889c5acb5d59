//! What can be said of an operator without its operands: how C writes it, what kind it is.

use crate::syntax::{BinaryOperator, UnaryOperator};

impl UnaryOperator {
    /// All of them.
    pub const ALL: [UnaryOperator; 3] = [UnaryOperator::Negate, UnaryOperator::BitNot, UnaryOperator::LogicalNot];

    /// How C writes it.
    pub fn symbol(self) -> &'static str {
        match self {
            UnaryOperator::Negate => "-",
            UnaryOperator::BitNot => "~",
            UnaryOperator::LogicalNot => "!",
        }
    }
}

impl BinaryOperator {
    /// All of them.
    pub const ALL: [BinaryOperator; 16] = [
        BinaryOperator::Add,
        BinaryOperator::Subtract,
        BinaryOperator::Multiply,
        BinaryOperator::Divide,
        BinaryOperator::Remainder,
        BinaryOperator::ShiftLeft,
        BinaryOperator::ShiftRight,
        BinaryOperator::BitAnd,
        BinaryOperator::BitOr,
        BinaryOperator::BitXor,
        BinaryOperator::Equal,
        BinaryOperator::NotEqual,
        BinaryOperator::Less,
        BinaryOperator::LessEqual,
        BinaryOperator::Greater,
        BinaryOperator::GreaterEqual,
    ];

    /// How C writes it.
    pub fn symbol(self) -> &'static str {
        match self {
            BinaryOperator::Add => "+",
            BinaryOperator::Subtract => "-",
            BinaryOperator::Multiply => "*",
            BinaryOperator::Divide => "/",
            BinaryOperator::Remainder => "%",
            BinaryOperator::ShiftLeft => "<<",
            BinaryOperator::ShiftRight => ">>",
            BinaryOperator::BitAnd => "&",
            BinaryOperator::BitOr => "|",
            BinaryOperator::BitXor => "^",
            BinaryOperator::Equal => "==",
            BinaryOperator::NotEqual => "!=",
            BinaryOperator::Less => "<",
            BinaryOperator::LessEqual => "<=",
            BinaryOperator::Greater => ">",
            BinaryOperator::GreaterEqual => ">=",
        }
    }

    /// Whether it compares its operands, which have one type, and gives an `int`.
    pub fn is_comparison(self) -> bool {
        match self {
            BinaryOperator::Equal
            | BinaryOperator::NotEqual
            | BinaryOperator::Less
            | BinaryOperator::LessEqual
            | BinaryOperator::Greater
            | BinaryOperator::GreaterEqual => true,
            BinaryOperator::Add
            | BinaryOperator::Subtract
            | BinaryOperator::Multiply
            | BinaryOperator::Divide
            | BinaryOperator::Remainder
            | BinaryOperator::ShiftLeft
            | BinaryOperator::ShiftRight
            | BinaryOperator::BitAnd
            | BinaryOperator::BitOr
            | BinaryOperator::BitXor => false,
        }
    }

    /// Of a comparison: whether it asks for the order of its operands, and not whether they are equal.
    pub fn asks_for_order(self) -> Option<bool> {
        let is_equality = matches!(self, BinaryOperator::Equal | BinaryOperator::NotEqual);
        self.is_comparison().then_some(!is_equality)
    }

    /// Whether it shifts its left operand, whose type is its own, by its right one, of any integer type.
    pub fn is_shift(self) -> bool {
        matches!(self, BinaryOperator::ShiftLeft | BinaryOperator::ShiftRight)
    }

    /// The comparison of integers that holds where this one does not; `None` if it is no comparison.
    pub fn complement(self) -> Option<BinaryOperator> {
        use BinaryOperator as B;
        Some(match self {
            B::Less => B::GreaterEqual,
            B::LessEqual => B::Greater,
            B::Greater => B::LessEqual,
            B::GreaterEqual => B::Less,
            B::Equal => B::NotEqual,
            B::NotEqual => B::Equal,
            _ => return None,
        })
    }

    /// The same comparison with its operands exchanged; `None` if it is no comparison.
    pub fn mirrored(self) -> Option<BinaryOperator> {
        use BinaryOperator as B;
        Some(match self {
            B::Less => B::Greater,
            B::LessEqual => B::GreaterEqual,
            B::Greater => B::Less,
            B::GreaterEqual => B::LessEqual,
            B::Equal | B::NotEqual => self,
            _ => return None,
        })
    }
}
