//! A program as clauses, with what each clause and each predicate stands for.

use raddle_logic::horn::System;
use raddle_logic::term::Term;
use raddle_program::automaton::{Automaton, Location, Transition};
use raddle_program::entity::Table;
use raddle_program::source::Span;
use raddle_program::syntax::{ProcedureId, Program};
use raddle_program::types::TypeId;

use crate::symbolic::layout::{Layout, Slot};
use crate::symbolic::step::Ending;

/// A set of threads, a bit for each number.
pub type Threads = u128;

/// What a clause stands for.
#[derive(Clone, Debug, Default)]
pub struct Use {
    /// The transitions that are taken, in order; none at the start of the program.
    pub taken: Vec<Taken>,
    /// What it ends in, if it does not go on.
    pub ending: Option<Ending>,
}

/// A transition that a clause takes.
#[derive(Clone, Debug)]
pub struct Taken {
    /// Whose.
    pub thread: u32,
    /// The chain of calls.
    pub context: usize,
    /// Which.
    pub transition: Transition,
    /// The values that it chose, in order, with their types.
    pub chosen: Vec<(Term, TypeId)>,
    /// The outcome that it chose, if it could have several.
    pub outcome: Option<Term>,
    /// Slots of the state that it starts from, with what they hold.
    pub state: Vec<(Slot, Term)>,
}

/// A program as clauses.
#[derive(Debug)]
pub struct Encoded {
    /// The clauses.
    pub system: System,
    /// What each clause stands for.
    pub uses: Vec<Use>,
    /// Where things are.
    pub layout: Layout,
    /// How many points there are.
    pub n_points: usize,
    /// What the predicates stand for.
    pub places: Vec<Standing>,
    /// The thread of each context; nothing, if there is one only.
    pub threads: Vec<u32>,
    /// Clauses that may be enough for a violation, without a cycle; they are asked first.
    pub hunch: Vec<usize>,
    /// For each predicate the threads that can surely go on there, for termination; nothing, if there is one thread only.
    pub able: Vec<Threads>,
}

/// What a predicate stands for.
#[derive(Clone, Debug, Default)]
pub struct Standing {
    /// Each thread: where it is, in which procedure; or what became of it.
    pub threads: Vec<Where>,
    /// What is known as a constant.
    pub constants: Vec<(Slot, Term)>,
    /// What its parameters are.
    pub parameters: Vec<Slot>,
}

/// Where a thread is.
#[derive(Clone, Debug)]
pub enum Where {
    /// In front of a step of a procedure, in a chain of calls.
    At(Span, String, usize),
    /// It has ended.
    Ended,
    /// It has ended, and nobody can join it any more.
    Gone,
}

/// A location of a chain of calls, for people: the place of the step that follows, in its procedure.
pub fn where_of(
    program: &Program,
    automata: &Table<ProcedureId, Automaton>,
    layout: &Layout,
    context: usize,
    location: Location,
) -> Where {
    let procedure = layout.contexts[context].procedure;
    let automaton = &automata[procedure];
    let next = automaton.outgoing(location).first().map(|&transition| automaton.transitions[transition].span);
    let data = &program.procedures[procedure];
    Where::At(next.unwrap_or(data.span), data.name.to_string(), context)
}
