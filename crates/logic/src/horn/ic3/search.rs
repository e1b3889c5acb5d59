//! The search: obligations, from the lowest level on; levels, until a derivation or an interpretation is found.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};

use rustc_hash::FxHashSet;

use crate::bits::Bits;
use crate::evaluate::Evaluator;
use crate::horn::derivation::Derivation;
use crate::horn::implicant::{implicant, pinned};
use crate::horn::mine::Atoms;
use crate::horn::normal::Rule;
use crate::horn::solve::Run;
use crate::horn::system::{Predicate, System};
use crate::term::{Sort, Term, Terms};
use crate::traverse::{Substitution, variables_of};
use crate::value::{Assignment, Value};

use super::ALWAYS;
use super::consecution::{Derived, Frames, Lemma};
use super::generalize::Reached;
use super::obligation::{Fact, Obligation, Pending};

/// How many lemmas over atoms an obligation may take before its own literals are used.
const PATIENCE: u32 = 6;

/// How often a cube over atoms is made narrower.
const BOUNDS: usize = 6;

/// How many steps are simulated before the search.
const SIMULATED: usize = 4_000;

/// How many queries the simulation asks at most.
const QUERIES: usize = 200;

/// How a search ended.
#[derive(Clone, Debug)]
pub enum Outcome {
    /// For each predicate a formula over its parameters. Together they make all rules true.
    Safe(Vec<Term>),
    /// A derivation of false from the clauses.
    Unsafe(Derivation),
    /// The run was stopped; the level that was reached.
    Stopped(usize),
}

/// Decides rules. `known` holds formulas for each predicate that are inductive as a whole.
pub fn search(
    terms: &mut Terms,
    system: &System,
    rules: &[Rule],
    atoms: Atoms,
    known: &[Vec<Term>],
    run: &Run,
) -> Outcome {
    let mut frames = Frames::new(terms, system, rules, run);
    for predicate in system.predicates() {
        for &formula in &known[predicate.index()] {
            let cube = vec![terms.not(formula)];
            frames.add(terms, Lemma { predicate, cube, level: ALWAYS });
        }
    }
    let mut search = Search {
        system,
        run,
        frames,
        atoms,
        obligations: Vec::new(),
        queue: BinaryHeap::new(),
        facts: Vec::new(),
        top: 0,
    };
    match search.is_known(terms) {
        None => return Outcome::Stopped(0),
        Some(true) => return Outcome::Safe(search.interpretation(terms, 0)),
        Some(false) => {}
    }
    if let Some(fact) = search.simulate(terms) {
        return Outcome::Unsafe(search.derivation(terms, fact));
    }
    loop {
        search.top += 1;
        match search.level(terms) {
            Step::Reached(fact) => return Outcome::Unsafe(search.derivation(terms, fact)),
            Step::Stopped => return Outcome::Stopped(search.top),
            Step::Done => {}
        }
        match search.propagate(terms) {
            None => return Outcome::Stopped(search.top),
            Some(None) => {}
            Some(Some(level)) => return Outcome::Safe(search.interpretation(terms, level)),
        }
        run.report(search.top, search.frames.lemmas.len());
    }
}

struct Search<'r> {
    system: &'r System,
    run: &'r Run,
    frames: Frames<'r>,
    atoms: Atoms,
    obligations: Vec<Obligation>,
    /// The lowest level first, and of those the newest.
    queue: BinaryHeap<(Reverse<usize>, usize)>,
    facts: Vec<Fact>,
    /// The level that is being looked at.
    top: usize,
}

/// Whether a cube over atoms was found.
enum Separated {
    By(Vec<Term>),
    Not,
    Stopped,
}

enum Step {
    Done,
    Reached(usize),
    Stopped,
}

