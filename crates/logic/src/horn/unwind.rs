//! Complete unwinding of linear rules (bounded model checking, Biere, Cimatti, Clarke, Zhu, *Symbolic model checking without BDDs*, 1999).
//! Step by step, each derived predicate becomes a *node*, with terms over the inputs that were read. Loops that constants bound terminate,
//! since conditions over constants are evaluated without a query. When there is no longer derivation, no invariant is needed.
//!
//! Nodes of one step with the same predicate and the same constants are merged; an input selects one of them. If constants cause too many
//! nodes, the arguments with the most different constants are no longer kept constant (Kuznetsov, Kinder, Bucur, Candea, *Efficient state
//! merging in symbolic execution*, 2012): loop counters stay constant, sums do not. A node that was derived with constants alone is not
//! derived again.

mod constants;
mod ends;
mod merge;

use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::horn::derivation::Derivation;
use crate::horn::normal::Rule;
use crate::horn::solve::Run;
use crate::horn::system::{Predicate, System};
use crate::horn::unwind::constants::{apart, counting};
use crate::sat::{Cadical, SatResult};
use crate::solver::Solver;
use crate::sort::Sort;
use crate::term::{Term, Terms};
use crate::traverse::Substitution;

/// Of how many nodes one looks whether the run was stopped.
const POLLED: usize = 64;

/// What an unwinding may cost. Neither is time, so the same systems are unwound on every machine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// How many nodes of one predicate a step may have before constants are given up.
    pub alike: usize,
    /// How many nodes there may be.
    pub nodes: usize,
    /// How many terms may be made: they are never given back.
    pub terms: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Limits { alike: 100_000, nodes: 1_200_000, terms: 3_000_000 }
    }
}

/// What an unwinding is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Aim {
    /// To come to an end: where a loop comes back with the same constants, it is given up.
    Proof,
    /// To find derivations of false, however often loops come back.
    Derivations,
}

/// How an unwinding ended.
#[derive(Clone, Debug)]
pub enum Unwound {
    /// No derivation has more steps than these, and none derives false. It was shown again by a new solver.
    Complete {
        /// How many steps.
        depth: usize,
        /// How many nodes.
        nodes: usize,
    },
    /// A derivation of false.
    Unsafe(Derivation),
    /// The unwinding is not complete within the limits; the number of unwound steps.
    Open(usize),
    /// The run was stopped after so many steps.
    Stopped(usize),
    /// A new solver does not find what the first one found.
    Wrong(usize),
}

/// A use of a rule that leads to a node.
struct Way {
    from: Option<usize>,
    rule: usize,
    /// Inputs of the rule, and what stands for them.
    inputs: Vec<(Term, Term)>,
    guard: Term,
    arguments: Rc<[Term]>,
}

/// The part of a derivation step that a node keeps.
struct Use {
    from: Option<usize>,
    rule: usize,
    inputs: Box<[(Term, Term)]>,
}

/// A node: a predicate that is derived by one or several steps.
struct Node {
    predicate: Predicate,
    depth: usize,
    guard: Term,
    arguments: Rc<[Term]>,
    ways: Box<[Use]>,
    /// For each way but the last, the input that chooses it where none before it is chosen.
    choices: Box<[Term]>,
}

/// Constants that keep nodes apart.
type Key = (Predicate, Vec<Option<Term>>);

/// Why no further step is made.
enum End {
    False(Derivation),
    Open,
    Stopped,
}

/// Unwinds linear rules. Of each predicate `is_relevant` says which parameters rules depend on.
pub(super) fn unwind(
    terms: &mut Terms,
    system: &System,
    rules: &[Rule],
    is_relevant: &[Vec<bool>],
    (aim, limits): (Aim, Limits),
    run: &Run,
) -> Unwound {
    if rules.iter().any(|rule| rule.premises.len() > 1) {
        return Unwound::Open(0);
    }
    let made = terms.len() + limits.terms;
    let ends = |terms: &Terms| run.is_stopped() || terms.len() > made;
    let mut split = Vec::new();
    for rule in rules {
        match apart(terms, rule, ends) {
            Some(parts) => split.extend(parts),
            None if run.is_stopped() => return Unwound::Stopped(0),
            None => return Unwound::Open(0),
        }
    }
    let rules = &split[..];
    let mut used = vec![Vec::new(); is_relevant.len() + 1];
    for (number, rule) in rules.iter().enumerate() {
        used[rule.premises.first().map_or(is_relevant.len(), |premise| premise.predicate.index())].push(number);
    }
    let mut unwinding = Unwinding {
        system,
        rules,
        used,
        relevant: is_relevant.iter().map(|list| (0..list.len()).filter(|&at| list[at]).collect()).collect(),
        counts: counting(terms, rules, is_relevant),
        inputs: rules.iter().map(|rule| rule.inputs(terms)).collect(),
        aim,
        limits,
        run,
        solver: run.solver(),
        nodes: Vec::new(),
        is_kept: is_relevant.iter().map(|list| list.iter().filter(|&&is| is).map(|_| true).collect()).collect(),
        latest: FxHashMap::default(),
        seen: FxHashMap::default(),
        refuted: Vec::new(),
    };
    let mut layer = vec![None];
    for depth in 0.. {
        if terms.len() > made || unwinding.nodes.len() > limits.nodes {
            return Unwound::Open(depth);
        }
        run.report(depth, 0);
        match unwinding.step(terms, &layer, depth) {
            Ok(next) if next.is_empty() => {
                return match unwinding.again(terms) {
                    Some(true) => Unwound::Complete { depth, nodes: unwinding.nodes.len() },
                    Some(false) => Unwound::Wrong(depth),
                    None => Unwound::Stopped(depth),
                };
            }
            Ok(next) => layer = next.into_iter().map(Some).collect(),
            Err(End::False(derivation)) => return Unwound::Unsafe(derivation),
            Err(End::Open) => return Unwound::Open(depth),
            Err(End::Stopped) => return Unwound::Stopped(depth),
        }
    }
    Unwound::Open(0)
}

