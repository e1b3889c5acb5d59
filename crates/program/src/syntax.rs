//! The program: what every engine verifies. Declarations only.
//!
//! A program is a set of procedures of structured code over globals and locals. The structure (sequence, if, loop, goto) is the primary
//! form; the control-flow automaton that engines use is derived from it ([`crate::automaton`]). So transforms edit statements, and printed
//! C code looks like the source.
//!
//! Granularity. A [`Step`], an `if` and a loop test are one transition each. A transition has at most one *listed access*
//! to memory (see [`crate::trace`]), embedded anywhere in its expressions: `if (c > 0)` and `c = t + 1` are single
//! transitions, `c = c + 1` is two. Exceptions, each one indivisible step: [`Effect::CopyBytes`] (a read and a write), the
//! store of the thread id in [`Effect::Spawn`], and whatever happens between [`Effect::AtomicBegin`] and
//! [`Effect::AtomicEnd`].
//!
//! *Registers* are locals that no pointer can reach; reading and writing them is free. Everything else is *memory*: it
//! has an address, and its bytes can be reached through pointers of any type.

use serde::{Deserialize, Serialize};
use std::sync::Arc;

use crate::entity::Table;
use crate::floating::FloatOperation;
use crate::source::{SourceMap, Span};
use crate::types::{TypeId, Types};

pub use crate::memory_order::{Atomic, MemoryOrder};
pub use crate::synchronization::{LockChange, Synchronization, SynchronizationFamily};

crate::entity!(
    /// A global of the [`Program`].
    GlobalId,
    "g"
);

crate::entity!(
    /// A procedure of the [`Program`].
    ProcedureId,
    "p"
);

crate::entity!(
    /// A local of a [`Procedure`].
    LocalId,
    "x"
);

crate::entity!(
    /// A label of a [`Procedure`].
    LabelId,
    "L"
);

/// A whole program.
#[derive(Clone, PartialEq, Debug)]
pub struct Program {
    /// Where it came from.
    pub source: SourceMap,
    /// Its types, with the data model.
    pub types: Types,
    /// Objects with static or thread storage duration, string literals included.
    pub globals: Table<GlobalId, Global>,
    /// Its procedures.
    pub procedures: Table<ProcedureId, Procedure>,
    /// Where execution starts. Its parameters, if any, are set by the lowered code of a start procedure: `main` here
    /// takes no parameters.
    pub main: ProcedureId,
}

/// An object that lives from the start of the program (or of each thread) to its end.
#[derive(Clone, PartialEq, Debug)]
pub struct Global {
    /// Unique name; a static local is called `function::name`.
    pub name: Arc<str>,
    /// Its type, complete.
    pub ty: TypeId,
    /// One object a thread.
    pub is_thread_local: bool,
    /// A string literal or a `const` object: writing to it violates memory.
    pub is_read_only: bool,
    /// Declared here and defined elsewhere: any initial value.
    pub is_external: bool,
    /// What is not zero at the start, sorted by offset, not overlapping.
    pub initial: Vec<InitialPart>,
    /// Where it was declared.
    pub span: Span,
}

/// A scalar of a global's initial value.
#[derive(Clone, PartialEq, Debug)]
pub struct InitialPart {
    /// Byte offset.
    pub offset: u64,
    /// Its type: integer, `_Bool` or pointer. Bit-fields are merged into unsigned chars.
    pub ty: TypeId,
    /// Its value.
    pub value: InitialValue,
}

/// The value of an [`InitialPart`].
#[derive(Clone, PartialEq, Debug)]
pub enum InitialValue {
    /// A number in the range of the type; 0 is not listed.
    Integer(i128),
    /// The address of a global plus bytes.
    Address(GlobalId, i64),
    /// A procedure.
    Procedure(ProcedureId),
}

/// A function of the program, or a copy that a transform made.
#[derive(Clone, PartialEq, Debug)]
pub struct Procedure {
    /// Its name: unique, but for copies of one function that a transform made.
    pub name: Arc<str>,
    /// Parameters, in order: the first locals.
    pub parameters: Vec<LocalId>,
    /// What it returns; `void` for nothing.
    pub result: TypeId,
    /// Parameters, variables and temporaries.
    pub locals: Table<LocalId, Local>,
    /// Its labels.
    pub labels: Table<LabelId, Label>,
    /// Its code. Falling off its end returns (any value, if the caller wants one).
    pub body: Block,
    /// False: only declared; calls of it are [`Effect::External`] and never reach it.
    pub is_defined: bool,
    /// The source location of its name.
    pub span: Span,
}

/// What a local is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum LocalKind {
    /// A parameter of the source.
    Parameter,
    /// A variable of the source.
    Variable,
    /// Made by the lowering or by a transform. Accesses to it are never listed, even if it is in memory.
    Temporary,
}

