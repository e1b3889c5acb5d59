//! CaDiCaL (Biere and others), the solver of the engines, through the crate that brings its source along.

use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::rc::Rc;

use cadical_sys::{CaDiCal, Status, Terminator};

use super::proof::{Origin, SharedProof, Tracer};
use super::propagator::Bridge;
use super::theory::SharedTheory;
use super::{Interruption, Lit, SatResult, SatSolver, SatStatistics, Var};

/// The solver.
pub struct Cadical {
    /// In a cell, since CaDiCaL wants to be changed even to tell a value.
    solver: RefCell<CaDiCal>,
    variables: usize,
    /// The variables from here on were in no search yet: they are as they were created.
    fresh_from: usize,
    poll: Rc<RefCell<Poll>>,
    bridge: Option<Rc<RefCell<Bridge>>>,
    tracer: Option<Rc<RefCell<Tracer>>>,
    budget: Option<u64>,
    statistics: SatStatistics,
}

/// What CaDiCaL asks whether it should go on.
struct Poll {
    interruption: Option<Interruption>,
    bridge: Option<Rc<RefCell<Bridge>>>,
}

impl Terminator for Poll {
    fn terminated(&mut self) -> bool {
        if self.bridge.as_ref().is_some_and(|bridge| bridge.borrow().panic.is_some()) {
            return true;
        }
        match &self.interruption {
            // A panic cannot cross this callback. It ends the search, so the result is "interrupted", which claims nothing.
            Some(interruption) => catch_unwind(AssertUnwindSafe(|| interruption())).unwrap_or(true),
            None => false,
        }
    }
}

impl Default for Cadical {
    fn default() -> Self {
        Cadical::new()
    }
}

impl Cadical {
    /// A solver without variables and clauses.
    pub fn new() -> Self {
        Cadical {
            solver: RefCell::new(CaDiCal::new()),
            variables: 0,
            fresh_from: 0,
            poll: Rc::new(RefCell::new(Poll { interruption: None, bridge: None })),
            bridge: None,
            tracer: None,
            budget: None,
            statistics: SatStatistics::default(),
        }
    }

    /// A solver that writes down why what it says is so.
    pub fn with_proof(proof: SharedProof) -> Self {
        let mut solver = Cadical::new();
        let tracer = Rc::new(RefCell::new(Tracer::new(proof)));
        solver.solver.get_mut().connect_proof_tracer1(Rc::clone(&tracer), true, false);
        solver.tracer = Some(tracer);
        solver
    }

    fn note(&self, note: impl FnOnce(&mut Tracer)) {
        if let Some(tracer) = &self.tracer {
            note(&mut tracer.borrow_mut());
        }
    }

    /// Tells CaDiCaL which variables the theory wants to see, and what it asked for in the last search.
    fn prepare_theory(&mut self, bridge: &Rc<RefCell<Bridge>>) {
        let theory = bridge.borrow().theory();
        if std::mem::take(&mut bridge.borrow_mut().wants_extension) {
            let mut clauses = Vec::new();
            let mut created = Vec::new();
            let mut new_var = || {
                created.push(self.new_var());
                created[created.len() - 1]
            };
            theory.borrow_mut().extend(&mut new_var, &mut clauses);
            for var in created {
                let meaning = theory.borrow().extension();
                self.note(|tracer| tracer.note(&format!("x {} {meaning}", var.positive().to_dimacs())));
            }
            self.note(|tracer| tracer.origin = Origin::Theory);
            for clause in &clauses {
                self.add_clause(clause);
            }
            self.note(|tracer| tracer.origin = Origin::Formula);
        }
        let mut observed = Vec::new();
        theory.borrow_mut().observe(&mut observed);
        for var in observed {
            if bridge.borrow().is_observed(var) {
                continue;
            }
            // CaDiCaL may have eliminated what was in a search before, and would end the process.
            let proxy = if var.index() < self.fresh_from { self.equivalent(var) } else { var };
            bridge.borrow_mut().observe(var, proxy);
            self.solver.get_mut().add_observed_var(proxy.positive().to_dimacs());
        }
    }

    /// The model, as a line of a proof: what is true, and the evidence of the theory.
    fn model_line(&self) -> String {
        let mut line = "m".to_owned();
        for index in 0..self.variables {
            let literal = Var::from_index(index).positive();
            if self.value(literal) {
                line.push_str(&format!(" {}", literal.to_dimacs()));
            }
        }
        line.push_str(" 0");
        if let Some(bridge) = &self.bridge {
            for number in bridge.borrow().theory().borrow().evidence() {
                line.push_str(&format!(" {number}"));
            }
        }
        line + " 0"
    }

