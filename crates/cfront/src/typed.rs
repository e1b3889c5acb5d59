//! The typed tree: names resolved, every conversion explicit, every constant folded where C demands it. Declarations only.
//!
//! Both readings of C start here: the lowering to a program and the reference interpreter share this tree and nothing below it.
//!
//! Rules of the tree:
//! - An expression is an *lvalue* (designates an object), a *function designator*, or a *value*. The value of an object
//!   is always an explicit [`ExprKind::Load`]; arrays and functions decay by an explicit [`ExprKind::Decay`].
//! - Operands of arithmetic already have the type of the result (shifts: each operand has its own promoted type).
//! - Conditions (`if`, `!`, `&&`, `?:`) are any scalar value; they are compared with zero.
//! - Operands are evaluated left to right; of an assignment, first the operands of the left side, then the right side,
//!   then the store. A compound assignment loads the left object before the right side is evaluated. The function
//!   designator of a call is evaluated first, then the arguments.
//! - `a[i]` is `Deref(PointerAdd(Decay(a), i))`, `p->f` is `Member(Deref(p), f)`.
//! - Types inside `sizeof` are gone, except for variable-length arrays ([`ExprKind::VariableSize`]).

use raddle_program::entity::Table;
use raddle_program::source::{SourceMap, Span};
use raddle_program::types::{Qualified, TypeId, Types};
use rustc_hash::FxHashMap;
use std::sync::Arc;

use crate::text_origin::TextOrigin;
use raddle_models::Table as EffectTable;
use raddle_program::externals::Externals;

raddle_program::entity!(
    /// An object of the [`Unit`]: global, static, parameter or local.
    VariableId,
    "v"
);

raddle_program::entity!(
    /// A function of the [`Unit`], with or without a body.
    FunctionId,
    "fn"
);

raddle_program::entity!(
    /// A string literal of the [`Unit`].
    StringId,
    "str"
);

raddle_program::entity!(
    /// A label of a function (or a label value's target), unique in the [`Unit`].
    LabelId,
    "lab"
);

/// A checked translation unit.
#[derive(Clone, Debug)]
pub struct Unit {
    /// Where everything came from.
    pub source: SourceMap,
    /// All types, with the data model.
    pub types: Types,
    /// All objects.
    pub variables: Table<VariableId, Variable>,
    /// All functions, declared, defined or implicitly declared by a call.
    pub functions: Table<FunctionId, Function>,
    /// All string literals.
    pub strings: Table<StringId, StringLiteral>,
    /// All labels.
    pub labels: Table<LabelId, Label>,
    /// Objects with static or thread storage duration in the order of their declarations.
    pub globals: Vec<VariableId>,
    /// Where execution starts: `main`, if it is defined, or the function that calls it with arguments.
    pub main: Option<FunctionId>,
    /// Where `main` first looks at its arguments, if it does.
    pub uses_of_arguments: Option<Span>,
    /// Interrupt handlers that interrupts call at any time.
    pub interrupts: Vec<FunctionId>,
    /// Interrupt handlers that nothing calls: an answer rests on it.
    pub interrupt_handlers: Vec<FunctionId>,
    /// Handlers of signals that no execution runs: an answer rests on it.
    pub signal_handlers: Vec<FunctionId>,
    /// What functions without a body are taken to do.
    pub externals: Externals,
    /// What functions of libraries do that are known by their effects.
    pub effects: Arc<EffectTable>,
    /// Whether some atomic operation names a weaker order than sequential consistency, or one that is computed.
    pub has_weak_orders: bool,
    /// Local variables that only ever hold texts that need not be read when they are printed.
    pub texts: FxHashMap<VariableId, TextOrigin>,
    /// Those of them that only ever hold one literal.
    pub literals: FxHashMap<VariableId, StringId>,
    /// Error numbers of which one is like each other one, as far as the program looks at `errno`; none if it does not. `None` if
    /// it may tell all numbers apart.
    pub error_numbers: Option<Vec<i128>>,
    /// Whether a call leaves a negative number in `errno` and the error number is chosen when the program looks at it.
    pub chooses_error_numbers_late: bool,
    /// Whether the objects of streams have locks, which calls of functions in C lock and unlock.
    pub streams_have_locks: bool,
}

/// The lifetime of an object and the scope of its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Storage {
    /// File scope, `static` locals included: one object, zero-initialized.
    Static,
    /// `_Thread_local`: one object a thread, zero-initialized.
    Thread,
    /// Declared in a block: one object each time its declaration is reached.
    Automatic,
    /// A parameter of a function.
    Parameter,
}

