//! The order of the events of some variables: a graph, and who says whether it has one.
//!
//! With clock variables each set of kept variables has a layer of its own, with clocks for its events only, so that what is sliced
//! costs nothing; the clauses of a layer hold where its switch does. The theory has one layer with all events: those without sources are
//! no burden for it. Orders that are given need neither.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use raddle_logic::order::{Cell, Clocks, Event as OrderEvent, Graph, OrderTheory};
use raddle_logic::sat::{Interruption, Lit, SatResult, SatSolver, SatStatistics, SharedTheory, Var};
use rustc_hash::FxHashMap;

use crate::encode::Builder;
use crate::unwind::event::{CellKey, EventId};

/// A solver that is told everything under a condition.
struct Under<'a> {
    condition: Lit,
    solver: &'a mut Box<dyn SatSolver>,
}

impl SatSolver for Under<'_> {
    fn new_var(&mut self) -> Var {
        self.solver.new_var()
    }

    fn add_clause(&mut self, clause: &[Lit]) {
        let clause: Vec<Lit> = clause.iter().copied().chain([!self.condition]).collect();
        self.solver.add_clause(&clause);
    }

    fn solve(&mut self, assumptions: &[Lit]) -> SatResult {
        let assumptions: Vec<Lit> = assumptions.iter().copied().chain([self.condition]).collect();
        self.solver.solve(&assumptions)
    }

    fn value(&self, lit: Lit) -> bool {
        self.solver.value(lit)
    }

    fn failed(&self, assumption: Lit) -> bool {
        self.solver.failed(assumption)
    }

    fn set_interruption(&mut self, interruption: Option<Interruption>) {
        self.solver.set_interruption(interruption);
    }

    fn set_budget(&mut self, conflicts: Option<u64>) {
        self.solver.set_budget(conflicts);
    }

    fn set_phase(&mut self, lit: Lit) {
        self.solver.set_phase(lit);
    }

    fn connect(&mut self, theory: SharedTheory) {
        self.solver.connect(theory);
    }

    fn statistics(&self) -> SatStatistics {
        self.solver.statistics()
    }
}

/// Who says whether there is an order.
enum Timekeeper {
    Clocks(Box<Clocks>, Box<Graph>),
    Theory(Rc<RefCell<OrderTheory>>),
    /// Nobody: orders are given.
    None(Box<Graph>),
}

/// Who says whether there is an order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Ordering {
    /// Clock variables.
    Clocks,
    /// The theory.
    Theory,
    /// Whoever gives one ([`Layer::fit`]).
    Given,
}

impl Timekeeper {
    /// Looks at the graph, or lets it grow.
    fn grow<T>(&mut self, grow: impl FnOnce(&mut Graph) -> T) -> T {
        match self {
            Timekeeper::Clocks(_, graph) | Timekeeper::None(graph) => grow(graph),
            Timekeeper::Theory(theory) => grow(theory.borrow_mut().graph()),
        }
    }
}

/// The events of some variables, and their order.
pub(super) struct Layer {
    /// What has to hold for its clauses to; the theory's hold always.
    pub switch: Option<Lit>,
    timekeeper: Timekeeper,
    placed: Vec<Option<OrderEvent>>,
    events: FxHashMap<usize, EventId>,
    cells: BTreeMap<CellKey, OrderEvent>,
    /// Pairs of events whose order has a literal here.
    ordered: BTreeSet<(EventId, EventId)>,
    /// Reads whose sources it knows.
    sourced: BTreeSet<EventId>,
    /// Whether the clocks know of the graph.
    is_encoded: bool,
}

/// The sources of a read: the write, or what was there before all writes, each with its literal.
pub(super) type Sources = Vec<(Option<EventId>, Lit)>;

