//! Decides a Horn system: from clauses to a checked answer.

use std::cell::RefCell;

use crate::horn::affine::affine;
use crate::horn::derivation::Derivation;
use crate::horn::houdini::houdini;
use crate::horn::ic3;
use crate::horn::induction;
use crate::horn::interpretation::{Checked, Interpretation, Meaning};
use crate::horn::mine::{Atoms, candidates, mine};
use crate::horn::normal::{Rule, rules};
use crate::horn::simulate::{Fact, derivation, simulate};
use crate::horn::slice::{Slice, slice};
use crate::horn::sums::sums;
use crate::horn::system::System;
use crate::horn::unfold::{Unfolded, unfold};
use crate::horn::unwind::{self, Aim, Limits, Unwound};
use crate::sat::{Cadical, Interruption, SatResult, SatSolver};
use crate::solver::Solver;
use crate::term::{Term, Terms};

/// What a system is.
#[derive(Clone, Debug)]
pub enum Answer {
    /// All clauses are true under this interpretation, which was checked.
    Safe(Interpretation),
    /// False is derived, in steps that were checked.
    Unsafe(Derivation),
    /// Neither was found.
    Unknown(Why),
}

/// Why a system was not decided.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Why {
    /// The interruption ended the search at this level.
    Interrupted {
        /// How high derivations may be that were excluded.
        level: usize,
    },
    /// As many queries as were granted.
    Queries {
        /// How high derivations may be that were excluded.
        level: usize,
    },
    /// The check of the result failed: a bug of this crate.
    Wrong(String),
}

/// What a run may use.
#[derive(Clone, Default)]
pub struct Budget {
    /// Polled: `true` ends the run.
    pub interruption: Option<Interruption>,
    /// How many queries may be asked.
    pub queries: Option<u64>,
    /// What is guessed to hold always.
    pub guesses: Guesses,
}

/// What is guessed to hold always.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Guesses {
    /// What the rules themselves compare: quick.
    Atoms,
    /// That, relations between all arguments, and sums of them.
    Relations,
    /// That, bounds by all constants, affine equalities.
    #[default]
    All,
}

/// What a run did.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Counters {
    /// Queries to the solvers.
    pub queries: u64,
    /// Rules after unfolding.
    pub rules: usize,
    /// Formulas that hold always, found before the search.
    pub known: usize,
    /// The highest level.
    pub levels: usize,
    /// Lemmas that were kept at the last level.
    pub lemmas: usize,
}

/// A callback that receives the counters of a run repeatedly.
pub type Watch = Box<dyn Fn(Counters)>;

/// The number of queries between two calls of the callback.
const TOLD: u64 = 64;

/// The state of a run: its budget and its counters.
pub struct Run {
    budget: Budget,
    counters: RefCell<Counters>,
    watch: Option<Watch>,
}

impl Run {
    /// Nothing was done yet.
    #[must_use]
    pub fn new(budget: Budget) -> Run {
        Run { budget, counters: RefCell::default(), watch: None }
    }

    /// The same run with a callback for its counters.
    #[must_use]
    pub fn watched(self, watch: impl Fn(Counters) + 'static) -> Run {
        Run { watch: Some(Box::new(watch)), ..self }
    }

    fn tell(&self) {
        if let Some(watch) = &self.watch {
            watch(self.counters());
        }
    }

    /// What was done so far.
    #[must_use]
    pub fn counters(&self) -> Counters {
        *self.counters.borrow()
    }

    pub(super) fn solver(&self) -> Solver<Cadical> {
        let mut sat = Cadical::new();
        sat.set_interruption(self.budget.interruption.clone());
        Solver::new(sat)
    }

    /// What is guessed.
    #[must_use]
    pub fn guesses(&self) -> Guesses {
        self.budget.guesses
    }

    pub(super) fn count_query(&self) {
        self.counters.borrow_mut().queries += 1;
        if self.counters().queries.is_multiple_of(TOLD) {
            self.tell();
        }
    }

    pub(super) fn report(&self, level: usize, lemmas: usize) {
        let now = Counters { levels: level, lemmas, ..self.counters() };
        self.counters.replace(now);
        self.tell();
    }