impl Search<'_> {
    /// Whether what is known already excludes that false is derived. `None` if the run was stopped.
    fn is_known(&mut self, terms: &mut Terms) -> Option<bool> {
        for rule in self.frames.concluding(None).to_vec() {
            match self.frames.derive(terms, rule, ALWAYS, &[], false) {
                Derived::Stopped => return None,
                Derived::State(_) => return Some(false),
                Derived::Nothing(_) => {}
            }
        }
        Some(true)
    }

    /// Walks forward, by evaluation where inputs that are all zero or all one can be used, else by a query: what a program does at the
    /// end of a long loop without many choices is found at once. Rules with several premises are left out.
    fn simulate(&mut self, terms: &mut Terms) -> Option<usize> {
        let rules = self.frames.rules;
        let inputs: Vec<Vec<Term>> = rules.iter().map(|rule| rule.inputs(terms)).collect();
        let is_array = |variable: Term| matches!(terms.sort(variable), Sort::Array { .. });
        // Values of arrays are large: no solver is asked about them.
        let mut queries = if rules.iter().flat_map(Rule::premise_variables).any(is_array) { 0 } else { QUERIES };
        let mut used: FxHashSet<(Predicate, Vec<Value>)> = FxHashSet::default();
        let mut pending: VecDeque<Option<usize>> = VecDeque::from([None]);
        let mut steps = 0;
        while let Some(from) = pending.pop_front() {
            let known = from.map(|fact| (self.facts[fact].predicate, self.facts[fact].arguments.clone()));
            for (at, rule) in rules.iter().enumerate() {
                let premise = match (&rule.premises[..], &known) {
                    ([], None) => &[][..],
                    ([premise], Some((predicate, _))) if Some(premise.predicate) == *predicate => &premise.arguments,
                    _ => continue,
                };
                steps += 1;
                if steps > SIMULATED || self.run.is_stopped() {
                    self.facts.clear();
                    return None;
                }
                let arguments = known.as_ref().map_or(&[][..], |(_, arguments)| arguments);
                let mut uses = self.evaluated(terms, rule, premise, arguments, &inputs[at]);
                if uses.is_empty() && !inputs[at].is_empty() && queries > 0 {
                    queries -= 1;
                    let premises: &[&[Value]] = if known.is_some() { &[arguments] } else { &[] };
                    uses.extend(self.frames.successor(terms, at, premises));
                }
                for values in uses {
                    let fact = self.state_derived(terms, at, values, from.into_iter().collect());
                    let Some(predicate) = self.facts[fact].predicate else { return Some(fact) };
                    if used.insert((predicate, self.facts[fact].arguments.clone())) {
                        pending.push_back(Some(fact));
                    }
                }
            }
        }
        self.facts.clear();
        None
    }

    /// Uses of a rule from a state, with all inputs zero, and with all inputs one.
    fn evaluated(
        &self,
        terms: &Terms,
        rule: &Rule,
        premise: &[Term],
        arguments: &[Value],
        inputs: &[Term],
    ) -> Vec<Assignment> {
        let mut state = Assignment::new();
        for (&variable, value) in premise.iter().zip(arguments) {
            state.set(variable, value.clone());
        }
        let mut found = Vec::new();
        for is_one in [false, true] {
            let mut values = state.clone();
            for &input in inputs {
                values.set(
                    input,
                    match terms.sort(input) {
                        Sort::Bool => Value::Bool(is_one),
                        Sort::BitVec(width) if is_one => Value::Bits(Bits::one(width)),
                        sort @ (Sort::BitVec(_) | Sort::Array { .. }) => Value::default_of(sort),
                    },
                );
            }
            if Evaluator::new(&values).truth(terms, rule.constraint) {
                found.push(values);
            }
            if inputs.is_empty() {
                break;
            }
        }
        found
    }

    /// Keeps what a rule derives with these values of its variables.
    fn state_derived(&mut self, terms: &Terms, rule: usize, values: Assignment, premises: Vec<usize>) -> usize {
        let conclusion = self.frames.rules[rule].conclusion.as_ref();
        let mut evaluator = Evaluator::new(&values);
        let arguments = conclusion.map_or(&[][..], |conclusion| &conclusion.arguments);
        let arguments = arguments.iter().map(|&argument| evaluator.value(terms, argument)).collect();
        let predicate = conclusion.map(|conclusion| conclusion.predicate);
        self.facts.push(Fact { predicate, arguments, rule, values, premises });
        self.facts.len() - 1
    }

    /// Whether false can be derived at the level behind the top.
    fn level(&mut self, terms: &mut Terms) -> Step {
        self.obligations.clear();
        self.queue.clear();
        let root = Obligation {
            predicate: None,
            cube: Vec::new(),
            state: Assignment::new(),
            level: self.top + 1,
            parent: None,
            is_certain: true,
            pending: None,
            is_done: false,
            lemmas: 0,
        };
        self.spawn(root);
        while let Some((Reverse(level), at)) = self.queue.pop() {
            if self.obligations[at].is_done || self.obligations[at].level != level {
                continue;
            }
            let step =
                if self.obligations[at].pending.is_some() { self.go_on(terms, at) } else { self.try_one(terms, at) };
            match step {
                Step::Done => {}
                Step::Reached(fact) if self.facts[fact].predicate.is_none() => return step,
                // Who wants it is in the queue, and finds it among the facts.
                Step::Reached(_) => {}
                Step::Stopped => return Step::Stopped,
            }
            if self.obligations[0].is_done {
                return Step::Done;
            }
        }
        Step::Done
    }

    fn spawn(&mut self, obligation: Obligation) {
        self.obligations.push(obligation);
        self.enqueue(self.obligations.len() - 1);
    }

    fn enqueue(&mut self, at: usize) {
        self.queue.push((Reverse(self.obligations[at].level), at));
    }

    /// Looks for a rule that derives an obligation.
    fn try_one(&mut self, terms: &mut Terms, at: usize) -> Step {
        let (predicate, level) = (self.obligations[at].predicate, self.obligations[at].level);
        let cube = self.obligations[at].cube.clone();
        match self.frames.reach(terms, predicate, &cube, level) {
            Reached::Stopped => Step::Stopped,
            Reached::By(rule, values) => {
                let premises = self.preconditions(terms, rule, &cube, &values);
                self.obligations[at].pending = Some(Pending { rule, inputs: values, premises, waiting: None });
                self.go_on(terms, at)
            }
            Reached::Not(core) => self.refuted(terms, at, &core),
        }
    }

    /// Derives the premises of the rule that an obligation waits for, one after the other.
    fn go_on(&mut self, terms: &mut Terms, at: usize) -> Step {
        let Some(pending) = self.obligations[at].pending.take() else { return Step::Done };
        let rule = &self.frames.rules[pending.rule];
        let mut found = Vec::new();
        for (place, (cube, state)) in pending.premises.iter().enumerate() {
            let predicate = rule.premises[place].predicate;
            if let Some(fact) = self.fact_in(terms, predicate, cube) {
                found.push(fact);
                continue;
            }
            if pending.waiting == Some(place) {
                // It was looked at in vain: another way is to be found.
                self.enqueue(at);
                return Step::Done;
            }
            let parent = &self.obligations[at];
            let child = Obligation {
                predicate: Some(predicate),
                cube: cube.clone(),
                state: state.clone(),
                level: parent.level - 1,
                parent: Some(at),
                is_certain: parent.is_certain && pending.premises.len() == 1,
                pending: None,
                is_done: false,
                lemmas: 0,
            };
            self.obligations[at].pending = Some(Pending { waiting: Some(place), ..pending });
            self.enqueue(at);
            self.spawn(child);
            return Step::Done;
        }
        let mut values = pending.inputs;
        for (premise, &fact) in rule.premises.iter().zip(&found) {
            for (&variable, value) in premise.arguments.iter().zip(&self.facts[fact].arguments) {
                values.set(variable, value.clone());
            }
        }
        let fact = self.state_derived(terms, pending.rule, values, found);
        self.obligations[at].is_done = true;
        Step::Reached(fact)
    }

    fn fact_in(&self, terms: &Terms, predicate: Predicate, cube: &[Term]) -> Option<usize> {
        let parameters = &self.system.declaration(predicate).parameters;
        self.facts.iter().rposition(|fact| {
            fact.predicate == Some(predicate) && {
                let mut state = Assignment::new();
                for (&parameter, value) in parameters.iter().zip(&fact.arguments) {
                    state.set(parameter, value.clone());
                }
                let mut evaluator = Evaluator::new(&state);
                cube.iter().all(|&literal| evaluator.truth(terms, literal))
            }
        })
    }

    /// For each premise of a rule a cube: from any states in them the rule derives a state of the cube, with these inputs.
    fn preconditions(
        &mut self,
        terms: &mut Terms,
        rule: usize,
        cube: &[Term],
        values: &Assignment,
    ) -> Vec<(Vec<Term>, Assignment)> {
        let data = &self.frames.rules[rule];
        let mut goal = vec![data.constraint];
        for &literal in cube {
            goal.push(self.frames.said_of_conclusion(terms, rule, literal));
        }
        let goal = terms.and_all(&goal);
        let value = |variable: Term, terms: &Terms| {
            values.get(variable).cloned().unwrap_or_else(|| Value::default_of(terms.sort(variable)))
        };
        let inputs: Vec<(Term, Value)> =
            data.inputs(terms).into_iter().map(|input| (input, value(input, terms))).collect();
        let constants = pinned(terms, &inputs);
        let goal = Substitution::from_pairs(constants).apply(terms, goal);
        let literals = implicant(terms, values, goal);
        let mut cubes: Vec<Vec<Term>> = vec![Vec::new(); data.premises.len()];
        let owner = |variable: Term| data.premises.iter().position(|premise| premise.arguments.contains(&variable));
        for literal in literals {
            let variables = variables_of(terms, &[literal]);
            let mut owners: Vec<usize> = variables.iter().filter_map(|&variable| owner(variable)).collect();
            owners.sort_unstable();
            owners.dedup();
            let Some(&last) = owners.last() else { continue };
            // What speaks of several premises is made to speak of the last one; the others have the values that they have.
            let fixed: Vec<(Term, Value)> = variables
                .iter()
                .filter(|&&variable| owner(variable) != Some(last))
                .map(|&variable| (variable, value(variable, terms)))
                .collect();
            for &(variable, constant) in &pinned(terms, &fixed) {
                if let Some(place) = owner(variable) {
                    let same = terms.eq(variable, constant);
                    cubes[place].push(same);
                }
            }
            let constants = pinned(terms, &fixed);
            let literal = Substitution::from_pairs(constants).apply(terms, literal);
            cubes[last].push(literal);
        }
        let mut premises = Vec::new();
        for (premise, cube) in data.premises.iter().zip(cubes) {
            let parameters = &self.system.declaration(premise.predicate).parameters;
            let mut state = Assignment::new();
            for (&argument, &parameter) in premise.arguments.iter().zip(parameters) {
                state.set(parameter, value(argument, terms));
            }
            let pairs = premise.arguments.iter().copied().zip(parameters.iter().copied());
            let mut substitution = Substitution::from_pairs(pairs);
            let mut seen = FxHashSet::default();
            let mut said = Vec::new();
            for literal in cube {
                let literal = substitution.apply(terms, literal);
                if terms.constant_bool(literal) != Some(true) && seen.insert(literal) {
                    said.push(literal);
                }
            }
            premises.push((said, state));
        }
        premises
    }

    /// Learns from a cube that cannot be derived at its level.
    fn refuted(&mut self, terms: &mut Terms, at: usize, core: &[usize]) -> Step {
        let obligation = &mut self.obligations[at];
        if let Some(parent) = obligation.parent
            && let Some(parent) = self.obligations.get_mut(parent)
        {
            parent.pending = None;
        }
        let obligation = &mut self.obligations[at];
        let Some(predicate) = obligation.predicate else {
            obligation.is_done = true;
            return Step::Done;
        };
        obligation.lemmas += 1;
        let (level, tries, whole) = (obligation.level, obligation.lemmas, obligation.cube.clone());
        let abstracted = if tries <= PATIENCE { self.abstraction(terms, at, predicate) } else { Vec::new() };
        let lemma = match self.separated(terms, at, predicate, abstracted, level) {
            Separated::Stopped => return Step::Stopped,
            Separated::By(lemma) => Some(lemma),
            Separated::Not => None,
        };
        let is_abstract = lemma.is_some();
        let cube = lemma.unwrap_or_else(|| core.iter().map(|&place| whole[place]).collect());
        let Some(cube) = self.frames.generalize(terms, predicate, cube, level) else { return Step::Stopped };
        if is_abstract {
            // Bounds that helped are atoms from now on.
            for &literal in &cube {
                self.atoms.add(terms, predicate, literal);
            }
        } else {
            for &literal in &cube {
                self.atoms.extend_limit(1);
                self.atoms.add(terms, predicate, literal);
            }
        }
        let mut holds = level;
        while holds < self.top {
            match self.frames.reach(terms, Some(predicate), &cube, holds + 1) {
                Reached::Stopped => return Step::Stopped,
                Reached::By(..) => break,
                Reached::Not(_) => holds += 1,
            }
        }
        let covers = cube.iter().all(|literal| whole.contains(literal));
        self.frames.add(terms, Lemma { predicate, cube, level: holds });
        let obligation = &mut self.obligations[at];
        if !covers {
            // The lemma excludes a state of the cube, not all of it.
            self.enqueue(at);
        } else if obligation.is_certain && holds < self.top {
            obligation.level = holds + 1;
            obligation.lemmas = 0;
            self.enqueue(at);
        } else {
            obligation.is_done = true;
        }
        Step::Done
    }

    /// A cube over atoms that holds the state of an obligation and that cannot be derived. Where another state of it can be, bounds for
    /// the parameters that tell the two apart are added.
    fn separated(
        &mut self,
        terms: &mut Terms,
        at: usize,
        predicate: Predicate,
        abstracted: Vec<Term>,
        level: usize,
    ) -> Separated {
        let parameters = self.system.declaration(predicate).parameters.clone();
        let mut bounds: Vec<(Option<Bits>, Option<Bits>)> = vec![(None, None); parameters.len()];
        for _ in 0..BOUNDS {
            let mut cube = abstracted.clone();
            for (&parameter, (low, high)) in parameters.iter().zip(&bounds) {
                if let Some(low) = low {
                    let low = terms.bits(low.clone());
                    cube.push(terms.bv_ult(low, parameter));
                }
                if let Some(high) = high {
                    let high = terms.bits(high.clone());
                    cube.push(terms.bv_ult(parameter, high));
                }
            }
            if cube.is_empty() {
                return Separated::Not;
            }
            let (rule, values) = match self.frames.reach(terms, Some(predicate), &cube, level) {
                Reached::Stopped => return Separated::Stopped,
                Reached::Not(core) => return Separated::By(core.into_iter().map(|place| cube[place]).collect()),
                Reached::By(rule, values) => (rule, values),
            };
            let Some(conclusion) = &self.frames.rules[rule].conclusion else { return Separated::Not };
            let mut evaluator = Evaluator::new(&values);
            let mut is_narrower = false;
            for ((&parameter, &argument), bound) in parameters.iter().zip(&conclusion.arguments).zip(&mut bounds) {
                let (Some(Value::Bits(mine)), Value::Bits(other)) =
                    (self.obligations[at].state.get(parameter), evaluator.value(terms, argument))
                else {
                    continue;
                };
                if other.ult(mine) && bound.0.as_ref().is_none_or(|low| low.ult(&other)) {
                    bound.0 = Some(other);
                    is_narrower = true;
                } else if mine.ult(&other) && bound.1.as_ref().is_none_or(|high| other.ult(high)) {
                    bound.1 = Some(other);
                    is_narrower = true;
                }
            }
            if !is_narrower {
                return Separated::Not;
            }
        }
        Separated::Not
    }

    /// What the atoms say of the state of an obligation.
    fn abstraction(&self, terms: &mut Terms, at: usize, predicate: Predicate) -> Vec<Term> {
        let mut evaluator = Evaluator::new(&self.obligations[at].state);
        let atoms = self.atoms.of(predicate);
        let values: Vec<bool> = atoms.iter().map(|&atom| evaluator.truth(terms, atom)).collect();
        atoms.iter().zip(values).map(|(&atom, value)| if value { atom } else { terms.not(atom) }).collect()
    }

    /// Pushes lemmas to the next levels. `Some(Some(level))` if from that level on nothing changes; `None` if the run was stopped.
    fn propagate(&mut self, terms: &mut Terms) -> Option<Option<usize>> {
        for level in 1..=self.top {
            let here: Vec<Lemma> = self.frames.lemmas.iter().filter(|lemma| lemma.level == level).cloned().collect();
            for lemma in here {
                match self.frames.reach(terms, Some(lemma.predicate), &lemma.cube, level + 1) {
                    Reached::Stopped => return None,
                    Reached::By(..) => {}
                    Reached::Not(_) => self.frames.add(terms, Lemma { level: level + 1, ..lemma }),
                }
            }
            if !self.frames.lemmas.iter().any(|lemma| lemma.level == level) {
                return Some(Some(level));
            }
        }
        Some(None)
    }

    /// What holds behind a level.
    fn interpretation(&self, terms: &mut Terms, level: usize) -> Vec<Term> {
        let mut formulas = Vec::new();
        for predicate in self.system.predicates() {
            let mut clauses = Vec::new();
            for lemma in self.frames.lemmas.iter().filter(|lemma| lemma.predicate == predicate && lemma.level > level) {
                let cube = terms.and_all(&lemma.cube);
                clauses.push(terms.not(cube));
            }
            formulas.push(terms.and_all(&clauses));
        }
        formulas
    }

    /// The steps of the clauses that derive a fact.
    fn derivation(&self, terms: &Terms, fact: usize) -> Derivation {
        let mut steps = Vec::new();
        let mut places: Vec<Option<usize>> = vec![None; self.facts.len()];
        // Facts are made of older ones.
        let mut needed = vec![false; self.facts.len()];
        needed[fact] = true;
        for at in (0..=fact).rev() {
            if needed[at] {
                self.facts[at].premises.iter().for_each(|&premise| needed[premise] = true);
            }
        }
        for at in 0..=fact {
            let fact = &self.facts[at];
            let premises: Option<Vec<usize>> = fact.premises.iter().map(|&premise| places[premise]).collect();
            if let (true, Some(premises)) = (needed[at], premises) {
                let origin = &self.frames.rules[fact.rule].origin;
                places[at] = Some(origin.expand(terms, self.system, &fact.values, &premises, &mut steps));
            }
        }
        Derivation { steps }
    }
}
