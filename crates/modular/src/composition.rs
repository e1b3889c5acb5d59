//! The program as `modular` verifies it: a fixed set of threads over numeric variables. Declarations only.
//!
//! Section 2 of the paper: a concurrent program is a set of control-flow graphs over variables, some of them shared. Calls are inlined, so
//! that a thread is at a *node* of one graph, and its next action is an *edge*. All variables of all threads, locals included, are in one
//! table: a promise of error may mention a local of an environment thread, and then the program of another thread has that variable, too.
//!
//! Other threads observe a thread at *cuts* only: at its start, behind each edge that they may notice, and at its end. Between two cuts
//! there is at most one such edge, and it is the last one: steps that no other thread notices commute with all steps of other threads. So
//! the effects of a thread are visible even if it then loops for ever or ends the execution.

pub mod facts;
pub mod ranges;

use raddle_program::entity::{Entity, Table};
use raddle_program::source::Span;
use raddle_program::syntax::{Expr, LocalId};
use raddle_program::types::{TypeId, Types};
use std::sync::Arc;

use self::facts::Facts;
use crate::formula::Algebra;

/// The threads, and the prologue before they start.
#[derive(Clone, Debug)]
pub struct Composition {
    /// The types of expressions.
    pub types: Types,
    /// `int`
    pub int: TypeId,
    /// `_Bool`
    pub truth: TypeId,
    /// All variables. The sequential programs have them as registers, under the same numbers.
    pub variables: Table<LocalId, Variable>,
    /// The code of main up to the last thread creation; the threads start at its end.
    pub prologue: Code,
    /// The node of the prologue behind the last creation.
    pub prologue_end: usize,
    /// The threads: those that were created, in this order, then main, if the rest of its code may matter.
    pub threads: Vec<Thread>,
}

/// A variable.
#[derive(Clone, Debug)]
pub struct Variable {
    /// Its name.
    pub name: Arc<str>,
    /// Its type: an integer type of at most 64 bits, or `_Bool`.
    pub ty: TypeId,
    /// Its value at the start; `None` for any.
    pub initial: Option<i128>,
    /// Its kind.
    pub kind: VariableKind,
}

/// The kind of a variable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum VariableKind {
    /// A scalar of the program.
    Plain,
    /// The owner of a mutex: 0 for none, else the number of the thread in the composition, plus one.
    Lock,
    /// Whether a thread has ended: it becomes 1 and stays so.
    Ended,
    /// The location of a thread: the number of a cut.
    Counter,
    /// The value of an input that is read at most once.
    Input,
}

/// A thread.
#[derive(Clone, Debug)]
pub struct Thread {
    /// The procedure it starts with.
    pub name: Arc<str>,
    /// Its number in executions.
    pub number: u32,
    /// The variable with its location.
    pub counter: LocalId,
    /// Its code.
    pub code: Code,
    /// The variables that it writes, its counter included.
    pub writes: Vec<LocalId>,
    /// The variables that it reads.
    pub reads: Vec<LocalId>,
    /// Static facts about it.
    pub facts: Facts,
}

/// A control-flow graph.
#[derive(Clone, Debug, Default)]
pub struct Code {
    /// Its nodes; the first is the entry.
    pub nodes: Vec<ControlNode>,
}

/// A location of a thread.
#[derive(Clone, Debug, Default)]
pub struct ControlNode {
    /// Its outgoing edges: none, one, or two opposite tests.
    pub edges: Vec<Edge>,
    /// Whether other threads may run here.
    pub is_cut: bool,
}

/// A step of a thread.
#[derive(Clone, Debug)]
pub struct Edge {
    /// The target node.
    pub to: usize,
    /// The action.
    pub action: Action,
    /// The number of steps of the executable semantics: 1, or 0 if it belongs to the step before.
    pub steps: u32,
    /// The source location.
    pub span: Span,
}

/// The action of an edge.
#[derive(Clone, PartialEq, Debug)]
pub enum Action {
    /// No relevant action.
    Nothing,
    /// The edge is taken only if the condition holds (or does not).
    Test {
        /// A scalar.
        condition: Expr,
        /// Whether it must not be zero, or must be.
        holds: bool,
    },
    /// Assigns to several variables at once. None of the values reads one of these variables.
    Set(Vec<(LocalId, Expr)>),
    /// A variable gets a chosen value.
    Input {
        /// The variable.
        target: LocalId,
        /// The variable that holds the input's value in advance, if the input is read at most once.
        foreseen: Option<LocalId>,
    },
    /// A variable becomes indeterminate; its value is chosen later.
    Forget(LocalId),
    /// The execution continues only if it is not zero.
    Assume(Expr),
    /// The assertion to check.
    Assert(Expr),
    /// Waits until a mutex is free, and takes it.
    Lock(LocalId),
    /// Releases a mutex of the thread.
    Unlock(LocalId),
    /// Waits for the end of a thread: the variable that records the end.
    Join(LocalId),
    /// Ends the thread: the variable that records the end.
    End(LocalId),
    /// An atomic section begins.
    SectionBegins,
    /// An atomic section ends.
    SectionEnds,
}

