//! The incremental solver for terms, over any SAT solver.
//!
//! Assertions are permanent. A temporary condition is assumed, or asserted under an *activation*: a variable that is assumed while the
//! condition is to hold. Other layers (the ordering theory) share literals with the solver through [`Solver::literal`].

use std::cell::RefCell;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::arrays::Arrays;
use crate::assignment::Assignment;
use crate::bits::Bits;
use crate::blast::Blaster;
use crate::circuit::Gate;
use crate::circuit::cnf::{Cnf, Polarity};
use crate::circuit::gates::Kind;
use crate::evaluate::Evaluator;
use crate::intervals::Interval;
use crate::sat::{Lit, SatResult, SatSolver};
use crate::sort::Sort;
use crate::term::{Op, Term, Terms};
use crate::value::Value;

/// How long a clause may get by taking disjunctions apart.
const CLAUSE: usize = 256;

/// How long a clause may be for its conjunctions to be taken apart.
const SPLIT: usize = 3;

/// The solver. It goes with one arena of terms, which each call is given.
pub struct Solver<S> {
    sat: S,
    blaster: Blaster,
    cnf: Cnf,
    arrays: Arrays,
    /// How many reads of arrays have literals.
    grounded: usize,
    /// Gates that were replaced by their inputs in a clause.
    split: FxHashSet<usize>,
    core: Vec<Term>,
    core_literals: Vec<Lit>,
    model: Option<Model>,
}

/// A model, and the values of terms that were requested, or that were computed for them.
struct Model {
    assignment: Assignment,
    values: RefCell<FxHashMap<Term, Value>>,
}

impl<S: SatSolver> Solver<S> {
    /// A solver without assertions.
    pub fn new(sat: S) -> Solver<S> {
        Solver {
            sat,
            blaster: Blaster::new(),
            cnf: Cnf::default(),
            arrays: Arrays::default(),
            grounded: 0,
            split: FxHashSet::default(),
            core: Vec::new(),
            core_literals: Vec::new(),
            model: None,
        }
    }

    /// A solver that says nothing of arrays before a model violates it.
    #[cfg(test)]
    pub(crate) fn with_lazy_arrays(sat: S) -> Solver<S> {
        let mut solver = Solver::new(sat);
        solver.arrays.eager = crate::arrays::Eager { arrays: 0, reads: 0 };
        solver
    }

    /// The SAT solver: for interruption, budgets, phases, a theory, clauses over shared literals.
    pub fn sat(&mut self) -> &mut S {
        &mut self.sat
    }

    /// Asserts a Bool for good.
    pub fn assert(&mut self, terms: &mut Terms, term: Term) {
        self.assert_clause(terms, &[term]);
    }

    /// Asserts that one of some Bools is true.
    pub fn assert_clause(&mut self, terms: &mut Terms, disjuncts: &[Term]) {
        self.assert_or(terms, disjuncts, None);
    }

    /// Asserts a Bool where a literal holds.
    pub fn assert_where(&mut self, terms: &mut Terms, condition: Lit, term: Term) {
        self.assert_or(terms, &[term], Some(!condition));
    }

    /// Asserts that one of some Bools is true, or a literal.
    fn assert_or(&mut self, terms: &mut Terms, disjuncts: &[Term], literal: Option<Lit>) {
        self.model = None;
        // A single disjunct that is a conjunction is asserted conjunct by conjunct.
        let mut pending = vec![disjuncts.to_vec()];
        while let Some(disjuncts) = pending.pop() {
            if let ([term], None) = (&*disjuncts, literal)
                && terms.op(*term) == Op::And
            {
                let term = *term;
                pending.extend(terms.arguments(term).iter().rev().map(|&conjunct| vec![conjunct]));
                continue;
            }
            let disjuncts = flatten(terms, disjuncts);
            let mut clause = Vec::with_capacity(disjuncts.len());
            let mut holds = false;
            for term in disjuncts {
                let gate = self.blaster.gate(terms, term);
                match gate.as_constant() {
                    Some(true) => holds = true,
                    Some(false) => {}
                    None => clause.push(gate),
                }
            }
            if !holds {
                self.add_clause(clause, literal);
            }
        }
    }