/// An object.
#[derive(Clone, Debug)]
pub struct Variable {
    /// Its name in the source; compound literals are called `<literal>`.
    pub name: Arc<str>,
    /// Its type. Arrays have their length from the initializer; variable-length arrays have
    /// `ArrayLength::Variable(n)`. Where a flexible array member is initialized, this type is a copy of the record that
    /// gives the member its length; expressions that name the object still have the declared type, with equal offsets.
    pub ty: Qualified,
    /// How long it lives.
    pub storage: Storage,
    /// The function it is declared in; `None` at file scope.
    pub function: Option<FunctionId>,
    /// Whether the program takes its address anywhere: `&x`, or the decay of an array. Decides for scalars whether they
    /// are registers.
    pub address_taken: bool,
    /// `extern` without a definition in this file: its value is not known.
    pub is_undefined: bool,
    /// `_Alignas` and `aligned`, in bytes; 0 if none was given.
    pub alignment: u64,
    /// Its initializer if it has static or thread storage duration; zero-filled where none is given.
    pub initializer: Option<Initializer>,
    /// Where its name was declared.
    pub span: Span,
}

impl Variable {
    /// A local object of a function that the checker adds, without initializer, whose address is not taken.
    pub(crate) fn automatic(name: &str, ty: TypeId, function: FunctionId, span: Span) -> Variable {
        Variable {
            name: name.into(),
            ty: Qualified::plain(ty),
            storage: Storage::Automatic,
            function: Some(function),
            address_taken: false,
            is_undefined: false,
            alignment: 0,
            initializer: None,
            span,
        }
    }

    /// Whether it is a *register*: a scalar local or parameter whose address is never taken. No other thread can see it,
    /// and its accesses are not part of traces. Everything else is *memory*.
    pub fn is_register(&self, types: &Types) -> bool {
        let local = matches!(self.storage, Storage::Automatic | Storage::Parameter);
        local
            && !self.address_taken
            && !self.ty.qualifiers.is_atomic
            && (types.integer_shape(self.ty.ty).is_some()
                || matches!(types.kind(self.ty.ty), raddle_program::types::TypeKind::Float(_)))
    }
}

/// A function.
#[derive(Clone, Debug)]
pub struct Function {
    /// Its name.
    pub name: Arc<str>,
    /// Its type: `TypeKind::Function`.
    pub ty: TypeId,
    /// Its parameters, if it has a body. Those of a K&R definition need not have the types that an earlier prototype
    /// gives in `ty`: the arguments are converted once more when the function begins.
    pub parameters: Vec<VariableId>,
    /// Its automatic objects (parameters excluded) in the order of their declarations, if it has a body.
    pub locals: Vec<VariableId>,
    /// `None` for a declaration without definition.
    pub body: Option<Block>,
    /// Whether it was never declared, only called (implicit declaration).
    pub is_implicit: bool,
    /// `_Noreturn` or the attribute.
    pub is_noreturn: bool,
    /// Whether some expression names it.
    pub is_used: bool,
    /// The name in its definition, else in its first declaration or call.
    pub span: Span,
}

impl Unit {
    /// Whether some expression names a function.
    pub fn names(&self, function: &str) -> bool {
        self.functions.values().any(|known| known.is_used && &*known.name == function)
    }

    /// The statements of all functions, each behind those that it is inside of.
    pub fn statements(&self) -> Vec<&Statement> {
        let mut all = Vec::new();
        self.functions.values().filter_map(|function| function.body.as_ref()).for_each(|body| body.gather(&mut all));
        all
    }
}

impl Block {
    /// The statements, each behind those that it is inside of.
    pub(crate) fn statements_inside(&self) -> Vec<&Statement> {
        let mut all = Vec::new();
        self.gather(&mut all);
        all
    }

    fn gather<'u>(&'u self, all: &mut Vec<&'u Statement>) {
        for statement in &self.statements {
            all.push(statement);
            statement.blocks().for_each(|block| block.gather(all));
        }
    }
}