    pub(super) fn is_stopped(&self) -> bool {
        self.are_queries_used() || self.budget.interruption.as_ref().is_some_and(|interruption| interruption())
    }

    fn are_queries_used(&self) -> bool {
        self.budget.queries.is_some_and(|granted| self.counters.borrow().queries >= granted)
    }

    fn why(&self, level: usize) -> Why {
        if self.are_queries_used() { Why::Queries { level } } else { Why::Interrupted { level } }
    }

    fn stopped(&self, level: usize) -> Answer {
        Answer::Unknown(self.why(level))
    }
}

/// What k-induction says of a system.
#[derive(Clone, Debug)]
pub enum Induced {
    /// False is not derived; the depth of the induction.
    Safe(usize),
    /// False is derived, in steps that were checked.
    Unsafe(Derivation),
    /// Neither was found.
    Unknown(Why),
    /// A clause has several premises.
    NotLinear,
}

/// Decides a linear system by k-induction, within the budget of the run.
pub fn induce(terms: &mut Terms, system: &System, run: &Run) -> Induced {
    let Some(prepared) = prepare(terms, system, run) else { return Induced::Unknown(run.why(0)) };
    if let Some(derivation) = prepared.derivation {
        return match checked(terms, system, derivation) {
            Ok(derivation) => Induced::Unsafe(derivation),
            Err(why) => Induced::Unknown(why),
        };
    }
    match induction::induction(terms, system, &prepared.whole, &prepared.known, run) {
        induction::Outcome::Safe(depth) => Induced::Safe(depth),
        induction::Outcome::Unsafe(derivation) => match checked(terms, system, derivation) {
            Ok(derivation) => Induced::Unsafe(derivation),
            Err(why) => Induced::Unknown(why),
        },
        induction::Outcome::Stopped(depth) => Induced::Unknown(run.why(depth)),
        induction::Outcome::NotLinear => Induced::NotLinear,
        induction::Outcome::Wrong(depth) => {
            Induced::Unknown(Why::Wrong(format!("an induction of depth {depth} was found that is none")))
        }
    }
}

/// Unwinds a linear system within limits and the budget of the run.
pub fn unwind(terms: &mut Terms, system: &System, how: (Aim, Limits), run: &Run) -> Unwound {
    let all = rules(terms, system);
    let sliced = unfold(terms, system, all, run).and_then(|unfolded| slice(terms, system, &unfolded.rules, run));
    let Some(Slice { rules, is_relevant, constants: _ }) = sliced else { return Unwound::Stopped(0) };
    match unwind::unwind(terms, system, &rules, &is_relevant, how, run) {
        Unwound::Unsafe(derivation) if derivation.check(terms, system).is_err() => Unwound::Wrong(0),
        unwound => unwound,
    }
}

/// Rules, with what is known of them before any search.
struct Prepared {
    /// Unfolded.
    whole: Vec<Rule>,
    /// Sliced.
    rules: Vec<Rule>,
    is_unfolded: Vec<bool>,
    atoms: Atoms,
    known: Vec<Vec<Term>>,
    /// States that are derived.
    facts: Vec<Fact>,
    /// A derivation of false, if the walk forward found one; nothing else is prepared then.
    derivation: Option<Derivation>,
}