struct Unwinding<'r> {
    system: &'r System,
    rules: &'r [Rule],
    /// For each predicate the rules with it as their premise; behind them, those without a premise.
    used: Vec<Vec<usize>>,
    /// For each predicate the parameters that rules depend on. Nodes have no others.
    relevant: Vec<Vec<usize>>,
    /// For each predicate which of these count.
    counts: Vec<Vec<bool>>,
    /// The inputs of each rule.
    inputs: Vec<Vec<Term>>,
    aim: Aim,
    limits: Limits,
    run: &'r Run,
    solver: Solver<Cadical>,
    nodes: Vec<Node>,
    /// For each predicate of which of these constants keep nodes apart.
    is_kept: Vec<Vec<bool>>,
    /// The last node with these constants, of those that are more than constants.
    latest: FxHashMap<Key, usize>,
    /// What was derived with constants alone, and where first.
    seen: FxHashMap<(Predicate, Rc<[Term]>), usize>,
    /// What cannot be, in the order in which it was shown.
    refuted: Vec<Term>,
}

impl Unwinding<'_> {
    /// The nodes that come next.
    fn step(&mut self, terms: &mut Terms, layer: &[Option<usize>], depth: usize) -> Result<Vec<usize>, End> {
        let mut arrivals: Vec<(Predicate, Vec<Way>)> = Vec::new();
        let mut wrong = Vec::new();
        for (number, &from) in layer.iter().enumerate() {
            if number % POLLED == 0 && self.run.is_stopped() {
                return Err(End::Stopped);
            }
            let place = from.map_or(self.used.len() - 1, |from| self.nodes[from].predicate.index());
            for at in 0..self.used[place].len() {
                let rule = self.used[place][at];
                let Some(way) = self.way(terms, from, rule) else { continue };
                match &self.rules[rule].conclusion {
                    None => wrong.push(way),
                    Some(conclusion) => {
                        let predicate = conclusion.predicate;
                        match arrivals.iter_mut().find(|(known, _)| *known == predicate) {
                            Some((_, ways)) => ways.push(way),
                            None => arrivals.push((predicate, vec![way])),
                        }
                    }
                }
            }
        }
        self.no_violation(terms, wrong)?;
        let mut next = Vec::new();
        for (predicate, ways) in arrivals {
            for ways in self.merged(terms, predicate, ways) {
                next.extend(self.node(terms, predicate, ways, depth)?);
            }
        }
        Ok(next)
    }

    /// A rule, used from a node; of the start, one without premises.
    fn way(&self, terms: &mut Terms, from: Option<usize>, number: usize) -> Option<Way> {
        let rule = &self.rules[number];
        let (pairs, before): (Vec<(Term, Term)>, Term) = match (&rule.premises[..], from.map(|from| &self.nodes[from]))
        {
            ([], None) => (Vec::new(), terms.truth()),
            ([premise], Some(node)) if premise.predicate == node.predicate => {
                let variables = self.relevant[premise.predicate.index()].iter().map(|&at| premise.arguments[at]);
                (variables.zip(node.arguments.iter().copied()).collect(), node.guard)
            }
            _ => return None,
        };
        let mut substitution = Substitution::from_pairs(pairs);
        let mut constraint = substitution.apply(terms, rule.constraint);
        if constraint == terms.falsity() {
            return None;
        }
        let arguments = rule.conclusion.iter().flat_map(|conclusion| {
            self.relevant[conclusion.predicate.index()].iter().map(|&at| conclusion.arguments[at])
        });
        let mut arguments: Vec<Term> = arguments.map(|argument| substitution.apply(terms, argument)).collect();
        let mut inputs = Vec::new();
        // Where constants decide everything, inputs are never asked for: they need no copies.
        if !arguments.iter().chain([&constraint]).all(|&term| terms.is_constant(term)) {
            for &input in &self.inputs[number] {
                let copy = terms.fresh("input", terms.sort(input));
                inputs.push((input, copy));
            }
            let mut copied = Substitution::from_pairs(inputs.iter().copied());
            constraint = copied.apply(terms, constraint);
            for argument in &mut arguments {
                *argument = copied.apply(terms, *argument);
            }
        }
        let guard = terms.and(before, constraint);
        if guard == terms.falsity() {
            return None;
        }
        Some(Way { from, rule: number, inputs, guard, arguments: arguments.into() })
    }

    /// Proves that none of these steps to `false` is possible.
    fn no_violation(&mut self, terms: &mut Terms, wrong: Vec<Way>) -> Result<(), End> {
        let guards: Vec<Term> = wrong.iter().map(|way| way.guard).collect();
        let any = terms.or_all(&guards);
        if any == terms.falsity() {
            return Ok(());
        }
        self.run.count_query();
        match self.solver.check(terms, &[any]) {
            SatResult::Interrupted => Err(End::Stopped),
            SatResult::Unsat => {
                self.refute(terms, any);
                Ok(())
            }
            SatResult::Sat => {
                let is_gone = |way: &&Way| self.solver.value(terms, way.guard).as_bool() == Some(true);
                let way = wrong.iter().find(is_gone).ok_or(End::Open)?;
                Err(End::False(self.followed(terms, way)))
            }
        }
    }

    /// It is known from now on.
    fn refute(&mut self, terms: &mut Terms, refuted: Term) {
        let holds = terms.not(refuted);
        self.solver.assert(terms, holds);
        self.refuted.push(refuted);
    }

    /// Makes a node of several steps, if one of them is possible.
    fn node(
        &mut self,
        terms: &mut Terms,
        predicate: Predicate,
        ways: Vec<Way>,
        depth: usize,
    ) -> Result<Option<usize>, End> {
        let Some(last) = ways.last() else { return Ok(None) };
        let (mut guard, mut arguments) = (last.guard, last.arguments.to_vec());
        let mut choices = Vec::new();
        for way in ways.iter().rev().skip(1) {
            let choice = terms.fresh("choice", Sort::Bool);
            guard = terms.ite(choice, way.guard, guard);
            for (argument, &other) in arguments.iter_mut().zip(way.arguments.iter()) {
                *argument = terms.ite(choice, other, *argument);
            }
            choices.push(choice);
        }
        choices.reverse();
        let arguments: Rc<[Term]> = arguments.into();
        let is_constant = arguments.iter().all(|&argument| terms.is_constant(argument));
        let known = (predicate, arguments.clone());
        let key = (!is_constant || !self.keeps_all(predicate)).then(|| self.key(terms, predicate, &arguments));
        let before = key.as_ref().map_or_else(|| self.seen.get(&known), |key| self.latest.get(key));
        if self.aim == Aim::Proof
            && let Some(&before) = before
            && self.nodes[before].depth < depth
            && self.comes_from(&ways, before)
        {
            return Err(End::Open);
        }
        if is_constant && self.seen.contains_key(&known) {
            return Ok(None);
        }
        if guard != terms.truth() {
            self.run.count_query();
            match self.solver.check(terms, &[guard]) {
                SatResult::Interrupted => return Err(End::Stopped),
                SatResult::Sat => {}
                SatResult::Unsat => {
                    self.refute(terms, guard);
                    return Ok(None);
                }
            }
        }
        let number = self.nodes.len();
        if is_constant {
            self.seen.insert(known, number);
        }
        if let Some(key) = key {
            self.latest.insert(key, number);
        }
        let ways =
            ways.into_iter().map(|Way { from, rule, inputs, .. }| Use { from, rule, inputs: inputs.into() }).collect();
        self.nodes.push(Node { predicate, depth, guard, arguments, ways, choices: choices.into() });
        Ok(Some(number))
    }

    /// Whether some of these steps start, directly or not, at a node.
    fn comes_from(&self, ways: &[Way], wanted: usize) -> bool {
        let mut pending: Vec<usize> = ways.iter().filter_map(|way| way.from).collect();
        let mut seen: FxHashSet<usize> = pending.iter().copied().collect();
        while let Some(at) = pending.pop() {
            if at == wanted {
                return true;
            }
            // Nodes are made of older ones.
            let older = self.nodes[at].ways.iter().filter_map(|way| way.from).filter(|&from| from >= wanted);
            pending.extend(older.filter(|&from| seen.insert(from)));
        }
        false
    }
}

#[cfg(test)]
mod tests;
