//! Literals, operators and expressions, as written.

use raddle_program::source::Span;
use std::sync::Arc;

use super::{Compound, Designator, Identifier, Initializer, Name, TypeName};

/// An expression with its place.
#[derive(Clone, Debug)]
pub struct Expr {
    /// What it is.
    pub kind: ExprKind,
    /// The whole.
    pub span: Span,
}

/// Suffix and base of an integer literal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IntegerLiteral {
    /// Its value; a literal over 128 bits is an error of the lexer's.
    pub value: u128,
    /// `u`
    pub is_unsigned: bool,
    /// Number of `l`s: 0 to 2.
    pub longs: u8,
    /// Whether it was written in decimal (which excludes unsigned types without `u`).
    pub is_decimal: bool,
}

/// The encoding prefix of a character or string literal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Encoding {
    /// None: `char`.
    Plain,
    /// `u8`
    Utf8,
    /// `u`: `char16_t`
    Utf16,
    /// `U`: `char32_t`
    Utf32,
    /// `L`: `wchar_t`
    Wide,
}

/// Prefix operators that take one operand and are neither casts nor `sizeof`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum PrefixOperator {
    Plus,
    Minus,
    BitNot,
    LogicalNot,
    AddressOf,
    Dereference,
    Increment,
    Decrement,
    /// `__real__`
    Real,
    /// `__imag__`
    Imaginary,
}

/// Infix operators, the logical ones included, assignments and the comma excluded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum InfixOperator {
    Multiply,
    Divide,
    Remainder,
    Add,
    Subtract,
    ShiftLeft,
    ShiftRight,
    Less,
    Greater,
    LessEqual,
    GreaterEqual,
    Equal,
    NotEqual,
    BitAnd,
    BitXor,
    BitOr,
    LogicalAnd,
    LogicalOr,
}

/// The kinds of expressions.
#[derive(Clone, Debug)]
pub enum ExprKind {
    /// A name.
    Identifier(Name),
    /// An integer literal.
    Integer(IntegerLiteral),
    /// A floating literal: its spelling without suffix, and the suffix in lower case (`f`, `l`, `f128`, `i`, ...).
    Floating {
        /// Digits and exponent.
        spelling: Arc<str>,
        /// Suffix, lower case, possibly empty.
        suffix: Arc<str>,
    },
    /// A character literal: the value of the (multi-)character as `int`, or as its wide type.
    Character {
        /// The value.
        value: i64,
        /// The prefix.
        encoding: Encoding,
    },
    /// Adjacent string literals joined, escapes resolved, without the terminating zero: code units of the encoding.
    String {
        /// One entry a code unit.
        units: Arc<[u32]>,
        /// The prefix.
        encoding: Encoding,
    },
    /// Prefix operator.
    Prefix(PrefixOperator, Box<Expr>),
    /// `x++` (true) or `x--` (false)
    Postfix {
        /// The operand.
        operand: Box<Expr>,
        /// Whether it adds one.
        is_increment: bool,
    },
    /// Infix operator.
    Infix(InfixOperator, Box<Expr>, Box<Expr>),
    /// `left = right`, or `left op= right`.
    Assign {
        /// The operator of a compound assignment.
        operator: Option<InfixOperator>,
        /// What is assigned.
        left: Box<Expr>,
        /// The value.
        right: Box<Expr>,
    },
    /// `c ? a : b`, or GNU's `c ?: b`.
    Conditional {
        /// The condition.
        condition: Box<Expr>,
        /// `None` in `c ?: b`.
        then: Option<Box<Expr>>,
        /// Otherwise.
        otherwise: Box<Expr>,
    },
    /// `a, b`
    Comma(Box<Expr>, Box<Expr>),
    /// `(type) operand`
    Cast(Box<TypeName>, Box<Expr>),
    /// `(type) { ... }`
    CompoundLiteral(Box<TypeName>, Box<Initializer>),
    /// `callee(arguments)`
    Call(Box<Expr>, Vec<Expr>),
    /// `array[index]`
    Index(Box<Expr>, Box<Expr>),
    /// `record.field` or `pointer->field`
    Member {
        /// The record or the pointer.
        base: Box<Expr>,
        /// The field.
        field: Identifier,
        /// `->`
        is_arrow: bool,
    },
    /// `sizeof expression`
    SizeofExpr(Box<Expr>),
    /// `sizeof(type)`
    SizeofType(Box<TypeName>),
    /// `_Alignof(type)` (false) or GNU's `__alignof__(type)` (true): they differ for `long long` on i386.
    AlignofType(Box<TypeName>, bool),
    /// `__alignof__ expression`
    AlignofExpr(Box<Expr>),
    /// `({ ... })`
    Statement(Box<Compound>),
    /// `&&label`
    LabelAddress(Identifier),
    /// `_Generic(control, type: value, ..., default: value)`
    Generic {
        /// Selects by its type.
        control: Box<Expr>,
        /// `None` is `default`.
        associations: Vec<(Option<TypeName>, Expr)>,
    },
    /// `__builtin_offsetof(type, designator)`
    Offsetof {
        /// The record type.
        ty: Box<TypeName>,
        /// `.field` and `[index]`, the first one without its dot.
        designators: Vec<Designator>,
    },
    /// `__builtin_va_arg(list, type)`
    VaArg(Box<Expr>, Box<TypeName>),
    /// `__builtin_types_compatible_p(a, b)`
    TypesCompatible(Box<TypeName>, Box<TypeName>),
    /// `__builtin_choose_expr(condition, a, b)`
    ChooseExpr(Box<Expr>, Box<Expr>, Box<Expr>),
    /// What the parser could not read; a diagnostic was given.
    Error,
}
