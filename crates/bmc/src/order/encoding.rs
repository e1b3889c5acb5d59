//! The formula with its solver and the order of its events; and queries about its model.

use raddle_logic::sat::{Interruption, SatResult, SatSolver, SatStatistics};
use raddle_logic::solver::Solver;
use raddle_logic::term::Term;
use raddle_logic::value::Value as TermValue;
use raddle_verify::context::Reporter;
use raddle_verify::verdict::Reason;
use std::collections::BTreeSet;

use crate::encode::{Cuts, Facts, FormulaSolver, HappensBefore, Implications, Pair};
use crate::order::{Encoded, EventOrder, Formula, OrderSolver, Query, Question, Shared};
use crate::unwind::Unwinding;
use crate::unwind::event::EventId;
use crate::unwind::object::{Names, ObjectId};
use crate::unwind::pool::Pool;

/// The answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Found {
    /// Yes: the model can be asked.
    Yes,
    /// No.
    No,
    /// The search was ended from outside.
    Interrupted,
}

/// The formula of an unwound program.
pub(crate) struct Encoding {
    solver: FormulaSolver,
    order: Box<dyn OrderSolver>,
    cuts: Cuts,
    interruption: Interruption,
    /// Whether it was interrupted while it was made.
    is_incomplete: bool,
    /// The number of conflicts after which a query may be given up; `None` if never.
    pub conflict_limit: Option<u64>,
    /// Accesses that may race.
    pub pairs: Vec<Pair>,
}

/// What a formula may use.
pub(crate) struct Resources {
    /// A fresh solver.
    pub sat: Box<dyn SatSolver>,
    /// Polled while the formula is made and solved.
    pub interruption: Interruption,
    /// The bytes that it may need: it is not made to its end if it needs more.
    pub granted: u64,
    pub reporter: Reporter,
}

impl Encoding {
    /// The formula of an unwound program whose objects have these names.
    pub fn new(
        unwinding: &mut Unwinding,
        names: &Names,
        order: EventOrder,
        shared: &Shared<'_>,
        resources: Resources,
    ) -> Self {
        let Resources { mut sat, interruption, granted, reporter } = resources;
        let Unwinding { pool, unwound, .. } = unwinding;
        sat.set_interruption(Some(interruption.clone()));
        let mut implications = Implications::default();
        let before = HappensBefore::of(unwound, &pool.terms, &mut implications);
        let facts = Facts::new(before, implications, interruption.clone(), granted);
        let mut solver = Solver::new(sat);
        let formula = Formula { pool, unwound, solver: &mut solver, facts, names, shared, reporter };
        let Encoded { order, pairs, cuts } = order.encode(formula);
        let is_incomplete = order.size().is_too_large || interruption();
        Encoding { solver, order, cuts, interruption, is_incomplete, conflict_limit: None, pairs }
    }

    /// Asks a question, under assumptions of the caller's.
    pub fn ask(&mut self, pool: &mut Pool, query: Query, assumptions: &[Term]) -> Found {
        if self.is_incomplete {
            return Found::Interrupted;
        }
        let Cuts { any_cut, allows_cuts } = self.cuts;
        let mut assumed = assumptions.to_vec();
        let races: Vec<Term> = self.pairs.iter().map(|pair| pair.races).collect();
        let any_race = pool.any(&races);
        // An execution may end in an atomic section at a race only if the race is what is asked for.
        let no_race = pool.not(any_race);
        match query {
            Query::Execution => assumed.extend([pool.not(allows_cuts), no_race]),
            Query::Cut => assumed.extend([any_cut, allows_cuts, no_race]),
            Query::Race => assumed.extend([pool.not(allows_cuts), any_race]),
        }
        let Encoding { solver, order, interruption, conflict_limit, .. } = self;
        let conflict_limit = *conflict_limit;
        let question = Question { solver, pool, query, assumed: &assumed, interruption, conflict_limit };
        match order.search(question) {
            SatResult::Sat => Found::Yes,
            SatResult::Unsat => Found::No,
            SatResult::Interrupted => Found::Interrupted,
        }
    }

    /// Whether the last question was given up at the conflict limit.
    pub fn has_hit_conflict_limit(&self) -> bool {
        self.order.has_hit_conflict_limit()
    }

    /// Whether the formula would have needed more memory than it may.
    pub fn is_too_large(&self) -> bool {
        self.order.size().is_too_large
    }

    /// Sources of reads that were encoded.
    pub fn n_sources(&self) -> usize {
        self.order.size().n_sources
    }

    /// Whether two bounds may be asked about in one formula ([`OrderSolver::asks_in_stages`]).
    pub fn asks_in_stages(&self) -> bool {
        self.order.asks_in_stages()
    }

    /// The bound of the order that left out executions, if one did.
    pub fn left_out(&self) -> Option<Reason> {
        self.order.left_out()
    }

    /// The objects that the searches showed to matter.
    pub fn learned(&self) -> BTreeSet<ObjectId> {
        self.order.learned()
    }

    /// What the order solver did.
    pub fn counts(&self) -> Vec<(&'static str, u64)> {
        self.order.counts()
    }

    /// The events of the model in order.
    pub fn schedule(&mut self, pool: &Pool) -> Vec<EventId> {
        self.order.schedule(&mut self.solver, pool)
    }

    /// Whether a condition holds in the model.
    pub fn holds(&self, pool: &Pool, condition: Term) -> bool {
        match self.solver.value(&pool.terms, condition) {
            TermValue::Bool(value) => value,
            TermValue::Bits(_) | TermValue::Array(_) => panic!("a condition is a truth value"),
        }
    }

    /// A number in the model.
    pub fn number(&self, pool: &Pool, bits: Term) -> u128 {
        match self.solver.value(&pool.terms, bits) {
            TermValue::Bits(bits) => bits.to_u128().expect("numbers have at most 128 bits"),
            TermValue::Bool(value) => value.into(),
            TermValue::Array(_) => panic!("a number is no array"),
        }
    }

    /// What the solver and the theory did.
    pub fn statistics(&mut self) -> SatStatistics {
        self.solver.sat().statistics()
    }
}
