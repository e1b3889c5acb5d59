//! A draft: a C program as the generator made it, small enough to be taken apart again. Declarations only.
//!
//! The tree is close to the text on purpose. Shrinking tries pieces of it without knowing their types, and the front
//! end rejects what is no C. So a new construct needs only a writer.

/// A program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Draft {
    /// Declarations that stand instead of headers.
    pub prelude: Option<&'static str>,
    /// Structures, unions, enumerations.
    pub records: Vec<Record>,
    /// Global objects.
    pub globals: Vec<Declaration>,
    /// Functions, each before its first use; the last is `main`.
    pub procedures: Vec<Procedure>,
}

/// A structure or union.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// `struct s` or `union u`.
    pub name: String,
    /// Members as they are written, without semicolon: `int a : 3`.
    pub fields: Vec<String>,
}

/// An object.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Declaration {
    /// What stands before the name: `static unsigned`.
    pub prefix: String,
    /// The name.
    pub name: String,
    /// What stands after it: `[2]`.
    pub suffix: String,
    /// The initial value.
    pub initial: Option<Initial>,
}

/// An initial value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Initial {
    /// An expression.
    Value(Expr),
    /// Text that shrinking leaves alone: `PTHREAD_MUTEX_INITIALIZER`, `{ 1, 2 }`.
    Text(String),
}

/// A function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Procedure {
    /// What stands before the body: `void *worker(void *argument)`.
    pub head: String,
    /// The name.
    pub name: String,
    /// The body.
    pub body: Vec<Statement>,
}

/// A statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Statement {
    /// An expression.
    Expr(Expr),
    /// A local object.
    Declare(Declaration),
    /// An integer local with any value of a small range: the bounds belong to it.
    Input {
        /// The local.
        name: String,
        /// Its least value.
        low: i64,
        /// Its greatest value.
        high: i64,
    },
    /// `if`.
    If(Expr, Vec<Statement>, Vec<Statement>),
    /// A loop that ends by its condition alone; the code that makes it has to ensure that.
    While(Expr, Vec<Statement>),
    /// A loop that runs a number of times with a counter of its own.
    Repeat {
        /// The counter.
        counter: String,
        /// How often.
        times: i64,
        /// What is repeated.
        body: Vec<Statement>,
    },
    /// `switch`; a case without a number is `default`. No case falls through unless it says so.
    Switch(Expr, Vec<Case>),
    /// A body between two calls that belong together: a lock and its unlock.
    Bracket {
        /// The first call.
        open: Expr,
        /// What stands between.
        body: Vec<Statement>,
        /// The second call.
        close: Expr,
    },
    /// A body between two calls that only make sense together, since each holds half of a block.
    Pair {
        /// The first call.
        open: Expr,
        /// What stands between.
        body: Vec<Statement>,
        /// The second call.
        close: Expr,
    },
    /// `goto`.
    Goto(String),
    /// A label on an empty statement.
    Label(String),
    /// `return`.
    Return(Option<Expr>),
    /// `break`.
    Break,
}

/// A case of a `switch`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// Its number; none for `default`.
    pub number: Option<i64>,
    /// What it does.
    pub body: Vec<Statement>,
    /// Whether it goes on with the next case.
    pub falls_through: bool,
}

