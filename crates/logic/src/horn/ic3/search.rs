//! The search: processes obligations, from the lowest level on, and adds levels until a derivation or an interpretation is found.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::assignment::Assignment;
use crate::bits::Bits;
use crate::evaluate::Evaluator;
use crate::horn::derivation::Derivation;
use crate::horn::implicant::{implicant, pinned};
use crate::horn::mine::Atoms;
use crate::horn::normal::Rule;
use crate::horn::simulate::{Fact, derivation};
use crate::horn::solve::Run;
use crate::horn::system::{Predicate, System};
use crate::term::{Term, Terms};
use crate::traverse::{Substitution, variables_of};
use crate::value::Value;

use super::ALWAYS;
use super::bitwise::{self, Bitwise};
use super::consecution::{Derived, Frames, Lemma};
use super::generalize::{Reached, is_tight};
use super::obligation::{Conjecture, Obligation, Pending};

/// How many lemmas over atoms an obligation may take before its own literals are used.
const PATIENCE: u32 = 6;

/// How often a cube over atoms is made narrower.
const BOUNDS: usize = 6;

/// How many equations of a cube are tried to be left out first.
const LOOSENED: usize = 10;

/// After how many lemmas that differ in one equation it is asked whether it is needed.
const ALIKE: [u32; 3] = [3, 9, 27];

/// How many obligations such a question may take, times the number of lemmas.
const GRANTED: u32 = 20;

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

