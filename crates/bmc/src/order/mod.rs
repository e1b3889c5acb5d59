//! The order of the events of a formula: one trait, [`OrderSolver`], and its implementations.
//!
//! [`crate::encode`] says which reads may read from which writes. One of these implementations decides whether the
//! sources of a model fit one order of all events. Each has its file, with the algorithm of its paper at the head:
//!
//! | file | used by | the order is decided by |
//! |---|---|---|
//! | `theory` | `bmc` | a theory of acyclic graphs inside the SAT solver |
//! | `clocks` | `bmc -o bmc.order=clocks` | clauses over a number for each event |
//! | `schedule` | `schedule` | clauses over a number for each block of events of a thread |
//! | `widening` | `widen` | the same, with few context switches first |
//! | `interleavings` | `lazy` | a search: one interleaving after the other is executed symbolically |
//! | `slices` | `slice` | a part of the formula, refined by counterexamples; its levels use the theory or clocks |
//!
//! The differences are methods of the trait: what an order adds to the formula, how it searches and refines, how its
//! model is read, and what it reports. [`EventOrder`] is the list of them, and the only place that maps the value of
//! the option `bmc.order` to one. [`Encoding`] is the formula with its solver: the rounds of `bmc` query it, for every
//! kind of order.
//!
//! To add an order: implement [`OrderSolver`] in a new file, add a constant to [`EventOrder`], and a row to `engines.rs`.

mod clocks;
mod encoding;
mod graph;
mod interleavings;
mod schedule;
pub(crate) mod slices;
mod theory;
mod widening;

use std::cell::OnceCell;
use std::collections::BTreeSet;

use raddle_analysis::dependencies::Dependencies;
use raddle_logic::sat::{Interruption, SatResult};
use raddle_logic::term::Term;
use raddle_program::semantics::Machine;
use raddle_verify::context::Reporter;
use raddle_verify::options::{Options, Order};
use raddle_verify::verdict::Reason;

use crate::encode::{Cuts, Facts, FormulaSolver, Pair};
use crate::unwind::event::{EventId, Unwound};
use crate::unwind::object::{Names, ObjectId};
use crate::unwind::pool::Pool;

pub(crate) use encoding::{Encoding, Found, Resources};

/// Decides the order of the events of one formula.
pub(crate) trait OrderSolver {
    /// Makes the formula of an unwound program: what holds in every execution, and what this order needs of the events.
    fn encode(formula: Formula<'_>) -> Encoded<Self>
    where
        Self: Sized;

    /// Looks for a model of what is assumed in which the events have an order, and refines the formula until the answer is certain.
    fn search(&mut self, question: Question<'_>) -> SatResult;

    /// The events of the model in order. Requires that the last search found a model.
    fn schedule(&mut self, solver: &mut FormulaSolver, pool: &Pool) -> Vec<EventId>;

    /// The size of its part of the formula.
    fn size(&self) -> FormulaSize;

    /// What it did, for the statistics of a run.
    fn counts(&self) -> Vec<(&'static str, u64)> {
        Vec::new()
    }

    /// Whether executions within the lesser of two bounds are worth a question of their own. Not for an order that searches
    /// all interleavings of the formula in every question.
    fn asks_in_stages(&self) -> bool {
        true
    }

    /// Whether the last search ended at the conflict limit of the question.
    fn has_hit_conflict_limit(&self) -> bool {
        false
    }

    /// The bound of its own that excluded executions, if there is one: then the absence of a violation proves nothing.
    fn left_out(&self) -> Option<Reason> {
        None
    }

    /// The objects that the search showed to matter: the next formula of the program keeps them.
    fn learned(&self) -> BTreeSet<ObjectId> {
        BTreeSet::new()
    }
}

/// An unwound program from which a formula is made, with the known facts.
pub(crate) struct Formula<'a> {
    pub pool: &'a mut Pool,
    pub unwound: &'a Unwound,
    pub solver: &'a mut FormulaSolver,
    pub facts: Facts,
    /// The objects of the program that the numbers of objects stand for.
    pub names: &'a Names,
    pub shared: &'a Shared<'a>,
    pub reporter: Reporter,
}

/// What the formulas of one run share.
pub(crate) struct Shared<'a> {
    pub machine: &'a Machine<'a>,
    pub options: Options,
    /// The objects of which earlier formulas showed that they matter.
    pub learned: BTreeSet<ObjectId>,
    dependencies: OnceCell<Dependencies>,
}