impl Statement {
    /// The blocks that it is made of, in their order. Those inside of expressions (`({ ... })`) are none of them.
    pub fn blocks(&self) -> impl Iterator<Item = &Block> {
        let blocks = match &self.kind {
            StatementKind::Block(block)
            | StatementKind::Loop { body: block, .. }
            | StatementKind::Switch { body: block, .. } => [Some(block), None],
            StatementKind::If { then, otherwise, .. } => [Some(then), Some(otherwise)],
            StatementKind::Expr(_)
            | StatementKind::Declare { .. }
            | StatementKind::FixLength { .. }
            | StatementKind::Goto(_)
            | StatementKind::ComputedGoto(_)
            | StatementKind::Label(_)
            | StatementKind::Break
            | StatementKind::Continue
            | StatementKind::Return(_)
            | StatementKind::Unsupported(_) => [None, None],
        };
        blocks.into_iter().flatten()
    }
}

/// A string literal.
#[derive(Clone, Debug, PartialEq)]
pub struct StringLiteral {
    /// Its array type, terminating zero included.
    pub ty: TypeId,
    /// Its code units with the terminating zero, one entry an element.
    pub units: Arc<[u32]>,
    /// Where it stands.
    pub span: Span,
}

/// A label.
#[derive(Clone, Debug)]
pub struct Label {
    /// Its name.
    pub name: Arc<str>,
    /// Where it stands.
    pub span: Span,
    /// Whether its address is taken (`&&label`).
    pub address_taken: bool,
}

/// The initial value of an object: what is not mentioned is zero.
#[derive(Clone, Debug)]
pub struct Initializer {
    /// Parts in the order in which they are evaluated; later parts overwrite earlier ones that overlap.
    pub parts: Vec<InitializerPart>,
}

/// One scalar (or record, or union copied whole) of an initializer.
#[derive(Clone, Debug)]
pub struct InitializerPart {
    /// Byte offset in the object; for a bit-field, of its memory location.
    pub offset: u64,
    /// The type at that offset, which is the type of `value`.
    pub ty: TypeId,
    /// Present if a bit-field is initialized.
    pub bits: Option<raddle_program::types::BitField>,
    /// The value. In static initializers: a constant, an address constant, or a constant expression of these.
    /// A character array initialized by a string is `Load` of the string literal.
    pub value: Expr,
}

/// Statements in order.
#[derive(Clone, Debug)]
pub struct Block {
    /// The statements.
    pub statements: Vec<Statement>,
    /// Automatic objects declared directly in this block: their lives end with it.
    pub variables: Vec<VariableId>,
    /// The whole.
    pub span: Span,
}

/// A statement with its place.
#[derive(Clone, Debug)]
pub struct Statement {
    /// What it is.
    pub kind: StatementKind,
    /// The whole statement.
    pub span: Span,
}

/// The kinds of statements.
#[derive(Clone, Debug)]
pub enum StatementKind {
    /// Evaluates an expression for its effects.
    Expr(Expr),
    /// The declaration of an automatic object is reached: a new object with indeterminate value begins to live,
    /// then its initializer is evaluated and stored.
    Declare {
        /// The object.
        variable: VariableId,
        /// For a variable-length array: its size in bytes, of type `size_t`.
        size: Option<Expr>,
        /// Its initializer; with one, unmentioned parts are zero.
        initializer: Option<Initializer>,
    },
    /// The length of a variable-length array type is evaluated and kept under the number of the type. Comes before the
    /// `Declare`s (and typedefs) that use it.
    FixLength {
        /// The number in `ArrayLength::Variable`.
        length: u32,
        /// Number of elements, of type `size_t`.
        count: Expr,
    },
    /// `{ ... }`
    Block(Block),
    /// `if`
    If {
        /// Compared with zero.
        condition: Expr,
        /// Taken if it is not zero.
        then: Block,
        /// Taken otherwise; may be empty.
        otherwise: Block,
    },
    /// `while`, `do ... while` and `for`; the first clause of a `for` stands before it in an enclosing block.
    Loop {
        /// Whether the body runs once before the first test.
        tests_after: bool,
        /// Compared with zero; `None` means for ever.
        condition: Option<Expr>,
        /// The third clause of a `for`: evaluated after the body and after `continue`.
        step: Option<Expr>,
        /// The body.
        body: Block,
    },
    /// `switch`
    Switch {
        /// Integer, promoted.
        scrutinee: Expr,
        /// The cases in order: values converted to the scrutinee's type (sign-extended), inclusive range, target.
        cases: Vec<(i128, i128, LabelId)>,
        /// Where to go if no case matches; the end of the switch if `None`.
        default: Option<LabelId>,
        /// The body: the cases are `Label`s in it.
        body: Block,
    },
    /// `goto`, and jumps the checker made.
    Goto(LabelId),
    /// `goto *value`: the value comes from [`ExprKind::LabelAddress`].
    ComputedGoto(Expr),
    /// A place to jump to.
    Label(LabelId),
    /// Leaves the innermost loop or switch.
    Break,
    /// Next round of the innermost loop.
    Continue,
    /// Returns; the value has the function's result type.
    Return(Option<Expr>),
    /// What the tool does not model (inline assembly that is no barrier, ...): a short name of it.
    Unsupported(Arc<str>),
}