/// A local object.
#[derive(Clone, PartialEq, Debug)]
pub struct Local {
    /// Its name in the source, or a made one; unique in the procedure.
    pub name: Arc<str>,
    /// Its type, complete. Variable-length arrays are pointers to memory that [`Effect::Allocate`] gave.
    pub ty: TypeId,
    /// What it is for.
    pub kind: LocalKind,
    /// Whether it is a register (scalar, no address) or memory. Memory lives between [`Effect::Live`] and
    /// [`Effect::Dead`]; parameters live from the call to the return.
    pub is_register: bool,
    /// Where it was declared.
    pub span: Span,
}

/// A label.
#[derive(Clone, PartialEq, Debug)]
pub struct Label {
    /// Its name, unique in the procedure.
    pub name: Arc<str>,
}

/// Statements in order.
pub type Block = Vec<Statement>;

/// Structured code. `If` and `Loop` tests are transitions; `span` is the accessed lvalue where there is an access, else
/// the construct.
#[derive(Clone, PartialEq, Debug)]
pub enum Statement {
    /// One transition.
    Step(Step),
    /// One transition that reads the condition, then one of two branches.
    If {
        /// A scalar, compared with zero.
        condition: Expr,
        /// If it is not zero.
        then: Block,
        /// If it is zero.
        otherwise: Block,
        /// Where.
        span: Span,
    },
    /// `test; if (!condition) leave; body; step; again`. With `tests_after` it starts at `body`.
    /// `Continue` goes to `step`, `Break` leaves.
    Loop {
        /// Whether the body comes before the first test (`do ... while`).
        tests_after: bool,
        /// Runs before each reading of the condition.
        test: Block,
        /// A scalar, compared with zero. A constant is no transition of its own.
        condition: Expr,
        /// The body.
        body: Block,
        /// Runs after the body, before the next test.
        step: Block,
        /// Where.
        span: Span,
    },
    /// Leaves the innermost loop.
    Break,
    /// Goes to the `step` of the innermost loop.
    Continue,
    /// Goes to a label of the procedure.
    Goto(LabelId),
    /// A place to go to.
    Label(LabelId),
}

/// One transition with its place.
#[derive(Clone, PartialEq, Debug)]
pub struct Step {
    /// What it does.
    pub effect: Effect,
    /// The accessed lvalue where there is a listed access, else the construct.
    pub span: Span,
}

