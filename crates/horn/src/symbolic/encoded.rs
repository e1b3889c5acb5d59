//! A program as clauses, with the meaning of each clause and each predicate.

use raddle_logic::horn::System;
use raddle_logic::term::Term;
use raddle_program::automaton::{Automaton, Location, Transition};
use raddle_program::entity::Table;
use raddle_program::source::Span;
use raddle_program::syntax::{ProcedureId, Program};
use raddle_program::types::TypeId;

use crate::symbolic::layout::{Layout, Slot};
use crate::symbolic::step::Ending;

/// A set of threads, one bit for each thread number.
pub type Threads = u128;

/// The meaning of a clause.
#[derive(Clone, Debug, Default)]
pub struct Use {
    /// The executed transitions, in order; empty for the initial clause.
    pub taken: Vec<Taken>,
    /// The ending, if the execution does not continue.
    pub ending: Option<Ending>,
}

/// A transition that a clause executes.
#[derive(Clone, Debug)]
pub struct Taken {
    /// The thread.
    pub thread: u32,
    /// The context: the chain of calls.
    pub context: usize,
    /// The transition.
    pub transition: Transition,
    /// The values that it chose, in order, with their types.
    pub chosen: Vec<(Term, TypeId)>,
    /// The chosen outcome, if the call has several.
    pub outcome: Option<Term>,
    /// Slots of the state before the transition, with their values.
    pub state: Vec<(Slot, Term)>,
}

/// A program as clauses.
#[derive(Debug)]
pub struct Encoded {
    /// The clauses.
    pub system: System,
    /// The meaning of each clause.
    pub uses: Vec<Use>,
    /// The layout of the slots.
    pub layout: Layout,
    /// The number of locations.
    pub n_points: usize,
    /// The meaning of each predicate.
    pub places: Vec<Standing>,
    /// The thread of each context; empty if there is one thread only.
    pub threads: Vec<u32>,
    /// Clauses that may suffice for a violation, without a cycle; the solver tries them first.
    pub hunch: Vec<usize>,
    /// For termination: the threads that are surely enabled at each predicate; empty if there is one thread only.
    pub able: Vec<Threads>,
}

/// The meaning of a predicate.
#[derive(Clone, Debug, Default)]
pub struct Standing {
    /// The location or state of each thread.
    pub threads: Vec<Where>,
    /// Slots with a known constant value.
    pub constants: Vec<(Slot, Term)>,
    /// The slots of its parameters.
    pub parameters: Vec<Slot>,
}

/// The location or state of a thread.
#[derive(Clone, Debug)]
pub enum Where {
    /// In front of a transition: its source location, the name of the procedure, and the context.
    At(Span, String, usize),
    /// It has ended.
    Ended,
    /// It has ended and was joined or is detached.
    Gone,
}

/// A location as reports show it: the source location of the next transition, and the procedure.
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