/// Decides rules. `known` holds formulas for each predicate that are inductive as a whole, `walked` some states that are derived.
pub(in crate::horn) fn search(
    terms: &mut Terms,
    system: &System,
    rules: &[Rule],
    atoms: Atoms,
    known: &[Vec<Term>],
    walked: &[Fact],
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
        frames,
        atoms,
        obligations: Vec::new(),
        queue: BinaryHeap::new(),
        facts: Vec::new(),
        walked,
        conjectures: Vec::new(),
        alike: FxHashMap::default(),
        bitwise: Bitwise::new(terms, system),
        top: 0,
    };
    match search.is_known(terms) {
        None => return Outcome::Stopped(0),
        Some(true) => return Outcome::Safe(search.interpretation(terms, 0)),
        Some(false) => {}
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
    frames: Frames<'r>,
    atoms: Atoms,
    obligations: Vec<Obligation>,
    /// The lowest level first, and of those the newest.
    queue: BinaryHeap<(Reverse<usize>, usize)>,
    facts: Vec<Fact>,
    /// States that are derived, from before the search.
    walked: &'r [Fact],
    conjectures: Vec<Conjecture>,
    /// For a predicate and a cube, how many lemmas there were that had one equation more.
    alike: FxHashMap<(Predicate, Vec<Term>), u32>,
    bitwise: Bitwise,
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

    /// Keeps what a rule derives with these values of its variables.
    fn state_derived(&mut self, terms: &Terms, rule: usize, values: Assignment, premises: Vec<usize>) -> usize {
        self.facts.push(Fact::derived(terms, self.frames.rules, rule, values, premises));
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
            conjecture: None,
        };
        self.spawn(root);
        while let Some((Reverse(level), at)) = self.queue.pop() {
            if self.obligations[at].is_done || self.obligations[at].level != level {
                continue;
            }
            if let Some(conjecture) = self.obligations[at].conjecture {
                let left = &mut self.conjectures[conjecture].left;
                if *left == 0 {
                    continue;
                }
                *left -= 1;
            }
            let step =
                if self.obligations[at].pending.is_some() { self.go_on(terms, at) } else { self.try_one(terms, at) };
            match step {
                Step::Done => {}
                Step::Reached(fact) if self.facts[fact].predicate.is_none() => return step,
                // The parent obligation is in the queue, and finds the new fact.
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
                // The premise was an obligation already and was refuted, so another derivation must be found.
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
                conjecture: parent.conjecture,
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
            // A conjunct about several premises is turned into one about the last of them; the variables of the remaining premises get
            // their current values.
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
        let abstracted = if tries > PATIENCE {
            Vec::new()
        } else if self.bitwise.is_next(predicate) {
            bitwise::cube(terms, &self.system.declaration(predicate).parameters, &self.obligations[at].state)
        } else {
            self.abstraction(terms, at, predicate)
        };
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
        self.frames.add(terms, Lemma { predicate, cube: cube.clone(), level: holds });
        self.conjecture(terms, at, predicate, &cube, level);
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

    /// Asks about a cube that was refuted without one of its equations, if there were enough like it.
    fn conjecture(&mut self, terms: &Terms, at: usize, predicate: Predicate, cube: &[Term], level: usize) {
        if self.obligations[at].conjecture.is_some() {
            return;
        }
        for &literal in cube.iter().filter(|&&literal| is_tight(terms, literal)) {
            let mut rest: Vec<Term> = cube.iter().copied().filter(|&other| other != literal).collect();
            rest.sort_unstable();
            let seen = self.alike.entry((predicate, rest.clone())).or_default();
            *seen += 1;
            let seen = *seen;
            if !ALIKE.contains(&seen) || self.is_walked(terms, predicate, &rest) {
                continue;
            }
            self.conjectures.push(Conjecture { left: GRANTED * seen });
            let obligation = Obligation {
                predicate: Some(predicate),
                cube: rest,
                state: self.obligations[at].state.clone(),
                level,
                parent: None,
                is_certain: false,
                pending: None,
                is_done: false,
                lemmas: 0,
                conjecture: Some(self.conjectures.len() - 1),
            };
            self.spawn(obligation);
        }
    }

    /// Whether a state of a cube is known to be derived.
    fn is_walked(&self, terms: &Terms, predicate: Predicate, cube: &[Term]) -> bool {
        let mut facts = self.walked.iter().chain(&self.facts).filter(|fact| fact.predicate == Some(predicate));
        facts.any(|fact| {
            let state = fact.state(self.system);
            let mut evaluator = Evaluator::new(&state);
            cube.iter().all(|&literal| evaluator.truth(terms, literal))
        })
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
        // Relations are what is to be found; a state that has them by chance need not be bounded.
        let mut alone: FxHashSet<Term> = FxHashSet::default();
        for &literal in &self.obligations[at].cube {
            if let [variable] = variables_of(terms, &[literal])[..] {
                alone.insert(variable);
            }
        }
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
                Reached::Not(core) => return self.loosened(terms, predicate, &cube, core, level),
                Reached::By(rule, values) => (rule, values),
            };
            let Some(conclusion) = &self.frames.rules[rule].conclusion else { return Separated::Not };
            let mut evaluator = Evaluator::new(&values);
            let mut is_narrower = false;
            for ((&parameter, &argument), bound) in parameters.iter().zip(&conclusion.arguments).zip(&mut bounds) {
                if !alone.contains(&parameter) {
                    continue;
                }
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

    /// Drops equations from a cube that cannot be derived, as long as it cannot be derived without them either; all other literals stay. A
    /// lemma that a counter is never 7 is worth less than a lemma that it is 0 or 1. The rest of the cube is a core.
    fn loosened(
        &mut self,
        terms: &mut Terms,
        predicate: Predicate,
        cube: &[Term],
        core: Vec<usize>,
        level: usize,
    ) -> Separated {
        let mut kept = cube.to_vec();
        let mut found: Vec<Term> = core.into_iter().map(|place| cube[place]).collect();
        let mut tight: Vec<Term> = found.iter().copied().filter(|&literal| is_tight(terms, literal)).collect();
        tight.sort_by_cached_key(|&literal| (Reverse(variables_of(terms, &[literal]).len()), Reverse(literal)));
        for literal in tight.into_iter().take(LOOSENED) {
            if !found.contains(&literal) {
                continue;
            }
            let smaller: Vec<Term> = kept.iter().copied().filter(|&other| other != literal).collect();
            match self.frames.reach(terms, Some(predicate), &smaller, level) {
                Reached::Stopped => return Separated::Stopped,
                Reached::By(..) => {}
                Reached::Not(core) => {
                    found = core.into_iter().map(|place| smaller[place]).collect();
                    kept = smaller;
                }
            }
        }
        Separated::By(found)
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

    fn derivation(&self, terms: &Terms, fact: usize) -> Derivation {
        derivation(terms, self.system, self.frames.rules, &self.facts, fact)
    }
}
