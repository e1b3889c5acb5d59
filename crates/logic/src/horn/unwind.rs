//! Unwinding of linear rules (bounded model checking, Biere, Cimatti, Clarke, Zhu, *Symbolic model checking without BDDs*, 1999), until
//! nothing is left: step by step, what is derived is a *node*, a predicate with terms over the inputs that were read. Loops that constants
//! count end, since what constants decide is never asked; then there is no longer derivation, and nothing need be invented that holds always.
//!
//! Nodes of a step that are of one predicate and have the same constants are merged, with an input that says which of them is meant.
//! Where constants make too many nodes, those are given up that differ most (Kuznetsov, Kinder, Bucur, Candea, *Efficient state
//! merging in symbolic execution*, 2012): loop counters stay, sums do not. What was derived with constants alone need not be derived again.

mod constants;

use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::horn::derivation::Derivation;
use crate::horn::normal::Rule;
use crate::horn::simulate::{Fact, derivation};
use crate::horn::solve::Run;
use crate::horn::system::{Predicate, System};
use crate::horn::unwind::constants::{apart, counting};
use crate::sat::{Cadical, SatResult};
use crate::solver::Solver;
use crate::term::{Sort, Term, Terms};
use crate::traverse::Substitution;
use crate::value::{Assignment, Value};

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
    /// It has no end that shows, or is too large.
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

/// What a node keeps of a way.
struct Use {
    from: Option<usize>,
    rule: usize,
    inputs: Box<[(Term, Term)]>,
}

/// What is derived by one way or several.
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
    let rules: Vec<Rule> = rules.iter().flat_map(|rule| apart(terms, rule)).collect();
    let rules = &rules[..];
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

    /// That none of these ways to false can be gone.
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

    /// Whether all constants keep nodes of a predicate apart.
    fn keeps_all(&self, predicate: Predicate) -> bool {
        self.is_kept[predicate.index()].iter().all(|&is_kept| is_kept)
    }

    fn key(&self, terms: &Terms, predicate: Predicate, arguments: &[Term]) -> Key {
        let kept = &self.is_kept[predicate.index()];
        let constants = arguments.iter().zip(kept);
        (
            predicate,
            constants.map(|(&argument, &kept)| (kept && terms.is_constant(argument)).then_some(argument)).collect(),
        )
    }

    /// The ways to a predicate, those together that lead to one node.
    fn merged(&mut self, terms: &Terms, predicate: Predicate, ways: Vec<Way>) -> Vec<Vec<Way>> {
        loop {
            let keys: Vec<Key> = ways.iter().map(|way| self.key(terms, predicate, &way.arguments)).collect();
            let distinct: FxHashSet<&Key> = keys.iter().collect();
            if distinct.len() > self.limits.alike
                && let Some(place) = most_different(&keys, &self.counts[predicate.index()])
            {
                self.is_kept[predicate.index()][place] = false;
                continue;
            }
            let mut places: FxHashMap<&Key, usize> = FxHashMap::default();
            let mut groups: Vec<Vec<Way>> = Vec::new();
            for (way, key) in ways.into_iter().zip(&keys) {
                let place = *places.entry(key).or_insert(groups.len());
                if place == groups.len() {
                    groups.push(Vec::new());
                }
                groups[place].push(way);
            }
            // Ways of one group lead to the same constants only if none of these were given up.
            for group in groups.iter_mut().filter(|_| self.keeps_all(predicate)) {
                if let Some(certain) = group.iter().position(|way| is_certain(terms, way)) {
                    group.swap(0, certain);
                    group.truncate(1);
                }
            }
            return groups;
        }
    }

    /// A node that some ways lead to, if they do.
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

    /// Whether some of these ways come from a node.
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

    /// The derivation that a model makes, which goes this way in the end.
    fn followed(&self, terms: &Terms, way: &Way) -> Derivation {
        let mut path = vec![(way.rule, &way.inputs[..])];
        let mut at = way.from;
        while let Some(node) = at.map(|at| &self.nodes[at]) {
            let is_chosen = |choice: &&Term| self.solver.value(terms, **choice).as_bool() == Some(true);
            let chosen = node.choices.iter().position(|choice| is_chosen(&choice)).unwrap_or(node.ways.len() - 1);
            let used = &node.ways[chosen];
            path.push((used.rule, &used.inputs[..]));
            at = used.from;
        }
        let mut facts: Vec<Fact> = Vec::new();
        for &(number, inputs) in path.iter().rev() {
            let mut values = Assignment::new();
            let rule = &self.rules[number];
            if let (Some(fact), Some(premise)) = (facts.last(), rule.premises.first()) {
                for (&variable, value) in premise.arguments.iter().zip(&fact.arguments) {
                    values.set(variable, value.clone());
                }
            }
            for &input in &self.inputs[number] {
                values.set(input, Value::default_of(terms.sort(input)));
            }
            for &(input, copy) in inputs {
                values.set(input, self.solver.value(terms, copy));
            }
            let premises = facts.len().checked_sub(1).into_iter().collect();
            facts.push(Fact::derived(terms, self.rules, number, values, premises));
        }
        derivation(terms, self.system, self.rules, &facts, facts.len() - 1)
    }

    /// Asks a new solver for everything that an end rests on. `None` if the run was stopped.
    fn again(&mut self, terms: &mut Terms) -> Option<bool> {
        let mut solver = self.run.solver();
        for &refuted in &self.refuted {
            match solver.check(terms, &[refuted]) {
                SatResult::Unsat => {}
                SatResult::Sat => return Some(false),
                SatResult::Interrupted => return None,
            }
            let holds = terms.not(refuted);
            solver.assert(terms, holds);
        }
        Some(true)
    }
}