/// Unfolds the clauses, walks forward, and finds inductive candidates. `None` if the run was stopped.
fn prepare(terms: &mut Terms, system: &System, run: &Run) -> Option<Prepared> {
    let all = rules(terms, system);
    let Unfolded { rules: whole, is_unfolded } = unfold(terms, system, all, run)?;
    let Slice { rules, constants, is_relevant } = slice(terms, system, &whole, run)?;
    run.counters.borrow_mut().rules = rules.len();
    let mut solvers = Vec::new();
    for rule in &rules {
        if run.is_stopped() {
            return None;
        }
        let mut solver = run.solver();
        solver.assert(terms, rule.constraint);
        solvers.push(solver);
    }
    let facts = simulate(terms, &rules, &mut solvers, run)?;
    if facts.last().is_some_and(|last| last.predicate.is_none()) {
        let derivation = Some(derivation(terms, system, &rules, &facts, facts.len() - 1));
        return Some(Prepared {
            whole,
            rules,
            is_unfolded,
            atoms: Atoms::default(),
            known: Vec::new(),
            facts,
            derivation,
        });
    }
    let atoms = mine(terms, system, &rules, &is_relevant, run)?;
    let mut candidates = candidates(terms, system, &rules, &atoms, &is_relevant, run)?;
    if run.guesses() == Guesses::All {
        let equalities = affine(terms, system, &rules, &is_relevant, &facts, &mut solvers, run)?;
        candidates.iter_mut().zip(equalities).for_each(|(list, equalities)| list.extend(equalities));
    }
    if run.guesses() != Guesses::Atoms {
        let sums = sums(terms, system, &rules, &is_relevant);
        candidates.iter_mut().zip(sums).for_each(|(list, sums)| list.extend(sums));
    }
    let mut known = houdini(terms, system, &rules, candidates, &facts, solvers, run)?;
    for (list, constants) in known.iter_mut().zip(constants) {
        list.splice(0..0, constants);
    }
    run.counters.borrow_mut().known = known.iter().map(Vec::len).sum();
    Some(Prepared { whole, rules, is_unfolded, atoms, known, facts, derivation: None })
}

/// A derivation, if it is one.
fn checked(terms: &Terms, system: &System, derivation: Derivation) -> Result<Derivation, Why> {
    match derivation.check(terms, system) {
        Ok(()) => Ok(derivation),
        Err(why) => Err(Why::Wrong(format!("a derivation was found that is none: {why}"))),
    }
}

/// The interpretation in which every predicate is true, if it is a model: if no constraint of a clause without a head is satisfiable.
/// It is found without guesses, and says nothing about reachable states: a caller that needs invariants asks [`solve`].
pub fn anything(terms: &mut Terms, system: &System, run: &Run) -> Option<Interpretation> {
    let anything = Meaning::Formula(terms.truth());
    let interpretation = Interpretation { meanings: system.predicates().map(|_| anything).collect() };
    let is_enough =
        needs_nothing(terms, system, run) && interpretation.check(terms, system, Cadical::new) == Checked::Holds;
    is_enough.then_some(interpretation)
}

fn needs_nothing(terms: &mut Terms, system: &System, run: &Run) -> bool {
    let constraints = system.clauses().iter().filter(|clause| clause.head.is_none()).map(|clause| clause.constraint);
    let constraints: Vec<Term> = constraints.collect();
    constraints.into_iter().all(|constraint| {
        let mut solver = run.solver();
        solver.assert(terms, constraint);
        run.count_query();
        solver.check(terms, &[]) == SatResult::Unsat
    })
}

/// Decides a system, within the budget of the run.
pub fn solve(terms: &mut Terms, system: &System, run: &Run) -> Answer {
    let Some(prepared) = prepare(terms, system, run) else { return run.stopped(0) };
    let Prepared { rules, is_unfolded, atoms, known, facts, derivation, whole: _ } = prepared;
    let unsafe_by = |terms: &Terms, derivation| match checked(terms, system, derivation) {
        Ok(derivation) => Answer::Unsafe(derivation),
        Err(why) => Answer::Unknown(why),
    };
    if let Some(derivation) = derivation {
        return unsafe_by(terms, derivation);
    }
    match ic3::search(terms, system, &rules, atoms, &known, &facts, run) {
        ic3::Outcome::Stopped(level) => run.stopped(level),
        ic3::Outcome::Unsafe(derivation) => unsafe_by(terms, derivation),
        ic3::Outcome::Safe(formulas) => {
            let meanings = formulas
                .into_iter()
                .zip(&is_unfolded)
                .map(|(formula, &is_unfolded)| if is_unfolded { Meaning::Derived } else { Meaning::Formula(formula) })
                .collect();
            let interpretation = Interpretation { meanings };
            let fresh = || {
                let mut sat = Cadical::new();
                sat.set_interruption(run.budget.interruption.clone());
                sat
            };
            match interpretation.check(terms, system, fresh) {
                Checked::Holds => Answer::Safe(interpretation),
                Checked::Interrupted { .. } => run.stopped(run.counters().levels),
                wrong @ (Checked::Fails { .. } | Checked::Cyclic) => {
                    Answer::Unknown(Why::Wrong(format!("an interpretation was found that is none: {wrong:?}")))
                }
            }
        }
    }
}
