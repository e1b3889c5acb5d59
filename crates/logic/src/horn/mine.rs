//! Atoms for invariants: the comparisons of the rules, propagated from premises to conclusions if the arguments do not change, and from
//! conclusions to premises by weakest preconditions; and simple relations between arguments and constants.

use rustc_hash::FxHashMap;

use crate::horn::normal::Rule;
use crate::horn::solve::{Guesses, Run};
use crate::horn::system::{Predicate, System};
use crate::horn::unfold::roots;
use crate::sort::Sort;
use crate::term::{Op, Term, Terms};
use crate::traverse::{Substitution, reachable};

/// How many atoms a predicate has at most.
const ATOMS: usize = 64;

/// How large (in terms) an atom is at most.
const SIZE: usize = 24;

/// How much of a tree of choices is looked at.
const LEAVES: usize = 64;

/// How often atoms are carried on.
const ROUNDS: usize = 3;

/// How many bounds by constants are tried of one predicate, as long as each of its arguments has some.
const BOUNDS: usize = 6_000;

/// How many arguments of one sort are compared with each other at most.
const COMPARED: usize = 10;

/// For each predicate, atoms over its parameters; no negations.
#[derive(Clone, Default, Debug)]
pub struct Atoms {
    of: Vec<Vec<Term>>,
    limit: usize,
}

impl Atoms {
    /// The atoms of a predicate.
    #[must_use]
    pub fn of(&self, predicate: Predicate) -> &[Term] {
        &self.of[predicate.index()]
    }

    /// Adds an atom, or the atom that is negated, if it is new and there is room. Returns whether it was added.
    pub fn add(&mut self, terms: &Terms, predicate: Predicate, atom: Term) -> bool {
        let atom = if terms.op(atom) == Op::Not { terms.arguments(atom)[0] } else { atom };
        let known = &mut self.of[predicate.index()];
        if known.len() >= self.limit
            || terms.is_constant(atom)
            || known.contains(&atom)
            || small(terms, atom, SIZE).is_none()
        {
            return false;
        }
        known.push(atom);
        true
    }

    /// Makes room for atoms that refinement finds.
    pub fn extend_limit(&mut self, by: usize) {
        self.limit += by;
    }
}

/// The parts of a term, if they are few.
fn small(terms: &Terms, root: Term, most: usize) -> Option<Vec<Term>> {
    let mut found = vec![root];
    let mut at = 0;
    while at < found.len() {
        for &argument in terms.arguments(found[at]) {
            if !found.contains(&argument) {
                found.push(argument);
            }
        }
        if found.len() > most {
            return None;
        }
        at += 1;
    }
    Some(found)
}

/// The atoms of the rules, carried to the other predicates. `None` if the run was stopped before.
#[must_use]
pub fn mine(terms: &mut Terms, system: &System, rules: &[Rule], is_relevant: &[Vec<bool>], run: &Run) -> Option<Atoms> {
    let mut atoms = Atoms { of: vec![Vec::new(); system.predicates().count()], limit: ATOMS };
    for rule in rules {
        let parts = reachable(terms, &roots(rule));
        let found: Vec<Term> = parts.into_iter().filter(|&part| is_atom(terms, part)).collect();
        for (at, atom) in found.into_iter().enumerate() {
            if at % 64 == 0 && run.is_stopped() {
                return None;
            }
            add_to_premises(terms, system, rule, atom, &mut atoms);
            add_to_conclusion(terms, system, rule, atom, &mut atoms);
        }
        // What an argument is set to.
        if let Some(conclusion) = &rule.conclusion {
            let parameters = system.declaration(conclusion.predicate).parameters.clone();
            let is_relevant = &is_relevant[conclusion.predicate.index()];
            for (at, (&argument, &parameter)) in conclusion.arguments.iter().zip(&parameters).enumerate() {
                if !is_relevant[at] {
                    continue;
                }
                for constant in constant_leaves(terms, argument) {
                    let same = terms.eq(parameter, constant);
                    atoms.add(terms, conclusion.predicate, same);
                }
            }
        }
    }
    for _ in 0..ROUNDS {
        let before: usize = atoms.of.iter().map(Vec::len).sum();
        for rule in rules {
            if run.is_stopped() {
                return None;
            }
            carry_back(terms, system, rule, &mut atoms);
            carry_on(terms, system, rule, &mut atoms);
        }
        if atoms.of.iter().map(Vec::len).sum::<usize>() == before {
            break;
        }
    }
    Some(atoms)
}

