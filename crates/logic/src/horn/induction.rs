//! k-induction over linear rules (Sheeran, Singh, Stålmarck, *Checking safety properties using induction and a SAT-solver*, 2000): no
//! derivation of `false` has fewer than k steps, and a sequence of k steps that do not derive `false` is never followed by a step that
//! does. Known invariants are assumed at each step of the second part.

use rustc_hash::FxHashMap;

use crate::assignment::Assignment;
use crate::horn::derivation::Derivation;
use crate::horn::normal::Rule;
use crate::horn::solve::Run;
use crate::horn::system::{Predicate, System};
use crate::sat::{Cadical, SatResult};
use crate::solver::Solver;
use crate::sort::Sort;
use crate::term::{Term, Terms};
use crate::traverse::Substitution;

/// How an induction ended.
#[derive(Clone, Debug)]
pub enum Outcome {
    /// False is not derived: shown by induction over so many steps, and shown again by new solvers.
    Safe(usize),
    /// A derivation of false.
    Unsafe(Derivation),
    /// The run was stopped after so many steps.
    Stopped(usize),
    /// A rule has several premises.
    NotLinear,
    /// New solvers do not find what the first ones found.
    Wrong(usize),
}

/// Decides linear rules. `known` holds formulas for each predicate that are inductive as a whole.
pub fn induction(terms: &mut Terms, system: &System, rules: &[Rule], known: &[Vec<Term>], run: &Run) -> Outcome {
    if rules.iter().any(|rule| rule.premises.len() > 1) {
        return Outcome::NotLinear;
    }
    let mut path = Path::new(rules);
    path.place(terms, system);
    let start = path.start(terms);
    let (mut base, mut step) = (run.solver(), run.solver());
    base.assert(terms, start.holds);
    let mut shown = Vec::new();
    for depth in 0.. {
        run.report(depth, 0);
        // No derivation has this many steps.
        let wrong = path.violation(terms, depth);
        for &assertion in &path.of_step(terms, depth) {
            base.assert(terms, assertion);
            step.assert(terms, assertion);
        }
        for formula in path.known(terms, system, known, depth) {
            step.assert(terms, formula);
        }
        run.count_query();
        match base.check(terms, &[wrong.holds]) {
            SatResult::Interrupted => return Outcome::Stopped(depth),
            SatResult::Sat => return Outcome::Unsafe(path.derivation(terms, system, &base, &start, &wrong, depth)),
            SatResult::Unsat => {}
        }
        run.count_query();
        match step.check(terms, &[wrong.holds]) {
            SatResult::Interrupted => return Outcome::Stopped(depth),
            SatResult::Unsat => {
                let is_right = again(terms, system, &path, &start, known, &shown, wrong.holds, run);
                return if is_right { Outcome::Safe(depth) } else { Outcome::Wrong(depth) };
            }
            SatResult::Sat => {}
        }
        for refuted in path.refuted(terms, depth) {
            step.assert(terms, refuted);
            shown.push(refuted);
        }
        path.violations.push(wrong.holds);
        path.go_on(terms, system);
        if run.is_stopped() {
            return Outcome::Stopped(depth);
        }
    }
    Outcome::Stopped(0)
}

/// Asks new solvers for everything that the answer rests on.
#[allow(clippy::too_many_arguments)]
fn again(
    terms: &mut Terms,
    system: &System,
    path: &Path<'_>,
    start: &Choice,
    known: &[Vec<Term>],
    refuted: &[Term],
    wrong: Term,
    run: &Run,
) -> bool {
    let depth = path.steps.len() - 1;
    let (mut base, mut step) = (run.solver(), run.solver());
    base.assert(terms, start.holds);
    let mut is_right = true;
    for at in 0..=depth {
        for &assertion in &path.of_step(terms, at) {
            base.assert(terms, assertion);
            step.assert(terms, assertion);
        }
        for formula in path.known(terms, system, known, at) {
            step.assert(terms, formula);
        }
        let violation = if at < depth { path.violations[at] } else { wrong };
        is_right &= base.check(terms, &[violation]) == SatResult::Unsat;
    }
    for &refuted in refuted {
        step.assert(terms, refuted);
    }
    is_right && step.check(terms, &[wrong]) == SatResult::Unsat && are_inductive(terms, system, path.rules, known, run)
}

