//! `bmc`: a theory inside the SAT solver keeps the order of events acyclic.
//!
//! After He, Sun, Fan: *Satisfiability modulo ordering consistency theory* (PLDI 2021). The graph of the events has an edge for each
//! step of program order, creation and join, and conditional edges for sources, races and sections.
//!
//! 1. Encode the graph; connect the theory (`raddle_logic::order`) to the solver ([`OrderSolver::encode`]).
//! 2. Search. Each literal that the solver decides adds its edges to the graph. A cycle is a conflict: its literals are not all true.
//! 3. If that takes long, the theory guides the solver for a moment: reads prefer late writes ([`guided`]).
//! 4. In a model the graph is acyclic: a topological order of it is the schedule.

use std::cell::RefCell;
use std::rc::Rc;

use raddle_logic::order::{Event as OrderEvent, Graph, Guidance, OrderTheory};
use raddle_logic::sat::{Interruption, SatResult, SatSolver};

use crate::encode::FormulaSolver;
use crate::order::graph::{Events, GraphOrder, whole_graph};
use crate::order::slices::LayerOrder;
use crate::order::{Encoded, Formula, FormulaSize, OrderSolver, Question};
use crate::unwind::event::EventId;
use crate::unwind::pool::Pool;

/// After this number of conflicts a search is guided,
const UNGUIDED: u64 = 3_000;

/// for this number of conflicts.
const GUIDED: u64 = 300;

/// One theory orders the events of all levels: those without sources are no burden for it.
pub(super) const LAYERS: LayerOrder =
    LayerOrder { serves_all_levels: true, order: |graph, _, solver| Box::new(TheoryOrder::new(graph, solver)) };

/// The theory orders the events of the whole formula.
pub(super) struct Theory {
    order: TheoryOrder,
    events: Events,
    has_hit_conflict_limit: bool,
}

impl OrderSolver for Theory {
    fn encode(mut formula: Formula<'_>) -> Encoded<Self> {
        let (graph, events, pairs, cuts) = whole_graph(&mut formula);
        let order = TheoryOrder::new(graph, formula.solver.sat());
        Encoded { order: Theory { order, events, has_hit_conflict_limit: false }, pairs, cuts }
    }

    fn search(&mut self, question: Question<'_>) -> SatResult {
        let Question { solver, pool, assumed, interruption, conflict_limit, .. } = question;
        let check = |solver: &mut FormulaSolver| solver.check(&mut pool.terms, assumed);
        let result = guided(&self.order.0, solver, interruption, conflict_limit, check);
        self.has_hit_conflict_limit = conflict_limit.is_some() && result == SatResult::Interrupted && !interruption();
        result
    }

    fn schedule(&mut self, solver: &mut FormulaSolver, _: &Pool) -> Vec<EventId> {
        self.events.of(&self.order.schedule(solver.sat()))
    }

    fn size(&self) -> FormulaSize {
        self.events.size
    }

    fn has_hit_conflict_limit(&self) -> bool {
        self.has_hit_conflict_limit
    }
}

/// A graph whose order the theory keeps.
struct TheoryOrder(Rc<RefCell<OrderTheory>>);

impl TheoryOrder {
    fn new(graph: Graph, solver: &mut Box<dyn SatSolver>) -> TheoryOrder {
        let theory = Rc::new(RefCell::new(OrderTheory::new(graph)));
        solver.connect(theory.clone());
        TheoryOrder(theory)
    }
}

impl GraphOrder for TheoryOrder {
    fn grow(&mut self, grow: &mut dyn FnMut(&mut Graph)) {
        grow(self.0.borrow_mut().graph());
    }

    /// The theory sees the graph itself.
    fn encode(&mut self, _: &mut Box<dyn SatSolver>, _: &Interruption) {}

    fn schedule(&self, _: &mut Box<dyn SatSolver>) -> Vec<OrderEvent> {
        self.0.borrow().schedule().to_vec()
    }

    fn theory(&self) -> Option<&Rc<RefCell<OrderTheory>>> {
        Some(&self.0)
    }
}

/// Searches without guidance first. If that takes long, it is guided for a moment in an order that finds executions
/// with many context switches; then it goes on without guidance, without a limit or up to a conflict limit.
pub(super) fn guided(
    theory: &Rc<RefCell<OrderTheory>>,
    solver: &mut FormulaSolver,
    interruption: &Interruption,
    conflict_limit: Option<u64>,
    mut check: impl FnMut(&mut FormulaSolver) -> SatResult,
) -> SatResult {
    let attempts =
        [(Guidance::None, Some(UNGUIDED)), (Guidance::LateReads, Some(GUIDED)), (Guidance::None, conflict_limit)];
    let mut result = SatResult::Interrupted;
    for (guidance, budget) in attempts {
        theory.borrow_mut().guide(guidance);
        solver.sat().set_budget(budget);
        result = check(solver);
        if result != SatResult::Interrupted || interruption() {
            break;
        }
    }
    theory.borrow_mut().guide(Guidance::None);
    solver.sat().set_budget(None);
    result
}