impl<'a> Shared<'a> {
    /// No facts are learned yet.
    pub fn new(machine: &'a Machine<'a>, options: Options) -> Shared<'a> {
        Shared { machine, options, learned: BTreeSet::new(), dependencies: OnceCell::new() }
    }

    /// The dependency graph of the program, computed on the first call.
    pub fn dependencies(&self) -> &Dependencies {
        self.dependencies.get_or_init(|| Dependencies::of(self.machine.program, &self.machine.automata))
    }
}

/// A formula that was made.
pub(crate) struct Encoded<S> {
    pub order: S,
    /// Accesses that may race.
    pub pairs: Vec<Pair>,
    pub cuts: Cuts,
}

/// The size of the part of the formula that an order needs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct FormulaSize {
    /// Sources of reads that were encoded.
    pub n_sources: usize,
    /// Whether it would have needed more memory than it may.
    pub is_too_large: bool,
}

/// A query to a formula.
pub(crate) struct Question<'a> {
    pub solver: &'a mut FormulaSolver,
    pub pool: &'a mut Pool,
    pub query: Query,
    /// The terms that hold in the model.
    pub assumed: &'a [Term],
    pub interruption: &'a Interruption,
    /// The number of conflicts after which the search gives up, if the order supports that.
    pub conflict_limit: Option<u64>,
}

/// The kind of a query about the executions of a formula.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Query {
    /// Is there an execution that stays within what was unwound?
    Execution,
    /// Does an execution reach a location where the unwinding was cut?
    Cut,
    /// Are there two accesses that may race and are next at the same time?
    Race,
}

/// A kind of event order: makes the formula of an unwound program with its order solver.
#[derive(Clone, Copy)]
pub(crate) struct EventOrder(fn(Formula<'_>) -> Encoded<Box<dyn OrderSolver>>);

impl EventOrder {
    const THEORY: EventOrder = EventOrder(boxed::<theory::Theory>);
    const CLOCKS: EventOrder = EventOrder(boxed::<clocks::ClockOrder>);
    pub const SCHEDULE: EventOrder = EventOrder(boxed::<schedule::Schedule>);
    pub const WIDENING: EventOrder = EventOrder(boxed::<widening::Widening>);
    pub const INTERLEAVINGS: EventOrder = EventOrder(boxed::<interleavings::Interleavings>);
    pub const SLICES: EventOrder = EventOrder(boxed::<slices::Slices>);

    /// The order that the option `bmc.order` names.
    pub fn of_option(order: Order) -> EventOrder {
        named(order).0
    }

    /// The formula of an unwound program.
    pub fn encode(self, formula: Formula<'_>) -> Encoded<Box<dyn OrderSolver>> {
        self.0(formula)
    }
}

/// The meaning of a value of the option: the order of a whole formula, and that of the levels of `slices`.
fn named(order: Order) -> (EventOrder, slices::LayerOrder) {
    match order {
        Order::Theory => (EventOrder::THEORY, theory::LAYERS),
        Order::Clocks => (EventOrder::CLOCKS, clocks::LAYERS),
    }
}

fn boxed<S: OrderSolver + 'static>(formula: Formula<'_>) -> Encoded<Box<dyn OrderSolver>> {
    let Encoded { order, pairs, cuts } = S::encode(formula);
    Encoded { order: Box::new(order), pairs, cuts }
}