/// Whether the known formulas are preserved by every rule.
fn are_inductive(terms: &mut Terms, system: &System, rules: &[Rule], known: &[Vec<Term>], run: &Run) -> bool {
    let said = |terms: &mut Terms, application: &crate::horn::system::Application| {
        let parameters = &system.declaration(application.predicate).parameters;
        let pairs = parameters.iter().copied().zip(application.arguments.iter().copied());
        let mut substitution = Substitution::from_pairs(pairs);
        let all: Vec<Term> =
            known[application.predicate.index()].iter().map(|&formula| substitution.apply(terms, formula)).collect();
        terms.and_all(&all)
    };
    rules.iter().all(|rule| {
        let Some(conclusion) = &rule.conclusion else { return true };
        let mut solver = run.solver();
        solver.assert(terms, rule.constraint);
        for premise in &rule.premises {
            let holds = said(terms, premise);
            solver.assert(terms, holds);
        }
        let holds = said(terms, conclusion);
        let fails = terms.not(holds);
        solver.check(terms, &[fails]) == SatResult::Unsat
    })
}

/// A rule, what says that it is used, and what its variables are.
type Way = (usize, Term, Vec<(Term, Term)>);

/// One of several uses of rules.
struct Choice {
    /// That one of them is made.
    holds: Term,
    /// All of them.
    ways: Vec<Way>,
}

/// A sequence of steps: the possible predicates before each step, and the used rules.
struct Path<'r> {
    rules: &'r [Rule],
    /// For each place on the path, for each predicate whether it is the one, and its arguments.
    places: Vec<FxHashMap<Predicate, (Term, Vec<Term>)>>,
    /// The use of a rule that leads to a place; of the first, none.
    steps: Vec<Option<Choice>>,
    /// That false is derived at a place.
    violations: Vec<Term>,
}