    /// Adds a clause over gates, and a literal. If a short clause has a conjunction or an equality that has no variable yet, its inputs
    /// replace it, so that it needs no variable: `or(x, and(a, b))` is `or(x, a)` and `or(x, b)`.
    fn add_clause(&mut self, clause: Vec<Gate>, literal: Option<Lit>) {
        let n_literals = usize::from(literal.is_some());
        let mut pending = vec![clause];
        while let Some(clause) = pending.pop() {
            let gates = self.blaster.gates();
            let alone = clause.len() + n_literals == 1;
            let apart = |gate: Gate| match gates.kind(gate.node()) {
                Kind::And | Kind::AndMany => !gate.is_negated(),
                Kind::Xor => true,
                Kind::True | Kind::Input | Kind::Xor3 | Kind::Majority | Kind::Mux => false,
            };
            let split = clause.iter().position(|&gate| {
                clause.len() + n_literals <= SPLIT
                    && apart(gate)
                    && self.cnf.variable(gate).is_none()
                    // A gate that occurs a second time is worth a variable.
                    && (alone || self.split.insert(gate.node()))
            });
            let Some(at) = split else {
                let of_gates = clause.into_iter().map(|gate| self.literal_of(gate, Polarity::Positive));
                let clause: Vec<Lit> = literal.into_iter().chain(of_gates).collect();
                self.sat.add_clause(&clause);
                continue;
            };
            let mut rest = clause;
            let gate = rest.swap_remove(at);
            let inputs: Vec<Gate> = gates.inputs(gate.node()).collect();
            match gates.kind(gate.node()) {
                // xor(a, b) = and(or(a, b), or(not(a), not(b)))
                Kind::Xor => {
                    let other = inputs[1].negated_if(gate.is_negated());
                    for part in [[inputs[0], other], [!inputs[0], !other]] {
                        pending.push(rest.iter().copied().chain(part).collect());
                    }
                }
                _ => pending.extend(
                    inputs.iter().rev().map(|&input| rest.iter().copied().chain([input]).collect::<Vec<Gate>>()),
                ),
            }
        }
    }

    /// A literal that has the value of a Bool in each model.
    pub fn literal(&mut self, terms: &Terms, term: Term) -> Lit {
        let gate = self.blaster.gate(terms, term);
        self.literal_of(gate, Polarity::Both)
    }

    /// Literals that have the values of the bits of a bit-vector in each model, the least significant first.
    pub fn literals(&mut self, terms: &Terms, term: Term) -> Vec<Lit> {
        self.low_literals(terms, term, usize::MAX)
    }

    /// The same for so many of the least significant bits, or all, if there are not so many.
    pub fn low_literals(&mut self, terms: &Terms, term: Term, count: usize) -> Vec<Lit> {
        let gates = self.blaster.gates_of(terms, term).to_vec();
        gates.into_iter().take(count).map(|gate| self.literal_of(gate, Polarity::Both)).collect()
    }

    /// Restricts a variable that does not occur yet to an interval. The solver then uses only as many low bits as the numbers of the
    /// interval need, and their number is returned: the remaining bits are copies of the last of them, or zero.
    pub fn narrow(&mut self, terms: &Terms, variable: Term, interval: Interval) -> u32 {
        self.blaster.narrow(terms, variable, interval);
        interval.needed_bits().0
    }

    /// A new Bool under which assertions can be made: `assert_clause(&[not(activation), ..])`. They hold in the checks that assume it, and
    /// asserting its negation retires them.
    pub fn activation(&mut self, terms: &mut Terms, name: &str) -> Term {
        terms.fresh(name, Sort::Bool)
    }

    /// Asserts a Bool in the checks that assume the activation.
    pub fn assert_under(&mut self, terms: &mut Terms, activation: Term, term: Term) {
        let inactive = terms.not(activation);
        self.assert_clause(terms, &[inactive, term]);
    }

    /// Whether the assertions and the assumptions have a model.
    pub fn check(&mut self, terms: &mut Terms, assumptions: &[Term]) -> SatResult {
        self.check_beside(terms, assumptions, &[])
    }

