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
        /// What it does.
        meaning: AssemblyMeaning,
        /// The labels of an `asm goto`.
        labels: Vec<Identifier>,
    },
    /// What the parser could not read; a diagnostic was given.
    Error,
}

/// What inline assembly does.
#[derive(Clone, Debug)]
pub enum AssemblyMeaning {
    /// The same as these expressions, in order. Operands of one instruction must have the same size: this number of bytes if there is one.
    Known {
        /// The expressions.
        expressions: Vec<Expr>,
        /// Groups of operands.
        sizes: Vec<(Vec<Expr>, Option<u64>)>,
        /// The outputs, for operands whose sizes differ.
        outputs: Vec<Expr>,
    },
    /// The outputs get values that depend on the inputs or on the processor; nothing else happens.
    Computes {
        /// The inputs, which are evaluated.
        inputs: Vec<Expr>,
        /// The outputs.
        outputs: Vec<Expr>,
        /// Whether all instructions are known to end normally. Of other ones the operands promise that they leave memory alone.
        is_certain: bool,
    },
    /// Anything; the outputs are objects that it certainly changes.
    Anything {
        /// The outputs.
        outputs: Vec<Expr>,
    },
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