impl<'r> Path<'r> {
    fn new(rules: &'r [Rule]) -> Path<'r> {
        Path { rules, places: Vec::new(), steps: Vec::new(), violations: Vec::new() }
    }

    /// One more place.
    fn place(&mut self, terms: &mut Terms, system: &System) {
        let mut place = FxHashMap::default();
        for predicate in system.predicates() {
            if !self.rules.iter().any(|rule| rule.premises.iter().any(|premise| premise.predicate == predicate)) {
                continue;
            }
            let declaration = system.declaration(predicate);
            let is_here = terms.fresh(&declaration.name, Sort::Bool);
            let arguments =
                declaration.parameters.iter().map(|&parameter| terms.fresh("at", terms.sort(parameter))).collect();
            place.insert(predicate, (is_here, arguments));
        }
        self.places.push(place);
        if self.steps.is_empty() {
            self.steps.push(None);
        }
    }

    /// A rule, used between two places.
    fn used(
        &self,
        terms: &mut Terms,
        number: usize,
        from: usize,
        to: Option<usize>,
    ) -> Option<(Term, Vec<(Term, Term)>)> {
        let rule = &self.rules[number];
        let mut bound = Vec::new();
        let mut parts = Vec::new();
        for premise in &rule.premises {
            let (is_here, arguments) = &self.places[from][&premise.predicate];
            parts.push(*is_here);
            bound.extend(premise.arguments.iter().copied().zip(arguments.iter().copied()));
        }
        for input in rule.inputs(terms) {
            let copy = terms.fresh("input", terms.sort(input));
            bound.push((input, copy));
        }
        let mut substitution = Substitution::from_pairs(bound.iter().copied());
        parts.push(substitution.apply(terms, rule.constraint));
        if let Some(conclusion) = &rule.conclusion {
            // A conclusion that no later step uses is not represented.
            let (is_there, arguments) = self.places[to?].get(&conclusion.predicate)?;
            parts.push(*is_there);
            for (&argument, &value) in arguments.iter().zip(&conclusion.arguments) {
                let value = substitution.apply(terms, value);
                parts.push(terms.eq(argument, value));
            }
        }
        Some((terms.and_all(&parts), bound))
    }

    fn choice(&self, terms: &mut Terms, from: usize, to: Option<usize>, wanted: impl Fn(&Rule) -> bool) -> Choice {
        let mut ways = Vec::new();
        let mut all = Vec::new();
        for number in (0..self.rules.len()).filter(|&number| wanted(&self.rules[number])) {
            if let Some((holds, bound)) = self.used(terms, number, from, to) {
                all.push(holds);
                ways.push((number, holds, bound));
            }
        }
        Choice { holds: terms.or_all(&all), ways }
    }

    fn start(&self, terms: &mut Terms) -> Choice {
        self.choice(terms, 0, Some(0), |rule| rule.premises.is_empty() && rule.conclusion.is_some())
    }

    fn violation(&self, terms: &mut Terms, at: usize) -> Choice {
        self.choice(terms, at, None, |rule| rule.conclusion.is_none() && (at == 0 || !rule.premises.is_empty()))
    }

    fn go_on(&mut self, terms: &mut Terms, system: &System) {
        self.place(terms, system);
        let to = self.places.len() - 1;
        let choice =
            self.choice(terms, to - 1, Some(to), |rule| !rule.premises.is_empty() && rule.conclusion.is_some());
        self.steps.push(Some(choice));
    }

    /// Constraints of one position: at most one predicate holds there, and some step leads to it.
    fn of_step(&self, terms: &mut Terms, at: usize) -> Vec<Term> {
        let mut found: Vec<Term> = self.steps[at].iter().map(|choice| choice.holds).collect();
        let mut points: Vec<Term> = self.places[at].values().map(|&(is_here, _)| is_here).collect();
        points.sort_unstable();
        for (place, &one) in points.iter().enumerate() {
            for &other in &points[place + 1..] {
                let both = terms.and(one, other);
                found.push(terms.not(both));
            }
        }
        found
    }

    fn known(&self, terms: &mut Terms, system: &System, known: &[Vec<Term>], at: usize) -> Vec<Term> {
        let mut found = Vec::new();
        let mut points: Vec<_> = self.places[at].iter().collect();
        points.sort_unstable_by_key(|(predicate, _)| **predicate);
        for (predicate, (is_here, arguments)) in points {
            let parameters = &system.declaration(*predicate).parameters;
            let mut said = Substitution::from_pairs(parameters.iter().copied().zip(arguments.iter().copied()));
            for &formula in &known[predicate.index()] {
                let formula = said.apply(terms, formula);
                found.push(terms.implies(*is_here, formula));
            }
        }
        found
    }

    /// That no rule without inputs derives false at a place.
    fn refuted(&self, terms: &mut Terms, at: usize) -> Vec<Term> {
        let mut found = Vec::new();
        for rule in self.rules {
            if rule.conclusion.is_some() || !rule.inputs(terms).is_empty() {
                continue;
            }
            let [premise] = &rule.premises[..] else { continue };
            let (is_here, arguments) = &self.places[at][&premise.predicate];
            let pairs = premise.arguments.iter().copied().zip(arguments.iter().copied());
            let constraint = Substitution::from_pairs(pairs).apply(terms, rule.constraint);
            let wrong = terms.and(*is_here, constraint);
            found.push(terms.not(wrong));
        }
        found
    }

    /// The steps that a model makes.
    fn derivation(
        &self,
        terms: &Terms,
        system: &System,
        solver: &Solver<Cadical>,
        start: &Choice,
        wrong: &Choice,
        depth: usize,
    ) -> Derivation {
        let mut steps = Vec::new();
        let mut last: Option<usize> = None;
        let choices = std::iter::once(start).chain(self.steps[1..=depth].iter().flatten()).chain([wrong]);
        for choice in choices {
            let is_made = |way: &&Way| solver.value(terms, way.1).as_bool() == Some(true);
            let Some((number, _, bound)) = choice.ways.iter().find(is_made) else { continue };
            let rule = &self.rules[*number];
            let mut values = Assignment::new();
            for &(variable, copy) in bound {
                values.set(variable, solver.value(terms, copy));
            }
            let premises: Vec<usize> = if rule.premises.is_empty() { Vec::new() } else { last.into_iter().collect() };
            last = Some(rule.origin.expand(terms, system, &values, &premises, &mut steps));
        }
        Derivation { steps }
    }
}