/// Whether a way leads to constants alone, and is always there: then no other way to them is needed.
fn is_certain(terms: &Terms, way: &Way) -> bool {
    way.guard == terms.truth() && way.arguments.iter().all(|&argument| terms.is_constant(argument))
}

/// The parameter in which constants differ most; one that counts only if there is no other.
fn most_different(keys: &[Key], counts: &[bool]) -> Option<usize> {
    let constants = |place: usize| keys.iter().filter_map(|key| key.1[place]).collect::<FxHashSet<Term>>().len();
    let places = (0..counts.len()).map(|place| (!counts[place], constants(place), place));
    places.filter(|&(_, count, _)| count > 1).max().map(|(_, _, place)| place)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::horn::read::read;
    use crate::horn::solve::{self, Budget};

    fn unwound(text: &str, aim: Aim) -> Unwound {
        let mut terms = Terms::new();
        let system = read(text, &mut terms).expect("the system is well-formed");
        let run = Run::new(Budget::default());
        solve::unwind(&mut terms, &system, (aim, Limits { alike: 16, ..Limits::default() }), &run)
    }

    /// `rounds` times one of two numbers is added to the other; no sum is above `most`.
    fn sums(rounds: u32, most: u32) -> String {
        format!(
            "(declare-fun P ((_ BitVec 8) (_ BitVec 32) (_ BitVec 32)) Bool)
            (assert (P #x00 #x00000001 #x00000001))
            (assert (forall ((k (_ BitVec 8)) (i (_ BitVec 32)) (j (_ BitVec 32)))
                (=> (and (P k i j) (bvult k (_ bv{rounds} 8))) (P (bvadd k #x01) (bvadd i j) j))))
            (assert (forall ((k (_ BitVec 8)) (i (_ BitVec 32)) (j (_ BitVec 32)))
                (=> (and (P k i j) (bvult k (_ bv{rounds} 8))) (P (bvadd k #x01) i (bvadd i j)))))
            (assert (forall ((k (_ BitVec 8)) (i (_ BitVec 32)) (j (_ BitVec 32)))
                (=> (and (P k i j) (bvugt i (_ bv{most} 32))) false)))"
        )
    }

    /// A number below 40 is chosen, and three times as much must not be `wrong`.
    fn chosen(wrong: u32) -> String {
        let mut text = "(declare-fun P ((_ BitVec 8)) Bool)(declare-fun Q ((_ BitVec 8) (_ BitVec 8)) Bool)".to_owned();
        for number in 0..40 {
            text += &format!("(assert (P (_ bv{number} 8)))");
        }
        text += "(assert (forall ((x (_ BitVec 8))) (=> (P x) (Q #x00 x))))
            (assert (forall ((k (_ BitVec 8)) (x (_ BitVec 8))) (=> (and (Q k x) (bvult k #x02)) (Q (bvadd k #x01) x))))";
        text + &format!(
            "(assert (forall ((k (_ BitVec 8)) (x (_ BitVec 8)))
                (=> (and (Q k x) (= k #x02) (= (bvmul #x03 x) (_ bv{wrong} 8))) false)))"
        )
    }

    #[test]
    fn loops_that_constants_count_end_and_nothing_between_is_lost() {
        for (most, is_safe) in [(20, false), (21, true)] {
            for aim in [Aim::Proof, Aim::Derivations] {
                let found = unwound(&sums(6, most), aim);
                let is_right = match &found {
                    Unwound::Complete { .. } => is_safe,
                    Unwound::Unsafe(_) => !is_safe,
                    _ => false,
                };
                assert!(is_right, "{most}: {found:?}");
            }
        }
    }

    #[test]
    fn of_many_that_are_merged_each_is_still_meant() {
        for wrong in [0, 3 * 17, 3 * 39] {
            assert!(matches!(unwound(&chosen(wrong), Aim::Proof), Unwound::Unsafe(_)), "{wrong}");
        }
        for wrong in [1, 3 * 40, 3 * 41] {
            assert!(matches!(unwound(&chosen(wrong), Aim::Proof), Unwound::Complete { .. }), "{wrong}");
        }
    }

    #[test]
    fn a_loop_that_nothing_counts_is_left_to_others_or_comes_back_to_what_was_seen() {
        let text = "(declare-fun P ((_ BitVec 8)) Bool)
            (assert (P #x00))
            (assert (forall ((x (_ BitVec 8))) (=> (P x) (P (bvxor x #x01)))))
            (assert (forall ((x (_ BitVec 8))) (=> (and (P x) (= x #x02)) false)))";
        assert!(matches!(unwound(text, Aim::Proof), Unwound::Open(_)));
        assert!(matches!(unwound(text, Aim::Derivations), Unwound::Complete { nodes: 2, .. }));
    }
}