/// What a transition does.
#[derive(Clone, PartialEq, Debug)]
pub enum Effect {
    /// Nothing: a step that a transform emptied.
    Skip,
    /// Stores a value. For records and arrays (copied whole, one access) the value is a `Read`. The operands of the target
    /// are evaluated before the value.
    Assign {
        /// Where to.
        target: Place,
        /// The value, of the target's type.
        value: Expr,
    },
    /// Like `Assign`, by the declaration (or compound literal) that made the target live: the store is not listed. The
    /// target lies in a local in memory; bit-fields are written directly.
    Initialize {
        /// Where to.
        target: Place,
        /// The value, of the target's type.
        value: Expr,
    },
    /// A register gets any value of its type.
    Input {
        /// The register.
        target: LocalId,
        /// The source of the input.
        source: InputSource,
    },
    /// The execution continues only if the condition is not zero; otherwise it ends here (and is no deadlock).
    Assume(Expr),
    /// A violation of `assertions` unless the condition is not zero; a failing one ends the execution.
    Assert {
        /// A scalar.
        condition: Expr,
        /// The function that reports it: `assert`, `__assert_fail`, `reach_error`, ...
        function: Arc<str>,
        /// What to tell people, for instance the asserted text.
        message: Arc<str>,
    },
    /// Calls a procedure: parameters are initialized (no listed accesses).
    Call {
        /// Which.
        callee: Callee,
        /// Converted to the parameters' types; more than the parameters are dropped.
        arguments: Vec<Expr>,
        /// A register or temporary for the result.
        result: Option<LocalId>,
    },
    /// A call of a function without a body that the tool has no model of: the result is any value. Unsupported when reached
    /// with a pointer through which it could write or call: to anything but read-only memory, unless the argument only reads.
    External {
        /// Its name.
        name: Arc<str>,
        /// The arguments; whether the function only reads what an argument points to, and that leads nowhere.
        arguments: Vec<(Expr, bool)>,
        /// A register for the result.
        result: Option<LocalId>,
    },
    /// Returns from the procedure; from a thread's first procedure, ends the thread; from `main`, ends the process.
    Return(Option<Expr>),
    /// The lifetime of a local begins: in memory, as a new object. Its value is indeterminate (also that of a register) unless it is
    /// zeroed; then the `Initialize`s of the parts that are not zero follow.
    Live {
        /// The local.
        local: LocalId,
        /// Whether all its bytes are zero.
        is_zeroed: bool,
    },
    /// A local in memory ends its life, if it lives. A register of pointer type: the memory that it points to, which
    /// [`Effect::Allocate`] gave to the frame (a variable-length array).
    Dead(LocalId),
    /// New memory of so many bytes; its address goes to a register.
    Allocate {
        /// A register of pointer type.
        target: LocalId,
        /// Bytes, of type `size_t`.
        size: Expr,
        /// `calloc`; else indeterminate.
        is_zeroed: bool,
        /// Where it lives.
        region: Region,
    },
    /// Gives allocated memory back: `free`, and what belongs to other regions that live until then. Null does nothing.
    Free(Expr, Region),
    /// `memcpy`, `memmove`: one step. A size of zero accesses nothing.
    CopyBytes {
        /// Destination address.
        target: Expr,
        /// Source address.
        origin: Expr,
        /// Bytes.
        size: Expr,
        /// Whether the ranges may overlap. Where they must not and do, the step violates memory (C11 7.24.2.1).
        may_overlap: bool,
    },
    /// `memset`: one step.
    FillBytes {
        /// Destination address.
        target: Expr,
        /// The byte, as `unsigned char`.
        byte: Expr,
        /// Bytes.
        size: Expr,
    },
    /// Starts a thread and stores its id in the same step, before it runs.
    Spawn {
        /// What it runs.
        start: Callee,
        /// Converted to the parameter's type; dropped if it has none.
        argument: Expr,
        /// The address for the id: a pointer to `pthread_t`; null stores nothing.
        id: Expr,
        /// Whether it is detached: if this is given and 1 (an `int`).
        is_detached: Option<Expr>,
        /// A register for the return code.
        result: Option<LocalId>,
    },
    /// Waits for the end of a thread.
    Join {
        /// Its id.
        thread: Expr,
        /// A register for what it returned: of type `void *`, of C11's threads `int`.
        value: Option<LocalId>,
        /// A register for the return code.
        result: Option<LocalId>,
    },
    /// Ends the thread (`pthread_exit`); in main, the other threads go on.
    Exit(Option<Expr>),
    /// Ends the process: `exit`, `abort`, `_Exit`.
    Stop,
    /// A synchronization call: one step each.
    Synchronize {
        /// Which.
        operation: Synchronization,
        /// Its operands, as the operation says.
        operands: Vec<Expr>,
        /// A register for the return code.
        result: Option<LocalId>,
    },
    /// The thread runs alone from here...
    AtomicBegin,
    /// ...to here. Sections nest. While the thread is blocked inside, other threads may run.
    AtomicEnd,
    /// `atomic_thread_fence`: orders nothing itself, but what the thread read and writes with weaker orders.
    Fence(MemoryOrder),
    /// Reaching this makes the verdict UNKNOWN: what it is.
    Unsupported(Arc<str>),
}

/// The source of an input.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum InputSource {
    /// `__VERIFIER_nondet_*`, `scanf`, ...: the function's name.
    Function(Arc<str>),
    /// What is undefined in C and yields any value: what it is.
    Undefined(Arc<str>),
}

/// Where allocated memory lives.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Region {
    /// Until it is freed.
    Heap,
    /// Until the procedure returns (`alloca`, variable-length arrays).
    Stack,
    /// A stream or open folder of the library: until it is closed.
    Stream,
    /// Memory that `mmap` maps: until `munmap`.
    Mapping,
    /// The same, mapped without the right to write: writing to it violates memory.
    ConstantMapping,
}

impl Region {
    /// Whether what gives back memory of a region gives back this allocation.
    pub fn ends_as(self, wanted: Region) -> bool {
        self == wanted || self == Region::ConstantMapping && wanted == Region::Mapping
    }

    /// What is wrong, in messages, where something else than an allocation of the region is given back.
    pub fn never_allocated(self) -> &'static str {
        match self {
            Region::Heap | Region::Stack => "free of something that malloc did not return",
            Region::Stream => "something is closed that is no open stream",
            Region::Mapping | Region::ConstantMapping => "munmap of something that mmap did not return",
        }
    }

    /// What is wrong, in messages, where an allocation of the region is given back a second time.
    pub fn ended_twice(self) -> &'static str {
        match self {
            Region::Heap | Region::Stack => "memory is freed twice",
            Region::Stream => "a stream is closed twice",
            Region::Mapping | Region::ConstantMapping => "memory is unmapped twice",
        }
    }

    /// What is wrong, in messages, where the size of something else than an allocation of the region is asked for.
    pub fn never_sized(self) -> &'static str {
        match self {
            Region::Heap | Region::Stack | Region::Stream => "an allocation is resized that malloc did not return",
            Region::Mapping | Region::ConstantMapping => self.never_allocated(),
        }
    }

    /// What is wrong, in messages, where the size of an allocation of the region is asked for that was given back.
    pub fn sized_late(self) -> &'static str {
        match self {
            Region::Heap | Region::Stack | Region::Stream => "an allocation is resized that was freed",
            Region::Mapping | Region::ConstantMapping => self.ended_twice(),
        }
    }

    /// Whether a pointer into the middle of an allocation may be given back, for a part of it: no engine follows that.
    pub fn has_parts(self) -> bool {
        matches!(self, Region::Mapping | Region::ConstantMapping)
    }
}