    /// A new variable that has the value of another one.
    fn equivalent(&mut self, var: Var) -> Var {
        let twin = self.new_var();
        let (original, name) = (var.positive().to_dimacs(), twin.positive().to_dimacs());
        self.note(|tracer| {
            tracer.note(&format!("e {name} {original}"));
            tracer.origin = Origin::Theory;
        });
        self.add_clause(&[var.positive(), twin.negative()]);
        self.add_clause(&[var.negative(), twin.positive()]);
        self.note(|tracer| tracer.origin = Origin::Formula);
        twin
    }
}

impl SatSolver for Cadical {
    fn new_var(&mut self) -> Var {
        let var = Var::from_index(self.variables);
        self.variables += 1;
        var
    }

    fn add_clause(&mut self, clause: &[Lit]) {
        self.statistics.clauses += 1;
        let solver = self.solver.get_mut();
        for lit in clause {
            solver.add(lit.to_dimacs());
        }
        solver.add(0);
    }

    fn solve(&mut self, assumptions: &[Lit]) -> SatResult {
        self.statistics.solves += 1;
        let bridge = self.bridge.clone();
        loop {
            if let Some(bridge) = &bridge {
                self.prepare_theory(bridge);
            }
            if let Some(bridge) = &bridge {
                bridge.borrow_mut().begin_search();
            }
            let budget = self.budget.map_or(-1, |conflicts| i32::try_from(conflicts).unwrap_or(i32::MAX));
            self.note(Tracer::begin_search);
            let solver = self.solver.get_mut();
            for lit in assumptions {
                solver.assume(lit.to_dimacs());
            }
            solver.limit("conflicts", budget);
            let status = solver.solve();
            self.fresh_from = self.variables;
            if let (Status::UNSATISFIABLE, [first, ..]) = (status, assumptions) {
                // CaDiCaL looks for the core when it is asked first, and asks the theory again to find it.
                solver.failed(first.to_dimacs());
            }
            self.note(Tracer::end_search);
            if let Some(bridge) = &bridge {
                bridge.borrow_mut().end_search();
                let panic = bridge.borrow_mut().panic.take();
                if let Some(payload) = panic {
                    resume_unwind(payload);
                }
                if bridge.borrow().wants_extension {
                    continue;
                }
            }
            return match status {
                Status::SATISFIABLE => {
                    self.note(|tracer| tracer.end(&self.model_line()));
                    SatResult::Sat
                }
                Status::UNSATISFIABLE => {
                    self.note(Tracer::conclude);
                    SatResult::Unsat
                }
                Status::UNKNOWN => {
                    self.note(Tracer::give_up);
                    SatResult::Interrupted
                }
            };
        }
    }

    fn value(&self, lit: Lit) -> bool {
        // CaDiCaL answers with whichever of the literal and its negation is true: only a variable's answer has a sign to trust.
        let is_true = self.solver.borrow_mut().val(lit.var().positive().to_dimacs()) > 0;
        is_true == lit.is_positive()
    }

    fn failed(&self, assumption: Lit) -> bool {
        self.solver.borrow_mut().failed(assumption.to_dimacs())
    }

    fn set_interruption(&mut self, interruption: Option<Interruption>) {
        self.poll.borrow_mut().interruption = interruption;
        // CaDiCaL calls a terminator at every step of the search, so one is connected only if it is needed.
        if self.poll.borrow().interruption.is_some() || self.bridge.is_some() {
            self.solver.get_mut().connect_terminator(Rc::clone(&self.poll));
        } else {
            self.solver.get_mut().disconnect_terminator();
        }
    }

    fn set_budget(&mut self, conflicts: Option<u64>) {
        self.budget = conflicts;
    }

    fn set_phase(&mut self, lit: Lit) {
        self.solver.get_mut().phase(lit.to_dimacs());
    }

    fn connect(&mut self, theory: SharedTheory) {
        assert!(self.bridge.is_none(), "a solver has one theory at most");
        let bridge = Rc::new(RefCell::new(Bridge::new(theory)));
        self.solver.get_mut().connect_external_propagator(Rc::clone(&bridge));
        self.poll.borrow_mut().bridge = Some(Rc::clone(&bridge));
        self.bridge = Some(bridge);
        self.solver.get_mut().connect_terminator(Rc::clone(&self.poll));
    }

    fn statistics(&self) -> SatStatistics {
        let solver = self.solver.borrow();
        let count = |name: &str| u64::try_from(solver.get_statistic_value(name)).unwrap_or(0);
        let (theory_propagations, theory_clauses, theory_checks) = match &self.bridge {
            Some(bridge) => {
                let bridge = bridge.borrow();
                (bridge.propagations, bridge.clauses, bridge.checks)
            }
            None => (0, 0, 0),
        };
        SatStatistics {
            variables: self.variables as u64,
            conflicts: count("conflicts"),
            decisions: count("decisions"),
            propagations: count("propagations"),
            theory_propagations,
            theory_clauses,
            theory_checks,
            ..self.statistics
        }
    }
}