/// An expression.
#[derive(Clone, Debug)]
pub struct Expr {
    /// What it is.
    pub kind: ExprKind,
    /// Its type. Of an lvalue: the object's.
    pub ty: TypeId,
    /// Where it stands.
    pub span: Span,
}

impl Expr {
    /// The value of an lvalue.
    pub(crate) fn load(self) -> Expr {
        let (ty, span) = (self.ty, self.span);
        Expr { kind: ExprKind::Load(Box::new(self)), ty, span }
    }

    /// `self = value`, of an lvalue.
    pub(crate) fn assign(self, value: Expr) -> Expr {
        let (ty, span) = (self.ty, self.span);
        Expr { kind: ExprKind::Assign { target: Box::new(self), value: Box::new(value) }, ty, span }
    }

    /// `self, last`: the value of the second one.
    pub(crate) fn then(self, last: Expr) -> Expr {
        let (ty, span) = (last.ty, last.span);
        Expr { kind: ExprKind::Comma(Box::new(self), Box::new(last)), ty, span }
    }
}

/// Arithmetic on two operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum BinaryOperator {
    Add,
    Subtract,
    Multiply,
    Divide,
    Remainder,
    ShiftLeft,
    ShiftRight,
    BitAnd,
    BitOr,
    BitXor,
    /// Comparisons have operands of one type (integers, floats or pointers) and an `int` result, 0 or 1.
    Equal,
    NotEqual,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
}

/// Arithmetic on one operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum UnaryOperator {
    /// `-x`
    Negate,
    /// `~x`
    BitNot,
    /// `!x`: `int`, 0 or 1; the operand is any scalar.
    LogicalNot,
}

/// A member of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FieldIndex(pub u32);

/// The kinds of expressions.
#[derive(Clone, Debug)]
pub enum ExprKind {
    // Lvalues.
    /// An object.
    Variable(VariableId),
    /// `*pointer`
    Deref(Box<Expr>),
    /// A member of an lvalue record. Members of anonymous records are reached through them, step by step. A member of
    /// a record *value* (`f().x`) has a base that is no lvalue; then it is itself a value, without a `Load`.
    Member {
        /// The record.
        base: Box<Expr>,
        /// Index into the record's fields.
        field: FieldIndex,
    },
    /// A string literal as an array object.
    String(StringId),
    /// A compound literal: the object begins to live when it is evaluated, then it is an lvalue. At file scope it is
    /// a plain `Variable`.
    CompoundLiteral {
        /// The object.
        variable: VariableId,
        /// Its value.
        initializer: Initializer,
    },

    // Designators.
    /// A function.
    Function(FunctionId),

