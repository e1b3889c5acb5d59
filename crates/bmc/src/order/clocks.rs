//! `bmc -o bmc.order=clocks`: a number for each event, and clauses that compare the numbers.
//!
//! After Alglave, Kroening, Tautschnig: *Partial orders for efficient bounded model checking of concurrent software* (CAV 2013). It is
//! the second way to decide an order, independent of the theory: tests compare the two.
//!
//! 1. Encode the graph; each edge that holds says that the number of its first event is less ([`ClockOrder::encode`]).
//! 2. Search once: the clauses are complete.
//! 3. In a model, the events sorted by their numbers are the schedule.
//!
//! The levels of `slice` use the same clauses, each level for its own events and under a literal of its own.

use raddle_logic::order::{Clocks, Event as OrderEvent, Graph};
use raddle_logic::sat::{Interruption, Lit, SatResult, SatSolver, SatStatistics, SharedTheory, Var};

use crate::encode::FormulaSolver;
use crate::order::graph::{Events, GraphOrder, whole_graph};
use crate::order::slices::LayerOrder;
use crate::order::{Encoded, Formula, FormulaSize, OrderSolver, Question};
use crate::unwind::event::EventId;
use crate::unwind::pool::Pool;

/// Each level has clocks for its own events only, so that what is sliced costs nothing.
pub(super) const LAYERS: LayerOrder = LayerOrder {
    serves_all_levels: false,
    order: |graph, condition, _| Box::new(GraphClocks { condition, ..GraphClocks::new(graph) }),
};

/// Clocks order the events of the whole formula.
pub(super) struct ClockOrder {
    pub clocks: GraphClocks,
    events: Events,
}

impl ClockOrder {
    /// The formula with the clocks of all events.
    pub fn of(formula: &mut Formula<'_>) -> Encoded<Self> {
        let (graph, events, pairs, cuts) = whole_graph(formula);
        let mut clocks = GraphClocks::new(graph);
        clocks.encode(formula.solver.sat(), &formula.facts.interruption);
        Encoded { order: ClockOrder { clocks, events }, pairs, cuts }
    }
}

impl OrderSolver for ClockOrder {
    fn encode(mut formula: Formula<'_>) -> Encoded<Self> {
        ClockOrder::of(&mut formula)
    }

    fn search(&mut self, question: Question<'_>) -> SatResult {
        let Question { solver, pool, assumed, .. } = question;
        solver.check(&mut pool.terms, assumed)
    }

    fn schedule(&mut self, solver: &mut FormulaSolver, _: &Pool) -> Vec<EventId> {
        self.events.of(&self.clocks.schedule(solver.sat()))
    }

    fn size(&self) -> FormulaSize {
        self.events.size
    }
}

/// A graph whose order clocks keep.
pub(super) struct GraphClocks {
    clocks: Clocks,
    graph: Graph,
    /// What has to hold for the clauses to; nothing, if they always hold.
    condition: Option<Lit>,
}

impl GraphClocks {
    fn new(graph: Graph) -> GraphClocks {
        GraphClocks { clocks: Clocks::new(graph.group_count()), graph, condition: None }
    }

    /// Records which thread runs in each block of events. Returns a literal for each position at which a thread may
    /// begin a new block; without it the thread does not.
    pub fn record(&self, solver: &mut Box<dyn SatSolver>, interruption: &Interruption) -> Vec<Lit> {
        self.clocks.record(&self.graph, solver, &**interruption)
    }
}

impl GraphOrder for GraphClocks {
    fn grow(&mut self, grow: &mut dyn FnMut(&mut Graph)) {
        grow(&mut self.graph);
    }

    fn encode(&mut self, solver: &mut Box<dyn SatSolver>, interruption: &Interruption) {
        let GraphClocks { clocks, graph, condition } = self;
        match *condition {
            Some(condition) => clocks.encode(graph, &mut Under { condition, solver }, &**interruption),
            None => clocks.encode(graph, solver, &**interruption),
        }
    }

    fn schedule(&self, solver: &mut Box<dyn SatSolver>) -> Vec<OrderEvent> {
        self.clocks.schedule(&self.graph, solver)
    }
}

/// A solver whose clauses hold under a condition.
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
