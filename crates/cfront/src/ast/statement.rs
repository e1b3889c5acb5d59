//! Statements, as written.

use raddle_program::source::Span;

use super::{Declaration, Expr, FunctionDefinition, Identifier};

/// `{ ... }` with the labels declared by `__label__`.
#[derive(Clone, Debug)]
pub struct Compound {
    /// Names declared with `__label__` at its start.
    pub local_labels: Vec<Identifier>,
    /// Declarations and statements in order.
    pub items: Vec<BlockItem>,
    /// The whole, braces included.
    pub span: Span,
}

/// Something in a compound statement.
#[derive(Clone, Debug)]
pub enum BlockItem {
    /// A declaration.
    Declaration(Declaration),
    /// A statement.
    Statement(Statement),
    /// A nested function (GNU).
    NestedFunction(Box<FunctionDefinition>),
}

/// A statement with its place.
#[derive(Clone, Debug)]
pub struct Statement {
    /// What it is.
    pub kind: StatementKind,
    /// The whole.
    pub span: Span,
}

/// The kinds of statements.
#[derive(Clone, Debug)]
pub enum StatementKind {
    /// `;`, `[[fallthrough]];`
    Empty,
    /// `expression;`
    Expr(Expr),
    /// `{ ... }`
    Compound(Compound),
    /// `if`
    If {
        /// The condition.
        condition: Expr,
        /// Taken if it is not zero.
        then: Box<Statement>,
        /// Taken otherwise.
        otherwise: Option<Box<Statement>>,
    },
    /// `switch`
    Switch {
        /// What is compared.
        scrutinee: Expr,
        /// The body, with its cases anywhere inside.
        body: Box<Statement>,
    },
    /// `while`
    While {
        /// The condition.
        condition: Expr,
        /// The body.
        body: Box<Statement>,
    },
    /// `do ... while`
    DoWhile {
        /// The body.
        body: Box<Statement>,
        /// The condition.
        condition: Expr,
    },
    /// `for`
    For {
        /// The first clause.
        init: ForInit,
        /// The condition; true if absent.
        condition: Option<Expr>,
        /// Evaluated after each round.
        step: Option<Expr>,
        /// The body.
        body: Box<Statement>,
    },
    /// `goto name;`
    Goto(Identifier),
    /// `goto *expression;`
    ComputedGoto(Expr),
    /// `continue;`
    Continue,
    /// `break;`
    Break,
    /// `return;`
    Return(Option<Expr>),
    /// `name: statement`; the statement is `Empty` where a label ends a block or precedes a declaration.
    Label {
        /// Its name.
        name: Identifier,
        /// What it labels.
        body: Box<Statement>,
    },
    /// `case low:` or `case low ... high:`
    Case {
        /// The value.
        low: Expr,
        /// The last value of a range.
        high: Option<Expr>,
        /// What it labels.
        body: Box<Statement>,
    },
    /// `default:`
    Default(Box<Statement>),
    /// `asm(...)`
    Assembly {
        /// Expressions that do the same, in order, if they are known.
        meaning: Option<Vec<Expr>>,
        /// The labels of an `asm goto`.
        labels: Vec<Identifier>,
    },
    /// What the parser could not read; a diagnostic was given.
    Error,
}

/// The first clause of a `for`.
#[derive(Clone, Debug)]
pub enum ForInit {
    /// Nothing.
    None,
    /// An expression.
    Expr(Expr),
    /// A declaration.
    Declaration(Declaration),
}
