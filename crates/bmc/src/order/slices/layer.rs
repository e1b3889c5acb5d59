//! The order of the events of some variables: a graph, and what keeps it acyclic.
//!
//! With clocks each set of kept variables has a layer of its own, so that sliced variables cost nothing; the clauses of
//! a layer hold if its switch does. The theory has one layer with all events. Given orders ([`Layer::fit`]) need
//! neither.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use raddle_logic::order::{Cell, Event as OrderEvent, Graph, OrderTheory};
use raddle_logic::sat::{Interruption, Lit, SatSolver};
use rustc_hash::FxHashMap;

use crate::encode::Builder;
use crate::order::graph::GraphOrder;
use crate::unwind::event::{CellKey, EventId};

/// Makes the order of a graph, whose clauses hold under a literal if there is one.
type OrderOfGraph = fn(Graph, Option<Lit>, &mut Box<dyn SatSolver>) -> Box<dyn GraphOrder>;

/// What keeps the layers of a formula in order.
#[derive(Clone, Copy)]
pub(in crate::order) struct LayerOrder {
    /// Whether one layer, with all events, serves all levels; else each level has one for its own events.
    pub serves_all_levels: bool,
    /// Makes the order of a layer.
    pub order: OrderOfGraph,
}

/// A graph whose order is given.
struct Given(Graph);

impl GraphOrder for Given {
    fn grow(&mut self, grow: &mut dyn FnMut(&mut Graph)) {
        grow(&mut self.0);
    }

    fn encode(&mut self, _: &mut Box<dyn SatSolver>, _: &Interruption) {}

    /// A given order has no schedule of its own; the caller has it.
    fn schedule(&self, _: &mut Box<dyn SatSolver>) -> Vec<OrderEvent> {
        Vec::new()
    }
}

/// The events of some variables, and their order.
pub(super) struct Layer {
    /// The literal that switches its clauses on; `None` for the theory, whose clauses always hold.
    pub switch: Option<Lit>,
    order: Box<dyn GraphOrder>,
    placed: Vec<Option<OrderEvent>>,
    events: FxHashMap<usize, EventId>,
    cells: BTreeMap<CellKey, OrderEvent>,
    /// Pairs of events whose order has a literal here.
    ordered: BTreeSet<(EventId, EventId)>,
    /// Reads whose sources are encoded.
    sourced: BTreeSet<EventId>,
    /// Whether the clocks of the graph are encoded.
    is_encoded: bool,
}

/// The sources of a read: a write, or `None` for the initial value, each with its literal.
pub(super) type Sources = Vec<(Option<EventId>, Lit)>;

impl Layer {
    /// A layer of the events that a builder has placed, without sources yet.
    pub fn new(builder: Builder<'_>, LayerOrder { serves_all_levels, order }: LayerOrder) -> Layer {
        Layer::with(builder, |graph, sat| {
            let switch = (!serves_all_levels).then(|| sat.new_var().positive());
            (switch, order(graph, switch, sat))
        })
    }

    /// The same, of events whose order will be given.
    pub fn given(builder: Builder<'_>) -> Layer {
        Layer::with(builder, |graph, _| (None, Box::new(Given(graph))))
    }

    fn with(
        builder: Builder<'_>,
        order: impl FnOnce(Graph, &mut Box<dyn SatSolver>) -> (Option<Lit>, Box<dyn GraphOrder>),
    ) -> Layer {
        let Builder { solver, mut graph, placed, events, cells, .. } = builder;
        let cells = cells.into_iter().map(|(key, (_, event)): (CellKey, (Cell, OrderEvent))| (key, event)).collect();
        for clause in graph.take_clauses() {
            solver.sat().add_clause(&clause);
        }
        let (switch, order) = order(graph, solver.sat());
        let (ordered, sourced) = (BTreeSet::new(), BTreeSet::new());
        Layer { switch, order, placed, events, cells, ordered, sourced, is_encoded: false }
    }

    /// Adds sources of reads, and literals for the order of two events, for the events of this layer.
    pub fn learn(
        &mut self,
        sources: &BTreeMap<EventId, (CellKey, Sources)>,
        orders: &BTreeMap<(EventId, EventId), Lit>,
        solver: &mut Box<dyn SatSolver>,
        interruption: &Interruption,
    ) {
        let Layer { order, placed, cells, ordered, sourced, .. } = self;
        let (mut is_new, mut clauses) = (false, Vec::new());
        order.grow(&mut |graph| {
            for (&read, (cell, sources)) in sources {
                let Some(reader) = placed[read.0 as usize].filter(|_| sourced.insert(read)) else { continue };
                is_new = true;
                for &(write, literal) in sources {
                    let writer = match write {
                        Some(write) => placed[write.0 as usize].expect("a cell is placed with all its writes"),
                        None => cells[cell],
                    };
                    graph.source(writer, reader, literal);
                }
            }
            for (&(first, second), &literal) in orders {
                if let (Some(one), Some(other)) = (placed[first.0 as usize], placed[second.0 as usize])
                    && ordered.insert((first, second))
                {
                    is_new = true;
                    graph.order(one, other, literal, &[]);
                }
            }
            clauses = graph.take_clauses();
        });
        for clause in clauses {
            solver.add_clause(&clause);
        }
        if is_new || !std::mem::replace(&mut self.is_encoded, true) {
            self.order.encode(solver, interruption);
        }
    }

    /// The theory, if it keeps the order.
    pub fn theory(&self) -> Option<&Rc<RefCell<OrderTheory>>> {
        self.order.theory()
    }

    /// The events of the model in order.
    pub fn schedule(&self, solver: &mut Box<dyn SatSolver>) -> Vec<EventId> {
        let events = self.order.schedule(solver);
        events.into_iter().filter_map(|event| self.events.get(&event.index()).copied()).collect()
    }

    /// Orders the events as given if a new literal holds. Requires an order of all events of the unwound program.
    pub fn fit(&mut self, order: &[EventId], solver: &mut impl SatSolver) -> Lit {
        let first = self.cells.values().copied();
        let order: Vec<OrderEvent> =
            first.chain(order.iter().filter_map(|event| self.placed[event.0 as usize])).collect();
        let switch = solver.new_var().positive();
        let mut clauses = Vec::new();
        self.order.grow(&mut |graph| clauses = graph.fit(&order));
        for mut clause in clauses {
            clause.push(!switch);
            solver.add_clause(&clause);
        }
        switch
    }

    /// Those of some events whose guards hold in the model.
    pub fn present(&mut self, events: &[EventId], solver: &impl SatSolver) -> Vec<EventId> {
        let Layer { order, placed, .. } = self;
        let mut found = Vec::new();
        order.grow(&mut |graph| {
            let is_there = |event: &EventId| {
                let placed = placed[event.0 as usize];
                placed.is_some_and(|placed| graph.guard_of(placed).is_none_or(|guard| solver.value(guard)))
            };
            found = events.iter().copied().filter(is_there).collect();
        });
        found
    }
}