impl Layer {
    /// A layer of what a builder has placed, which knows no sources yet.
    pub fn new(builder: Builder<'_>, ordering: Ordering) -> Layer {
        let Builder { solver, mut graph, placed, events, cells, .. } = builder;
        let cells = cells.into_iter().map(|(key, (_, event)): (CellKey, (Cell, OrderEvent))| (key, event)).collect();
        for clause in graph.take_clauses() {
            solver.sat().add_clause(&clause);
        }
        let (switch, timekeeper) = match ordering {
            Ordering::Clocks => {
                let clocks = Clocks::new(graph.group_count());
                (Some(solver.sat().new_var().positive()), Timekeeper::Clocks(Box::new(clocks), Box::new(graph)))
            }
            Ordering::Theory => {
                let theory = Rc::new(RefCell::new(OrderTheory::new(graph)));
                solver.sat().connect(theory.clone());
                (None, Timekeeper::Theory(theory))
            }
            Ordering::Given => (None, Timekeeper::None(Box::new(graph))),
        };
        let (ordered, sourced) = (BTreeSet::new(), BTreeSet::new());
        Layer { switch, timekeeper, placed, events, cells, ordered, sourced, is_encoded: false }
    }

    /// Tells it of sources of reads, and of literals for the order of two events, as far as the events are among its own.
    pub fn learn(
        &mut self,
        sources: &BTreeMap<EventId, (CellKey, Sources)>,
        orders: &BTreeMap<(EventId, EventId), Lit>,
        solver: &mut Box<dyn SatSolver>,
        interruption: &Interruption,
    ) {
        let Layer { switch, timekeeper, placed, cells, ordered, sourced, .. } = self;
        let (is_new, clauses) = timekeeper.grow(|graph| {
            let mut is_new = false;
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
            (is_new, graph.take_clauses())
        });
        for clause in clauses {
            solver.add_clause(&clause);
        }
        if let (Timekeeper::Clocks(clocks, graph), Some(condition)) = (timekeeper, *switch)
            && (is_new || !std::mem::replace(&mut self.is_encoded, true))
        {
            clocks.encode(graph, &mut Under { condition, solver }, &**interruption);
        }
    }

    /// The theory, if it says whether there is an order.
    pub fn theory(&self) -> Option<&Rc<RefCell<OrderTheory>>> {
        match &self.timekeeper {
            Timekeeper::Theory(theory) => Some(theory),
            Timekeeper::Clocks(..) | Timekeeper::None(_) => None,
        }
    }

    /// The events of the model in order.
    pub fn schedule(&self, solver: &impl SatSolver) -> Vec<EventId> {
        let of = |events: &[OrderEvent]| -> Vec<EventId> {
            events.iter().filter_map(|event| self.events.get(&event.index()).copied()).collect()
        };
        match &self.timekeeper {
            Timekeeper::Clocks(clocks, graph) => of(&clocks.schedule(graph, solver)),
            Timekeeper::Theory(theory) => of(theory.borrow().schedule()),
            Timekeeper::None(_) => Vec::new(),
        }
    }

    /// Lets the events be in this order, where a new literal holds. Requires an order of all events of the unwound program.
    pub fn fit(&mut self, order: &[EventId], solver: &mut impl SatSolver) -> Lit {
        let first = self.cells.values().copied();
        let order: Vec<OrderEvent> =
            first.chain(order.iter().filter_map(|event| self.placed[event.0 as usize])).collect();
        let switch = solver.new_var().positive();
        for mut clause in self.timekeeper.grow(|graph| graph.fit(&order)) {
            clause.push(!switch);
            solver.add_clause(&clause);
        }
        switch
    }

    /// Those of some events that are there in the model.
    pub fn present(&mut self, events: &[EventId], solver: &impl SatSolver) -> Vec<EventId> {
        let placed = &self.placed;
        self.timekeeper.grow(|graph| {
            let is_there = |event: &EventId| {
                let placed = placed[event.0 as usize];
                placed.is_some_and(|placed| graph.guard_of(placed).is_none_or(|guard| solver.value(guard)))
            };
            events.iter().copied().filter(is_there).collect()
        })
    }
}