/// The bit-vector constants that a tree of choices may choose, some of them.
fn constant_leaves(terms: &Terms, term: Term) -> Vec<Term> {
    let mut found = Vec::new();
    let mut pending = vec![term];
    let mut looked_at = 0;
    while let Some(term) = pending.pop() {
        looked_at += 1;
        if looked_at > LEAVES {
            break;
        }
        match (terms.op(term), terms.arguments(term)) {
            (Op::Ite, &[_, then, otherwise]) => pending.extend([otherwise, then]),
            _ if terms.constant_bits(term).is_some() && !found.contains(&term) => found.push(term),
            _ => {}
        }
    }
    found
}

/// Whether a Bool is an atom: no conjunction, no negation, no if-then-else, no constant, and no equality of Bools.
fn is_atom(terms: &Terms, term: Term) -> bool {
    terms.sort(term) == Sort::Bool
        && match terms.op(term) {
            Op::Not | Op::And | Op::Ite | Op::Bool(_) => false,
            Op::Eq => terms.sort(terms.arguments(term)[0]) != Sort::Bool,
            _ => true,
        }
}

/// If all variables of an atom are arguments of one premise, it is an atom of that predicate.
fn add_to_premises(terms: &mut Terms, system: &System, rule: &Rule, atom: Term, atoms: &mut Atoms) {
    let Some(variables) = variables_of_small(terms, atom) else { return };
    for premise in &rule.premises {
        if !variables.is_empty() && variables.iter().all(|variable| premise.arguments.contains(variable)) {
            let parameters = &system.declaration(premise.predicate).parameters;
            let pairs = premise.arguments.iter().copied().zip(parameters.iter().copied());
            let said = Substitution::from_pairs(pairs).apply(terms, atom);
            atoms.add(terms, premise.predicate, said);
        }
    }
}

/// If all variables of an atom are handed on to the conclusion, it is an atom of that predicate.
fn add_to_conclusion(terms: &mut Terms, system: &System, rule: &Rule, atom: Term, atoms: &mut Atoms) {
    let Some(conclusion) = &rule.conclusion else { return };
    let Some(variables) = variables_of_small(terms, atom) else { return };
    let parameters = &system.declaration(conclusion.predicate).parameters;
    let handed: FxHashMap<Term, Term> = conclusion
        .arguments
        .iter()
        .copied()
        .zip(parameters.iter().copied())
        .filter(|&(argument, _)| terms.is_variable(argument))
        .collect();
    if !variables.is_empty() && variables.iter().all(|variable| handed.contains_key(variable)) {
        let said = Substitution::from_pairs(handed).apply(terms, atom);
        atoms.add(terms, conclusion.predicate, said);
    }
}

/// The variables of a term that is small enough for an atom.
fn variables_of_small(terms: &Terms, atom: Term) -> Option<Vec<Term>> {
    let mut parts = small(terms, atom, SIZE)?;
    parts.retain(|&part| terms.is_variable(part));
    Some(parts)
}

/// Weakest preconditions of the atoms of the conclusion.
fn carry_back(terms: &mut Terms, system: &System, rule: &Rule, atoms: &mut Atoms) {
    let Some(conclusion) = &rule.conclusion else { return };
    let parameters = &system.declaration(conclusion.predicate).parameters;
    let pairs = parameters.iter().copied().zip(conclusion.arguments.iter().copied());
    let mut substitution = Substitution::from_pairs(pairs);
    for atom in atoms.of(conclusion.predicate).to_vec() {
        let before = substitution.apply(terms, atom);
        for part in small(terms, before, 4 * SIZE).into_iter().flatten() {
            let is_choice = |inner: &Term| terms.op(*inner) == Op::Ite;
            if is_atom(terms, part) && small(terms, part, SIZE).is_some_and(|parts| !parts.iter().any(is_choice)) {
                add_to_premises(terms, system, rule, part, atoms);
            }
        }
    }
}