/// An expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expr {
    /// A number.
    Number(i64),
    /// A name, of an object or a constant.
    Name(String),
    /// An operator before its operand.
    Prefix(&'static str, Box<Expr>),
    /// An operator after its operand.
    Postfix(Box<Expr>, &'static str),
    /// An operator between its operands, assignments included.
    Binary(&'static str, Box<Expr>, Box<Expr>),
    /// `a ? b : c`.
    Conditional(Box<Expr>, Box<Expr>, Box<Expr>),
    /// A conversion.
    Cast(String, Box<Expr>),
    /// `a[b]`.
    Index(Box<Expr>, Box<Expr>),
    /// `a.b`, or `a->b`.
    Field(Box<Expr>, &'static str, String),
    /// A call.
    Call(String, Vec<Expr>),
}

impl Expr {
    /// A name.
    pub fn name(name: &str) -> Expr {
        Expr::Name(name.to_owned())
    }

    /// `&x`.
    pub fn address(self) -> Expr {
        Expr::Prefix("&", Box::new(self))
    }

    /// `*x`.
    pub fn target(self) -> Expr {
        Expr::Prefix("*", Box::new(self))
    }

    /// `x op y`.
    pub fn binary(self, operator: &'static str, other: Expr) -> Expr {
        Expr::Binary(operator, Box::new(self), Box::new(other))
    }

    /// `x = y`.
    pub fn assign(self, value: Expr) -> Statement {
        Statement::Expr(self.binary("=", value))
    }

    /// `x[y]`.
    pub fn index(self, index: Expr) -> Expr {
        Expr::Index(Box::new(self), Box::new(index))
    }

    /// `x.field`.
    pub fn field(self, name: &str) -> Expr {
        Expr::Field(Box::new(self), ".", name.to_owned())
    }

    /// `x->field`.
    pub fn arrow(self, name: &str) -> Expr {
        Expr::Field(Box::new(self), "->", name.to_owned())
    }

    /// `(type)x`.
    pub fn cast(self, ty: &str) -> Expr {
        Expr::Cast(ty.to_owned(), Box::new(self))
    }

    /// `function(arguments)`.
    pub fn call(function: &str, arguments: Vec<Expr>) -> Expr {
        Expr::Call(function.to_owned(), arguments)
    }

    /// The parts of an expression.
    pub fn parts(&self) -> Vec<&Expr> {
        match self {
            Expr::Number(_) | Expr::Name(_) => Vec::new(),
            Expr::Prefix(_, inner) | Expr::Postfix(inner, _) | Expr::Cast(_, inner) | Expr::Field(inner, _, _) => {
                vec![inner]
            }
            Expr::Binary(_, left, right) | Expr::Index(left, right) => vec![left, right],
            Expr::Conditional(condition, yes, no) => vec![condition, yes, no],
            Expr::Call(_, arguments) => arguments.iter().collect(),
        }
    }

    /// The parts of an expression, to be changed.
    pub fn parts_mut(&mut self) -> Vec<&mut Expr> {
        match self {
            Expr::Number(_) | Expr::Name(_) => Vec::new(),
            Expr::Prefix(_, inner) | Expr::Postfix(inner, _) | Expr::Cast(_, inner) | Expr::Field(inner, _, _) => {
                vec![inner]
            }
            Expr::Binary(_, left, right) | Expr::Index(left, right) => vec![left, right],
            Expr::Conditional(condition, yes, no) => vec![condition, yes, no],
            Expr::Call(_, arguments) => arguments.iter_mut().collect(),
        }
    }
}

impl Statement {
    /// A call whose result is not used.
    pub fn call(function: &str, arguments: Vec<Expr>) -> Statement {
        Statement::Expr(Expr::call(function, arguments))
    }

    /// The lists of statements inside.
    pub fn blocks(&self) -> Vec<&Vec<Statement>> {
        match self {
            Statement::If(_, yes, no) => vec![yes, no],
            Statement::While(_, body)
            | Statement::Repeat { body, .. }
            | Statement::Bracket { body, .. }
            | Statement::Pair { body, .. } => vec![body],
            Statement::Switch(_, cases) => cases.iter().map(|case| &case.body).collect(),
            Statement::Expr(_)
            | Statement::Declare(_)
            | Statement::Input { .. }
            | Statement::Goto(_)
            | Statement::Label(_)
            | Statement::Return(_)
            | Statement::Break => Vec::new(),
        }
    }

    /// The lists of statements inside, to be changed.
    pub fn blocks_mut(&mut self) -> Vec<&mut Vec<Statement>> {
        match self {
            Statement::If(_, yes, no) => vec![yes, no],
            Statement::While(_, body)
            | Statement::Repeat { body, .. }
            | Statement::Bracket { body, .. }
            | Statement::Pair { body, .. } => vec![body],
            Statement::Switch(_, cases) => cases.iter_mut().map(|case| &mut case.body).collect(),
            Statement::Expr(_)
            | Statement::Declare(_)
            | Statement::Input { .. }
            | Statement::Goto(_)
            | Statement::Label(_)
            | Statement::Return(_)
            | Statement::Break => Vec::new(),
        }
    }

    /// The expressions of this statement, not those of statements inside.
    pub fn exprs(&self) -> Vec<&Expr> {
        match self {
            Statement::Expr(expr) | Statement::If(expr, _, _) | Statement::While(expr, _) => vec![expr],
            Statement::Switch(expr, _) | Statement::Return(Some(expr)) => vec![expr],
            Statement::Declare(Declaration { initial: Some(Initial::Value(expr)), .. }) => vec![expr],
            Statement::Bracket { open, close, .. } | Statement::Pair { open, close, .. } => vec![open, close],
            Statement::Declare(_)
            | Statement::Input { .. }
            | Statement::Repeat { .. }
            | Statement::Goto(_)
            | Statement::Label(_)
            | Statement::Return(None)
            | Statement::Break => Vec::new(),
        }
    }

    /// The expressions of this statement, to be changed.
    pub fn exprs_mut(&mut self) -> Vec<&mut Expr> {
        match self {
            Statement::Expr(expr) | Statement::If(expr, _, _) | Statement::While(expr, _) => vec![expr],
            Statement::Switch(expr, _) | Statement::Return(Some(expr)) => vec![expr],
            Statement::Declare(Declaration { initial: Some(Initial::Value(expr)), .. }) => vec![expr],
            Statement::Bracket { open, close, .. } | Statement::Pair { open, close, .. } => vec![open, close],
            Statement::Declare(_)
            | Statement::Input { .. }
            | Statement::Repeat { .. }
            | Statement::Goto(_)
            | Statement::Label(_)
            | Statement::Return(None)
            | Statement::Break => Vec::new(),
        }
    }
}