    /// The same, with literals assumed that other layers share with the solver.
    pub fn check_beside(&mut self, terms: &mut Terms, assumptions: &[Term], beside: &[Lit]) -> SatResult {
        self.core.clear();
        self.core_literals.clear();
        self.model = None;
        let mut origin: FxHashMap<Lit, Term> = FxHashMap::default();
        let mut literals = Vec::with_capacity(assumptions.len() + beside.len());
        for &term in assumptions {
            let gate = self.blaster.gate(terms, term);
            match gate.as_constant() {
                Some(true) => {}
                Some(false) => {
                    self.core.push(term);
                    return SatResult::Unsat;
                }
                None => {
                    let literal = self.literal_of(gate, Polarity::Positive);
                    if origin.insert(literal, term).is_none() {
                        literals.push(literal);
                    }
                }
            }
        }
        literals.extend_from_slice(beside);
        loop {
            self.ground(terms);
            match self.sat.solve(&literals) {
                SatResult::Interrupted => return SatResult::Interrupted,
                SatResult::Unsat => {
                    let failed: Vec<Lit> =
                        literals.iter().copied().filter(|&literal| self.sat.failed(literal)).collect();
                    self.core.extend(failed.iter().filter_map(|literal| origin.get(literal)));
                    self.core_literals = failed.into_iter().filter(|literal| !origin.contains_key(literal)).collect();
                    return SatResult::Unsat;
                }
                SatResult::Sat => {
                    let lemmas = self.refine(terms);
                    if lemmas.is_empty() {
                        return SatResult::Sat;
                    }
                    for lemma in lemmas {
                        self.assert_clause(terms, &lemma);
                    }
                }
            }
        }
    }

    /// Assumptions of the last check, which found no model, that together have none. Not minimal, but without what was not used.
    #[must_use]
    pub fn core(&self) -> &[Term] {
        &self.core
    }

    /// What of the literals that were assumed beside in the last check, which found no model, goes with its [`Solver::core`].
    #[must_use]
    pub fn core_beside(&self) -> &[Lit] {
        &self.core_literals
    }

    /// Reduces the core of the last check: each assumption is dropped once, and stays dropped if the rest is still unsatisfiable. An
    /// assumption stays if the check is interrupted or exceeds its budget.
    pub fn minimize_core(&mut self, terms: &mut Terms) {
        let mut needed = Vec::new();
        let mut open = std::mem::take(&mut self.core);
        while let Some(candidate) = open.pop() {
            let rest: Vec<Term> = needed.iter().chain(&open).copied().collect();
            match self.check(terms, &rest) {
                SatResult::Unsat => open.retain(|term| self.core.contains(term)),
                SatResult::Sat | SatResult::Interrupted => needed.push(candidate),
            }
        }
        needed.reverse();
        self.core = needed;
        self.model = None;
    }

    /// The value of a term in the model of the last check, which found one. The term need not occur in any assertion.
    ///
    /// # Panics
    /// If the last check found no model, or something was asserted since.
    #[must_use]
    pub fn value(&self, terms: &Terms, term: Term) -> Value {
        let model = self.found();
        let mut evaluator = Evaluator::resumed(&model.assignment, model.values.take());
        let value = evaluator.value(terms, term);
        model.values.replace(evaluator.into_values());
        value
    }

    /// The model of the last check, which was satisfiable. It has a value for each variable on which an assertion or assumption depends;
    /// the remaining variables may have any value.
    ///
    /// # Panics
    /// If the last check found no model, or something was asserted since.
    #[must_use]
    pub fn model(&self) -> &Assignment {
        &self.found().assignment
    }

    fn found(&self) -> &Model {
        self.model.as_ref().expect("there is a model after a check that found one, and before the next assertion")
    }

    fn literal_of(&mut self, gate: Gate, polarity: Polarity) -> Lit {
        self.model = None;
        self.cnf.literal(self.blaster.gates(), &mut self.sat, gate, polarity)
    }

    /// Makes sure that each model has values for the reads of arrays, and for what decides where they read from.
    fn ground(&mut self, terms: &mut Terms) {
        loop {
            let lemmas = self.arrays.ground(terms, &mut self.blaster);
            let reads: Vec<Term> = self.arrays.reads()[self.grounded..].to_vec();
            self.grounded += reads.len();
            if lemmas.is_empty() && reads.is_empty() {
                return;
            }
            for lemma in lemmas {
                self.assert_clause(terms, &lemma);
            }
            for read in reads {
                self.literals(terms, read);
            }
        }
    }

    /// Reads the model, and finds clauses about arrays that it violates. If there are none, it is kept.
    fn refine(&mut self, terms: &mut Terms) -> Vec<Vec<Term>> {
        let mut assignment = Assignment::new();
        for &term in self.blaster.inputs() {
            if let Some(value) = self.input_value(terms, term) {
                assignment.set(term, value);
            }
        }
        let lemmas = self.arrays.refine(terms, &self.blaster, &mut assignment);
        if lemmas.is_empty() {
            self.model = Some(Model { assignment, values: RefCell::default() });
        }
        lemmas
    }

