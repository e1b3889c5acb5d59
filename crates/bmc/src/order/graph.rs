//! Graphs of events, which the theory or clocks keep acyclic.

use std::cell::RefCell;
use std::rc::Rc;

use raddle_logic::order::{Event as OrderEvent, Graph, OrderTheory};
use raddle_logic::sat::{Interruption, SatSolver};
use rustc_hash::FxHashMap;

use crate::encode::{Builder, Cuts, Pair, requirements};
use crate::order::{Formula, FormulaSize};
use crate::unwind::event::EventId;

/// Keeps a graph of events acyclic: in every model, its chains and those of its edges that hold fit one order.
pub(super) trait GraphOrder {
    /// Passes the graph, which may grow.
    fn grow(&mut self, grow: &mut dyn FnMut(&mut Graph));

    /// Tells the solver of what has grown since the last call.
    fn encode(&mut self, solver: &mut Box<dyn SatSolver>, interruption: &Interruption);

    /// The events of the model in order.
    fn schedule(&self, solver: &mut Box<dyn SatSolver>) -> Vec<OrderEvent>;

    /// The theory, if it keeps the order.
    fn theory(&self) -> Option<&Rc<RefCell<OrderTheory>>> {
        None
    }
}

/// All events of an unwound program, in a graph or out of it.
pub(super) struct Events {
    /// By number of the event in the graph.
    of_graph: FxHashMap<usize, EventId>,
    pub size: FormulaSize,
}

impl Events {
    /// The events that events of the graph stand for.
    pub fn of(&self, events: &[OrderEvent]) -> Vec<EventId> {
        events.iter().filter_map(|event| self.of_graph.get(&event.index()).copied()).collect()
    }
}

/// The graph of a whole program, with the other requirements of every execution. The caller orders the graph.
pub(super) fn whole_graph(formula: &mut Formula<'_>) -> (Graph, Events, Vec<Pair>, Cuts) {
    let Formula { pool, unwound, solver, facts, .. } = formula;
    let mut builder = Builder::new(pool, unwound, solver, facts);
    builder.narrow();
    builder.chains(&|_| true);
    builder.sources();
    let is_too_large = builder.facts.is_too_large();
    builder.sections();
    let (pairs, ends) = builder.races();
    let (clauses, cuts) = requirements(builder.pool, builder.unwound, &ends);
    for clause in clauses {
        builder.solver.assert_clause(&mut builder.pool.terms, &clause);
    }
    let Builder { mut graph, events, n_sources, .. } = builder;
    for clause in graph.take_clauses() {
        solver.sat().add_clause(&clause);
    }
    (graph, Events { of_graph: events, size: FormulaSize { n_sources, is_too_large } }, pairs, cuts)
}