impl Action {
    /// The expressions that it evaluates.
    pub fn operands(&self) -> Vec<&Expr> {
        match self {
            Action::Test { condition, .. } | Action::Assume(condition) | Action::Assert(condition) => vec![condition],
            Action::Set(pairs) => pairs.iter().map(|(_, value)| value).collect(),
            Action::Nothing
            | Action::Input { .. }
            | Action::Forget(_)
            | Action::Lock(_)
            | Action::Unlock(_)
            | Action::Join(_)
            | Action::End(_)
            | Action::SectionBegins
            | Action::SectionEnds => Vec::new(),
        }
    }

    /// The variables that it reads.
    pub fn reads(&self) -> Vec<LocalId> {
        let mut found = Vec::new();
        for operand in self.operands() {
            crate::formula::variables(operand, &mut found);
        }
        match self {
            Action::Lock(variable) | Action::Unlock(variable) | Action::Join(variable) => found.push(*variable),
            Action::Input { foreseen, .. } => found.extend(foreseen),
            Action::Nothing
            | Action::Test { .. }
            | Action::Set(_)
            | Action::Forget(_)
            | Action::Assume(_)
            | Action::Assert(_)
            | Action::End(_)
            | Action::SectionBegins
            | Action::SectionEnds => {}
        }
        found
    }

    /// The variables that it writes.
    pub fn writes(&self) -> Vec<LocalId> {
        match self {
            Action::Set(pairs) => pairs.iter().map(|&(target, _)| target).collect(),
            Action::Input { target, .. }
            | Action::Forget(target)
            | Action::Lock(target)
            | Action::Unlock(target)
            | Action::End(target) => vec![*target],
            Action::Nothing
            | Action::Test { .. }
            | Action::Assume(_)
            | Action::Assert(_)
            | Action::Join(_)
            | Action::SectionBegins
            | Action::SectionEnds => Vec::new(),
        }
    }
}

impl Composition {
    /// Formulas over its variables.
    pub fn algebra(&self) -> Algebra<'_> {
        Algebra { types: &self.types, int: self.int }
    }

    /// The value of a variable.
    pub fn read(&self, variable: LocalId) -> Expr {
        read(variable, self.variables[variable].ty)
    }

    /// The condition that a variable has a value.
    pub fn has_value(&self, variable: LocalId, value: i128) -> Expr {
        let number = raddle_program::builder::integer(value, self.variables[variable].ty);
        self.algebra().equal(self.read(variable), number)
    }

    /// The number of a cut, which is the value of the counter there.
    pub fn place(&self, thread: usize, cut: usize) -> i128 {
        self.threads[thread].facts.places[cut].expect("a cut has a number")
    }

    /// The variables that some of the threads write, in order, each once.
    pub fn written_by(&self, threads: &[usize]) -> Vec<LocalId> {
        let mut all: Vec<LocalId> = threads.iter().flat_map(|&thread| self.threads[thread].writes.clone()).collect();
        all.sort_unstable_by_key(|variable| variable.index());
        all.dedup();
        all
    }

    /// Adds a variable.
    pub fn add(&mut self, variable: Variable) -> LocalId {
        self.variables.push(variable)
    }
}

/// The value of a variable of a type.
pub fn read(variable: LocalId, ty: TypeId) -> Expr {
    use raddle_program::syntax::{Place, PlaceKind};
    raddle_program::builder::read(Place { kind: PlaceKind::Local(variable), ty, atomic: None })
}

impl Code {
    /// The nodes at which other threads may run, in order.
    pub fn cuts(&self) -> impl Iterator<Item = usize> + '_ {
        self.nodes.iter().enumerate().filter(|(_, node)| node.is_cut).map(|(number, _)| number)
    }

    /// All edges, in order.
    pub fn edges(&self) -> impl Iterator<Item = &Edge> {
        self.nodes.iter().flat_map(|node| &node.edges)
    }
}