/// Where only a part of a mapping is given back.
pub const PART_OF_MAPPING: &str = "munmap of a part of a mapping";

/// What is called.
#[derive(Clone, PartialEq, Debug)]
pub enum Callee {
    /// A procedure of the program.
    Procedure(ProcedureId),
    /// A function pointer.
    Pointer(Expr),
}

/// Something that holds a value.
#[derive(Clone, PartialEq, Debug)]
pub struct Place {
    /// What it is.
    pub kind: PlaceKind,
    /// The type of its value.
    pub ty: TypeId,
    /// Whether it is accessed atomically (`_Atomic`, atomic operations), and how: such accesses do not race with each other, and
    /// synchronize as their orders say.
    pub atomic: Option<Atomic>,
}

impl Place {
    /// Whether it is accessed atomically.
    pub fn is_atomic(&self) -> bool {
        self.atomic.is_some()
    }
}

/// The kinds of places.
#[derive(Clone, PartialEq, Debug)]
pub enum PlaceKind {
    /// A global.
    Global(GlobalId),
    /// A local.
    Local(LocalId),
    /// `*pointer`
    Deref(Box<Expr>),
    /// A member of a record. If it is a bit-field, reading it reads its memory location; it is written directly only in
    /// temporaries.
    Field(Box<Place>, u32),
    /// An element of an array; the index is an integer of any type.
    Index(Box<Place>, Box<Expr>),
    /// The whole memory location of a bit-field (a `Field` place) as an array of `unsigned char`.
    BitLocation(Box<Place>),
}

/// A value. Free of effects but for at most one listed read in a whole transition.
#[derive(Clone, PartialEq, Debug)]
pub struct Expr {
    /// What it is.
    pub kind: ExprKind,
    /// Its type.
    pub ty: TypeId,
}

/// The kinds of expressions.
#[derive(Clone, PartialEq, Debug)]
pub enum ExprKind {
    /// A number in the range of the type (integers, `_Bool`; of pointers: null, or an address written as a number).
    Integer(i128),
    /// The value of a place.
    Read(Box<Place>),
    /// The address of a place in memory.
    AddressOf(Box<Place>),
    /// A procedure as a function pointer.
    Procedure(ProcedureId),
    /// The id of the running thread (`pthread_self`).
    SelfId,
    /// The size in bytes, as `size_t`, of the allocation of the region that a pointer is the start of; 0 of null. Violates
    /// memory as [`Effect::Free`] would; a pointer into the middle of a mapping is unsupported.
    AllocationSize(Box<Expr>, Region),
    /// Arithmetic on one operand.
    Unary(UnaryOperator, Box<Expr>),
    /// Arithmetic on two operands: of the result's type, except that shifts have amounts of any integer type and
    /// comparisons give `int`.
    Binary(BinaryOperator, Box<Expr>, Box<Expr>),
    /// Conversion to the expression's type: integers, `_Bool`, pointers.
    Cast(Box<Expr>),
    /// `pointer ± index * element` bytes; the index is an integer of any type.
    PointerAdd {
        /// The pointer.
        pointer: Box<Expr>,
        /// The index.
        index: Box<Expr>,
        /// Bytes of an element.
        element: u64,
        /// Whether the index is subtracted.
        is_subtraction: bool,
    },
    /// `(left - right) / element`, of the difference type.
    PointerDifference {
        /// Left.
        left: Box<Expr>,
        /// Right.
        right: Box<Expr>,
        /// Bytes of an element.
        element: u64,
    },
    /// An operation on floating values, which are their bits. The operands are free of listed reads but for one.
    Floating(FloatOperation, Vec<Expr>),
    /// A choice between two values, both free of listed reads. Only the chosen one is evaluated: the other one violates
    /// nothing.
    Conditional {
        /// A scalar.
        condition: Box<Expr>,
        /// If it is not zero.
        then: Box<Expr>,
        /// If it is zero.
        otherwise: Box<Expr>,
    },
}

/// Arithmetic on one operand.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum UnaryOperator {
    /// `-x`
    Negate,
    /// `~x`
    BitNot,
    /// `!x`: `int`; the operand is any scalar.
    LogicalNot,
}

/// Arithmetic on two operands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
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
    Equal,
    NotEqual,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
}
