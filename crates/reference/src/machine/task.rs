//! What a thread still has to do: the continuation of the small-step machine. Declarations only.
//!
//! A frame has a stack of [`Task`]s and a stack of values. The top task is popped and run; it may push further tasks. Tasks are local: they
//! access nothing that another thread could observe. Anything that other threads can observe, and anything that ends or forks an execution,
//! is an [`Operation`]: it is pushed with all its operands evaluated, and the thread stops in front of it.

use crate::machine::apart::Relation;
use crate::machine::library::{Call, Running};
use crate::value::{Address, Byte, ObjectId, Place, Scalar, Value};
use raddle_cfront::typed::{Block, Expr, FunctionId, Initializer, Statement, VariableId};
use raddle_program::property::ViolationKind;
use raddle_program::source::Span;
use raddle_program::syntax::Synchronization;
use raddle_program::trace::ChoiceKind;
use raddle_program::types::{BitField, TypeId};

/// The phase in which a loop continues.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LoopPhase {
    /// Evaluate the condition.
    Test,
    /// Look at its value.
    Decide,
    /// Evaluate the step, then test.
    Step,
}

/// A local step of a thread.
#[derive(Clone, Debug)]
pub(crate) enum Task<'u> {
    /// Pushes the value of an expression.
    Eval(&'u Expr),
    /// Pushes the place of an lvalue.
    Place(&'u Expr),
    /// Continues an expression whose operands are on the stack; the number is the phase.
    Finish(&'u Expr, u8),
    /// Loads a place and pushes the value.
    Load { place: Place, ty: TypeId, span: Span },
    /// Stores a value.
    Store { place: Place, ty: TypeId, value: Value, span: Span },
    /// Pops a value and stores it as part of an initialization, which is not listed.
    Keep { place: Place, ty: TypeId },
    /// Pops the bytes of a memory location and pushes the bit-field in them.
    Extract { place: Place, bits: BitField, ty: TypeId, span: Span },
    /// Pops the bytes of a memory location, sets the bit-field in them and writes them.
    Insert { place: Place, bits: BitField, value: Scalar, span: Span },
    /// Reads the parts of a record from number `next` on; pops the part read before. Pushes the record's bytes.
    Gather { place: Place, ty: TypeId, next: usize, bytes: Vec<Byte>, span: Span },
    /// Writes the parts of a record from number `next` on.
    Scatter { place: Place, ty: TypeId, next: usize, bytes: Vec<Byte>, span: Span },
    /// Evaluates and stores the parts of an initializer from number `next` on.
    Initialize { place: Place, initializer: &'u Initializer, next: usize },
    /// Pushes a value.
    Push(Value),
    /// Pops a value.
    Discard,
    /// Runs a block from statement `next` on. `height` is the number of values below it; a block that `yields` leaves
    /// the value of its last statement.
    Block { block: &'u Block, next: usize, height: usize, yields: bool },
    /// Runs a statement in front of which the thread stopped, since it is a landmark; the flag says whether its value is that of its block.
    Statement(&'u Statement, bool),
    /// Pops the condition of an `if`.
    Branch(&'u Statement),
    /// A loop around the tasks above.
    Loop { statement: &'u Statement, phase: LoopPhase, height: usize },
    /// Pops the value of a `switch`.
    Select { statement: &'u Statement, height: usize },
    /// The end of a `switch`: where `break` goes.
    SwitchEnd { height: usize },
    /// Pops the target label of a computed goto.
    ComputedGoto,
    /// Pops the value if there is one, and returns.
    Return { has_value: bool },
    /// Pops the length of a variable-length array type.
    FixLength(u32),
    /// Pops the size of a variable-length array and makes it.
    MakeArray { variable: VariableId, span: Span },
    /// Pops the new array and lets a variable name it.
    NameArray(VariableId),
    /// Enters a function with a body.
    Enter { function: FunctionId, arguments: Vec<(Value, TypeId)>, span: Span },
    /// Calls a function without a body; the flag says whether the caller uses its value.
    Library(Box<Call<'u>>, bool),
    /// Runs the next step of a function without a body.
    Model(Box<Running<'u>>),
    /// A call returned: converts the value on the stack to the type that the caller expects.
    Returned(&'u Expr),
    /// Pops the result of the first function and ends the thread, or the process.
    EndThread { span: Span },
    /// Leaves all functions of the thread and ends it.
    Unwind { value: Value, span: Span },
    /// Stops here until the thread is scheduled.
    Operation(Operation),
}

/// How bytes that are read become a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// A scalar of a type.
    Scalar(TypeId),
    /// Bytes as they are.
    Raw,
}

/// The kind of memory of a new object.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Region {
    /// `malloc`: lives until it is freed.
    Heap,
    /// `fopen`: lives until it is closed. It is never counted as a leak.
    Stream,
    /// `mmap`: lives until `munmap`. It is never counted as a leak.
    Mapping,
    /// The same, without the right to write.
    ConstantMapping,
    /// `alloca`: lives until the function returns.
    Function,
    /// A variable-length array: lives until its block is left.
    Block,
}

/// The object of a synchronization call, as the call names it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Subject {
    /// An object in memory.
    Object(Place),
    /// A thread, by its id.
    Thread(Scalar),
    /// The thread itself.
    Oneself,
    /// A key, by its number.
    Key(Scalar),
    /// The key that will be created.
    NewKey,
}

/// How a thread passes a landmark.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Passage {
    /// It stands in front of the statement.
    Statement,
    /// The condition of the statement has this value.
    Branch(bool),
    /// A call returned this value, if it is a number.
    Return(Option<i128>),
    /// A function with a body is about to be entered.
    Enter,
}

/// An event that other threads can observe, or that ends or forks the execution.
#[derive(Clone, Debug)]
pub enum Operation {
    /// Pushes what a place holds.
    Read { place: Place, size: u64, form: Form, span: Span },
    /// Overwrites a place. `shown` is the scalar, if it is one.
    Write { place: Place, bytes: Vec<Byte>, shown: Option<Scalar>, span: Span },
    /// Pushes any value of a type. `keep` is the object that was indeterminate and keeps the value. Known bits of it
    /// stay as they are: `value` under the mask `known`.
    Choose { kind: ChoiceKind, ty: TypeId, keep: Option<Place>, value: u128, known: u128, span: Span },
    /// Pushes whether two addresses are in a relation where that is open: 1 or 0.
    Compare { left: Address, right: Address, asks: Relation, span: Span },
    /// Copies a range.
    Copy { to: Place, from: Place, size: u64, may_overlap: bool, span: Span },
    /// Fills a range.
    Fill { to: Place, size: u64, byte: Byte, span: Span },
    /// Enters an atomic section. A section that is a single atomic operation orders only accesses to its own object.
    AtomicBegin { is_operation: bool, span: Span },
    /// Leaves an atomic section.
    AtomicEnd { is_operation: bool, span: Span },
    /// A synchronization call; pushes the outcome. The operands are those after the subject.
    Synchronize { operation: Synchronization, subject: Subject, operands: Vec<Scalar>, span: Span },
    /// Starts a thread and stores its id in `id_size` bytes, unless the place is null; pushes the return code.
    Spawn { start: FunctionId, argument: (Value, TypeId), id: Place, id_size: u64, is_detached: bool, span: Span },
    /// Waits for a thread; pushes the return code. Cancellation may end the wait.
    Join { id: Scalar, is_cancellable: bool, span: Span },
    /// Takes up the next key from a number on whose destructor is to be called; pushes its number, -1 for none.
    NextDestructor { from: u32, span: Span },
    /// Ends the thread; `Void` if it returned nothing.
    Exit { value: Value, span: Span },
    /// Makes an object; pushes its address. It may have that of an object that it `replaces`.
    Allocate { size: u64, is_zeroed: bool, region: Region, replaces: Option<ObjectId>, span: Span },
    /// Gives an object of a region back.
    Free { pointer: Scalar, region: Region, span: Span },

    // Operations that traces do not list.
    /// The thread passes a landmark.
    Pass { passage: Passage, span: Span },
    /// The lifetimes of objects end.
    EndLife { objects: Vec<ObjectId> },
    /// A property is violated; if it `ends` the execution, nothing follows.
    Fail { kind: ViolationKind, message: String, span: Span, ends: bool },
    /// The process ends; `is_orderly` if it might have been expected to clean up before (`exit`, the end of `main`).
    Stop { is_orderly: bool, span: Span },
    /// An assumption fails: the execution ends and does not count.
    Prune { span: Span },
    /// Something that is not modelled.
    Unsupported { what: String, span: Span },
    /// The thread does not reach an event: for ever if `certain`, else within the step limit.
    Diverge { certain: bool, span: Span },
}

impl Operation {
    /// Where it stands; `None` where it stands nowhere.
    pub fn span(&self) -> Option<Span> {
        match self {
            Operation::Read { span, .. }
            | Operation::Write { span, .. }
            | Operation::Choose { span, .. }
            | Operation::Compare { span, .. }
            | Operation::Copy { span, .. }
            | Operation::Fill { span, .. }
            | Operation::AtomicBegin { span, .. }
            | Operation::AtomicEnd { span, .. }
            | Operation::Synchronize { span, .. }
            | Operation::Spawn { span, .. }
            | Operation::Join { span, .. }
            | Operation::NextDestructor { span, .. }
            | Operation::Exit { span, .. }
            | Operation::Allocate { span, .. }
            | Operation::Free { span, .. }
            | Operation::Fail { span, .. }
            | Operation::Stop { span, .. }
            | Operation::Prune { span }
            | Operation::Unsupported { span, .. }
            | Operation::Diverge { span, .. }
            | Operation::Pass { span, .. } => Some(*span),
            Operation::EndLife { .. } => None,
        }
    }
}