/// Atoms of premises that the rule hands on.
fn carry_on(terms: &mut Terms, system: &System, rule: &Rule, atoms: &mut Atoms) {
    for premise in &rule.premises {
        let parameters = &system.declaration(premise.predicate).parameters;
        let pairs = parameters.iter().copied().zip(premise.arguments.iter().copied());
        let mut substitution = Substitution::from_pairs(pairs);
        for atom in atoms.of(premise.predicate).to_vec() {
            let said = substitution.apply(terms, atom);
            add_to_conclusion(terms, system, rule, said, atoms);
        }
    }
}

/// What may hold always, for each predicate: the atoms and their negations, relations between the parameters, bounds by the constants
/// that the rules mention. `None` if the run was stopped before.
#[must_use]
pub fn candidates(
    terms: &mut Terms,
    system: &System,
    rules: &[Rule],
    atoms: &Atoms,
    is_relevant: &[Vec<bool>],
    run: &Run,
) -> Option<Vec<Vec<Term>>> {
    let constants = constants(terms, rules);
    let mut all = Vec::new();
    for predicate in system.predicates() {
        if !rules.iter().any(|rule| rule.premises.iter().any(|premise| premise.predicate == predicate)) {
            // No rule uses the predicate as a premise, so candidates would be useless.
            all.push(Vec::new());
            continue;
        }
        if run.is_stopped() {
            return None;
        }
        let mut found = vec![terms.falsity()];
        for &atom in atoms.of(predicate) {
            let negation = terms.not(atom);
            found.extend([atom, negation]);
        }
        if run.guesses() == Guesses::Atoms {
            found.sort_unstable();
            found.dedup();
            all.push(found);
            continue;
        }
        let relevant = system.declaration(predicate).parameters.iter().zip(&is_relevant[predicate.index()]);
        let parameters: Vec<Term> = relevant.filter(|(_, is_relevant)| **is_relevant).map(|(it, _)| *it).collect();
        let n_constants = match run.guesses() {
            Guesses::Atoms | Guesses::Relations => 0,
            Guesses::All => (BOUNDS / 5 / parameters.len().max(1)).max(3),
        };
        for (at, &left) in parameters.iter().enumerate() {
            match terms.sort(left) {
                Sort::Bool => {
                    let negation = terms.not(left);
                    found.extend([left, negation]);
                }
                Sort::BitVec(width) => {
                    for &constant in constants.get(&width).into_iter().flatten().take(n_constants) {
                        found.extend([
                            terms.eq(left, constant),
                            terms.bv_ule(left, constant),
                            terms.bv_ule(constant, left),
                        ]);
                        found.extend([terms.bv_sle(left, constant), terms.bv_sle(constant, left)]);
                    }
                    let odd = terms.bit(left, 0);
                    let even = terms.not(odd);
                    found.extend([odd, even]);
                }
                Sort::Array { .. } => {}
            }
            let like: Vec<Term> =
                parameters[at + 1..].iter().copied().filter(|&right| terms.sort(right) == terms.sort(left)).collect();
            for right in like.into_iter().take(COMPARED) {
                found.push(terms.eq(left, right));
                if terms.sort(left).width().is_some() {
                    found.extend([terms.bv_ule(left, right), terms.bv_ule(right, left), terms.ne(left, right)]);
                    found.extend([terms.bv_sle(left, right), terms.bv_sle(right, left)]);
                }
            }
        }
        found.sort_unstable();
        found.dedup();
        found.retain(|&candidate| terms.constant_bool(candidate) != Some(true));
        all.push(found);
    }
    Some(all)
}

/// The constants of the rules by width, with their neighbours, as long as there are not many.
fn constants(terms: &mut Terms, rules: &[Rule]) -> FxHashMap<u32, Vec<Term>> {
    let all: Vec<Term> = rules.iter().flat_map(roots).collect();
    let mut found: FxHashMap<u32, Vec<Term>> = FxHashMap::default();
    let listed: Vec<Term> =
        reachable(terms, &all).into_iter().filter(|&term| terms.constant_bits(term).is_some()).collect();
    for constant in listed {
        let width = terms.width(constant);
        let one = terms.number(width, 1);
        let near = [constant, terms.bv_add(constant, one), terms.bv_sub(constant, one)];
        let known = found.entry(width).or_default();
        for constant in near {
            if known.len() < 36 && !known.contains(&constant) {
                known.push(constant);
            }
        }
    }
    found
}
