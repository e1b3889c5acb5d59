//! What is verified thread by thread: a fixed set of threads over variables that are numbers. Declarations only.
//!
//! Section 2 of the paper: a concurrent program is a set of control-flow graphs over variables, some of them shared. Calls are inlined, so
//! that a thread stands at a *node* of one graph, and what it does next is an *edge*. All variables of all threads, locals included, lie in one
//! table: a promise of error may speak of a local of a thread of the environment, and then a program of another thread has that variable, too.
//!
//! Other threads see a thread at *cuts* only: where it starts, behind each edge that they may notice, and where it ends. Between two cuts
//! there is at most one such edge, and it comes last: steps that no other thread notices commute with all steps of other threads. So what a thread did is seen
//! even if what it does next never ends or ends the execution.

pub mod facts;
pub mod ranges;

use raddle_program::entity::{Entity, Table};
use raddle_program::source::Span;
use raddle_program::syntax::{Expr, LocalId};
use raddle_program::types::{TypeId, Types};
use std::sync::Arc;

use self::facts::Facts;
use crate::formula::Algebra;

/// Threads, and what happens before they start.
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
    /// What main does until it has created the last thread; the threads start where it ends.
    pub prologue: Code,
    /// The node of the prologue behind the last creation.
    pub prologue_end: usize,
    /// The threads: those that were created, in this order, then main, if what it goes on to do can matter.
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
    /// What it is.
    pub kind: VariableKind,
}

/// What a variable is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum VariableKind {
    /// A scalar of the program.
    Plain,
    /// Who owns a mutex: 0 for nobody, else the number of the thread in the composition, plus one.
    Lock,
    /// Whether a thread has ended: it becomes 1 and stays so.
    Ended,
    /// At which cut a thread stands.
    Counter,
    /// What an input, which is asked for once at most, will be.
    Input,
}

/// A thread.
#[derive(Clone, Debug)]
pub struct Thread {
    /// The procedure it starts with.
    pub name: Arc<str>,
    /// Its number in executions.
    pub number: u32,
    /// The variable that says at which cut it stands.
    pub counter: LocalId,
    /// Its code.
    pub code: Code,
    /// The variables that it writes, its counter included.
    pub writes: Vec<LocalId>,
    /// The variables that it reads.
    pub reads: Vec<LocalId>,
    /// What is known of it.
    pub facts: Facts,
}

/// A control-flow graph.
#[derive(Clone, Debug, Default)]
pub struct Code {
    /// Its nodes; the first is where it starts.
    pub nodes: Vec<ControlNode>,
}

/// Where a thread can stand.
#[derive(Clone, Debug, Default)]
pub struct ControlNode {
    /// What it can do: nothing, one thing, or two opposite tests.
    pub edges: Vec<Edge>,
    /// Whether other threads may run while it stands here.
    pub is_cut: bool,
}

/// What a thread does.
#[derive(Clone, Debug)]
pub struct Edge {
    /// Where it stands then.
    pub to: usize,
    /// What it does.
    pub action: Action,
    /// How many steps of the executable semantics that is: 1, or 0 if it belongs to the step before.
    pub steps: u32,
    /// Where it is written.
    pub span: Span,
}

/// What an edge does.
#[derive(Clone, PartialEq, Debug)]
pub enum Action {
    /// Nothing that matters.
    Nothing,
    /// Goes on only along this edge.
    Test {
        /// A scalar.
        condition: Expr,
        /// Whether it must not be zero, or must be.
        holds: bool,
    },
    /// Gives variables values, all at once. None of them is read by another of the values.
    Set(Vec<(LocalId, Expr)>),
    /// A variable gets a value that is chosen.
    Input {
        /// The variable.
        target: LocalId,
        /// What it will be, if it is asked for once at most.
        foreseen: Option<LocalId>,
    },
    /// A variable gets any value, and nobody chooses it yet.
    Forget(LocalId),
    /// Goes on only if it is not zero.
    Assume(Expr),
    /// What is to be shown.
    Assert(Expr),
    /// Takes a mutex that nobody has, and waits for that.
    Lock(LocalId),
    /// Gives back a mutex that it has.
    Unlock(LocalId),
    /// Waits for the end of a thread: the variable that says so.
    Join(LocalId),
    /// Ends: the variable that says so.
    End(LocalId),
    /// An atomic section begins.
    SectionBegins,
    /// An atomic section ends.
    SectionEnds,
}

impl Action {
    /// The expressions that it reads.
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

    /// That a variable has a value.
    pub fn has_value(&self, variable: LocalId, value: i128) -> Expr {
        let number = raddle_program::builder::integer(value, self.variables[variable].ty);
        self.algebra().equal(self.read(variable), number)
    }

    /// The number of a cut, which is the value of the counter there.
    pub fn place(&self, thread: usize, cut: usize) -> i128 {
        self.threads[thread].facts.places[cut].expect("a cut has a number")
    }

    /// The variables that some threads write, in order, each once.
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
    /// The nodes at which others may run, in order.
    pub fn cuts(&self) -> impl Iterator<Item = usize> + '_ {
        self.nodes.iter().enumerate().filter(|(_, node)| node.is_cut).map(|(number, _)| number)
    }

    /// All edges, in order.
    pub fn edges(&self) -> impl Iterator<Item = &Edge> {
        self.nodes.iter().flat_map(|node| &node.edges)
    }
}