    /// What the model says of an input of the network; nothing, if no clause is about it.
    fn input_value(&self, terms: &Terms, term: Term) -> Option<Value> {
        let gates = self.blaster.known(terms, term)?;
        // A bit that narrowing made constant is known without a model.
        let bit = |gate: &Gate| {
            let known = self.cnf.variable(*gate).map(|var| self.sat.value(var.literal(!gate.is_negated())));
            known.or(gate.as_constant())
        };
        match terms.sort(term) {
            Sort::Bool => bit(&gates[0]).map(Value::Bool),
            Sort::BitVec(_) => {
                let bits: Vec<Option<bool>> = gates.iter().map(bit).collect();
                bits.iter()
                    .any(Option::is_some)
                    .then(|| Value::Bits(Bits::from_bools(bits.iter().map(|bit| bit.unwrap_or(false)))))
            }
            Sort::Array { .. } => None,
        }
    }
}

/// Takes disjunctions among disjuncts apart: `not(and(a, b))` is `not(a)` or `not(b)`.
fn flatten(terms: &mut Terms, disjuncts: Vec<Term>) -> Vec<Term> {
    let mut flat = Vec::with_capacity(disjuncts.len());
    let mut pending = disjuncts;
    pending.reverse();
    while let Some(term) = pending.pop() {
        if terms.op(term) == Op::Not {
            let inner = terms.arguments(term)[0];
            let count = terms.arguments(inner).len();
            if terms.op(inner) == Op::And && flat.len() + pending.len() + count <= CLAUSE.max(count) {
                for at in (0..count).rev() {
                    let conjunct = terms.arguments(inner)[at];
                    pending.push(terms.not(conjunct));
                }
                continue;
            }
        }
        flat.push(term);
    }
    flat.sort_unstable();
    flat.dedup();
    flat
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sat::{Batsat, Cadical};

    #[test]
    fn literals_of_others_are_assumed_beside_and_have_their_part_in_the_core() {
        let mut terms = Terms::new();
        let mut solver = Solver::new(Cadical::new());
        let (p, q) = (terms.fresh("p", Sort::Bool), terms.fresh("q", Sort::Bool));
        let (p_lit, other) = (solver.literal(&terms, p), solver.sat().new_var().positive());
        let q_lit = solver.literal(&terms, q);
        solver.sat().add_clause(&[!p_lit, !q_lit]);
        assert_eq!(solver.check_beside(&mut terms, &[p], &[other]), SatResult::Sat);
        assert!(solver.sat().value(other));
        assert_eq!(solver.check_beside(&mut terms, &[p], &[other, q_lit]), SatResult::Unsat);
        assert_eq!((solver.core(), solver.core_beside()), (&[p][..], &[q_lit][..]));
    }

    #[test]
    fn what_is_asserted_where_a_literal_holds_is_nothing_elsewhere() {
        let mut terms = Terms::new();
        let mut solver = Solver::new(Cadical::new());
        let (x, y) = (terms.fresh("x", Sort::BitVec(4)), terms.fresh("y", Sort::BitVec(4)));
        let flag = terms.fresh("flag", Sort::Bool);
        let condition = solver.literal(&terms, flag);
        // A conjunction with an equality of variables: taken apart, and each part under the condition.
        let five = terms.number(4, 5);
        let (is_five, is_same) = (terms.eq(x, five), terms.eq(x, y));
        let both = terms.and(is_five, is_same);
        solver.assert_where(&mut terms, condition, both);
        let (is_other, differs, is_off) = (terms.not(is_five), terms.not(is_same), terms.not(flag));
        for broken in [is_other, differs] {
            assert_eq!(solver.check(&mut terms, &[flag, broken]), SatResult::Unsat);
            assert_eq!(solver.check(&mut terms, &[is_off, broken]), SatResult::Sat);
        }
        assert_eq!(solver.check(&mut terms, &[flag]), SatResult::Sat);
        assert_eq!(solver.value(&terms, both), Value::Bool(true));
    }

    #[test]
    fn models_cores_and_activations() {
        let mut terms = Terms::new();
        let mut solver = Solver::new(Cadical::new());
        let sort = Sort::BitVec(32);
        let (x, y) = (terms.fresh("x", sort), terms.fresh("y", sort));
        let product = terms.bv_mul(x, y);
        let number = terms.number(32, 391);
        let same = terms.eq(product, number);
        solver.assert(&mut terms, same);
        let (one, limit) = (terms.number(32, 1), terms.number(32, 391));
        let bounds = [terms.bv_ult(one, x), terms.bv_ult(one, y), terms.bv_ult(x, limit), terms.bv_ult(y, limit)];
        assert_eq!(solver.check(&mut terms, &bounds), SatResult::Sat);
        let factors = [solver.value(&terms, x), solver.value(&terms, y)];
        let mut factors: Vec<u64> = factors.iter().map(|value| value.as_bits().unwrap().to_u64().unwrap()).collect();
        factors.sort_unstable();
        assert_eq!(factors, [17, 23]);
        assert_eq!(solver.value(&terms, same), Value::Bool(true));

        let (p, q) = (solver.activation(&mut terms, "p"), solver.activation(&mut terms, "q"));
        let odd = terms.bit(x, 0);
        let even = terms.not(odd);
        solver.assert_under(&mut terms, p, even);
        let small = terms.bv_ult(x, y);
        solver.assert_under(&mut terms, q, small);
        assert_eq!(solver.check(&mut terms, &[bounds[0], q, p]), SatResult::Unsat);
        assert_eq!(solver.core(), [p], "391 has no even factor");
        let truth = terms.truth();
        assert_eq!(solver.check(&mut terms, &[bounds[0], bounds[2], bounds[3], q, truth]), SatResult::Sat);
        assert_eq!(solver.value(&terms, x).as_bits().unwrap().to_u64(), Some(17));
        let nine = terms.number(32, 9);
        let is_nine = terms.eq(x, nine);
        let below_nine = terms.bv_ult(x, nine);
        assert_eq!(solver.check(&mut terms, &[p, q, bounds[2], is_nine, below_nine]), SatResult::Unsat);
        solver.minimize_core(&mut terms);
        let core = solver.core().to_vec();
        assert_eq!(solver.check(&mut terms, &core), SatResult::Unsat);
        for out in 0..core.len() {
            let rest: Vec<Term> = core.iter().enumerate().filter(|(at, _)| *at != out).map(|(_, &term)| term).collect();
            assert_eq!(solver.check(&mut terms, &rest), SatResult::Sat, "{out} of {core:?} is not needed");
        }
        let falsity = terms.falsity();
        assert_eq!(solver.check(&mut terms, &[q, falsity]), SatResult::Unsat);
        assert_eq!(solver.core(), [falsity]);
    }

    #[test]
    fn narrow_variables_have_the_values_of_their_intervals_and_no_others() {
        for (low, high, expected) in [(0, 5, 8), (-3, 2, 8), (0, 0, 1), (-1, -1, 2)] {
            let mut terms = Terms::new();
            let mut solver = Solver::new(Cadical::new());
            let x = terms.fresh("x", Sort::BitVec(16));
            solver.narrow(&terms, x, Interval { low, high });
            let (three, product) = (terms.number(16, 3), terms.fresh("p", Sort::BitVec(16)));
            let times = terms.bv_mul(x, three);
            let same = terms.eq(times, product);
            solver.assert(&mut terms, same);
            let mut found = Vec::new();
            while solver.check(&mut terms, &[]) == SatResult::Sat {
                let value = solver.value(&terms, x).as_bits().unwrap().to_u64().unwrap();
                found.push(i128::from(value as u16 as i16));
                let seen = terms.number(16, value.into());
                let again = terms.eq(x, seen);
                let other = terms.not(again);
                solver.assert(&mut terms, other);
            }
            assert_eq!(found.len(), expected);
            assert!((low..=high).all(|number| found.contains(&number)), "{low} to {high}: {found:?}");
        }
    }

    #[test]
    fn literals_have_the_values_of_their_terms() {
        let mut terms = Terms::new();
        let mut solver = Solver::new(Batsat::create());
        let (x, y) = (terms.fresh("x", Sort::BitVec(9)), terms.fresh("y", Sort::BitVec(9)));
        let (sum, less) = (terms.bv_add(x, y), terms.bv_slt(x, y));
        let sum_literals = solver.literals(&terms, sum);
        let less_literal = solver.literal(&terms, less);
        for round in 0..20 {
            let number = terms.number(9, round * 37);
            let same = terms.eq(sum, number);
            assert_eq!(solver.check(&mut terms, &[same]), SatResult::Sat);
            let bits = Bits::from_bools(sum_literals.iter().map(|&literal| solver.sat.value(literal)));
            assert_eq!(solver.value(&terms, sum), Value::Bits(bits));
            assert_eq!(solver.value(&terms, less), Value::Bool(solver.sat.value(less_literal)));
            let again = if solver.sat.value(less_literal) { terms.not(less) } else { less };
            solver.assert_clause(&mut terms, &[again]);
            if solver.check(&mut terms, &[]) == SatResult::Unsat {
                return;
            }
        }
    }
}