    // Values.
    /// An integer constant: the mathematical value, within the range of `ty` (`_Bool`, integers; 0 for a null pointer,
    /// or an integer constant cast to a pointer).
    Integer(i128),
    /// A floating constant, by its bits as a `double`.
    Floating(u64),
    /// The value of an object: the conversion of an lvalue. Records too.
    Load(Box<Expr>),
    /// An array lvalue (or string) becomes a pointer to its first element; a function designator a pointer to it.
    Decay(Box<Expr>),
    /// `&lvalue` or `&function`.
    AddressOf(Box<Expr>),
    /// `&&label`
    LabelAddress(LabelId),
    /// Arithmetic on one operand.
    Unary(UnaryOperator, Box<Expr>),
    /// Arithmetic on two operands.
    Binary(BinaryOperator, Box<Expr>, Box<Expr>),
    /// `pointer + index` or `pointer - index`: the index is an integer of any type, in elements.
    PointerAdd {
        /// The pointer.
        pointer: Box<Expr>,
        /// The number of elements.
        index: Box<Expr>,
        /// Whether it is subtracted.
        is_subtraction: bool,
        /// Size of an element in bytes: a constant, or the value of a variable-length array's.
        element: ElementSize,
    },
    /// `pointer - pointer`, in elements, of the difference type.
    PointerDifference {
        /// Left.
        left: Box<Expr>,
        /// Right.
        right: Box<Expr>,
        /// Size of an element.
        element: ElementSize,
    },
    /// `&&` (true) and `||` (false): `int`, the right side evaluated only if it matters.
    Logical {
        /// `&&`
        is_and: bool,
        /// First.
        left: Box<Expr>,
        /// Second.
        right: Box<Expr>,
    },
    /// `condition ? then : otherwise`; both have the result's type (or are `void`).
    Conditional {
        /// Compared with zero.
        condition: Box<Expr>,
        /// If not zero.
        then: Box<Expr>,
        /// If zero.
        otherwise: Box<Expr>,
    },
    /// GNU `value ?: otherwise`: the value is evaluated once.
    Elvis {
        /// Compared with zero; before conversion to the result's type.
        value: Box<Expr>,
        /// The type the value is converted to if it is not zero is `ty`.
        otherwise: Box<Expr>,
    },
    /// `target = value`: its value is the stored one, of the target's type.
    Assign {
        /// An lvalue.
        target: Box<Expr>,
        /// Of the target's type.
        value: Box<Expr>,
    },
    /// `target op= value`: load the target, convert it to `computation`, evaluate the value (of type `computation`; for
    /// shifts, its own promoted type), apply, convert back, store. Pointers: `PointerAssign`.
    CompoundAssign {
        /// The operator: arithmetic, never a comparison.
        operator: BinaryOperator,
        /// An lvalue of arithmetic type.
        target: Box<Expr>,
        /// The right side.
        value: Box<Expr>,
        /// The type of the computation.
        computation: TypeId,
    },
    /// `pointer += index` and `-=`.
    PointerAssign {
        /// An lvalue of pointer type.
        target: Box<Expr>,
        /// Number of elements.
        index: Box<Expr>,
        /// `-=`
        is_subtraction: bool,
        /// Size of an element.
        element: ElementSize,
    },
    /// `++x`, `x++`, `--x`, `x--` on integers, `_Bool`, floats and pointers.
    Increment {
        /// An lvalue.
        target: Box<Expr>,
        /// `--`
        is_decrement: bool,
        /// Whether the value is the old one.
        is_postfix: bool,
        /// Size of an element if the target is a pointer.
        element: ElementSize,
    },
    /// Conversion of a value to `ty`: integers, floats, pointers, `void`. `_Bool`: compared with zero.
    Cast {
        /// What is converted.
        operand: Box<Expr>,
        /// Whether it was written in the source.
        is_explicit: bool,
    },
    /// A call; arguments are converted to the parameters' types, or promoted. A function without a prototype may be
    /// called with promoted arguments whose types are not those of its parameters, and with too few or too many.
    Call {
        /// A function designator (direct call) or a pointer value.
        callee: Box<Expr>,
        /// The arguments.
        arguments: Vec<Expr>,
    },
    /// `left, right`
    Comma(Box<Expr>, Box<Expr>),
    /// `({ ... })`: the value of its last statement, if `ty` is not `void`; that statement is an `Expr`.
    Statement(Box<Block>),
    /// `sizeof` of a variable-length type: the product of a size in bytes and the lengths of these numbers.
    VariableSize {
        /// Bytes of the innermost element.
        bytes: u64,
        /// Numbers in `ArrayLength::Variable`.
        lengths: Vec<u32>,
    },
    /// A GNU builtin that has no function behind it (`__builtin_expect` is gone already): `va_start`, `va_arg`,
    /// `va_end`, `va_copy` (where they could not be made ordinary C), `__sync_*`, `__atomic_*`, `__builtin_*`; lvalue arguments stay lvalues. Types that are
    /// arguments stand in `ty` (for `va_arg`).
    Builtin {
        /// The name as written.
        name: Arc<str>,
        /// The arguments.
        arguments: Vec<Expr>,
    },
    /// What the tool does not model, as an expression of type `ty`.
    Unsupported(Arc<str>),
}

/// The size of what a pointer moves over.
#[derive(Clone, Debug, PartialEq)]
pub enum ElementSize {
    /// Bytes.
    Fixed(u64),
    /// Bytes times the lengths of these numbers (`ArrayLength::Variable`).
    Variable(u64, Vec<u32>),
}
