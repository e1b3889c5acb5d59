//! Facts that certainly hold at a location, checked backward from there: whether the thread holds a lock whose address
//! is a term over its registers, and whether a term is zero.
//!
//! A goal is passed from each location to those before it. An assignment replaces its register by its value. A lock
//! call on the same address reaches the goal, and so does a term that has become zero. From the entry of a procedure
//! the goal goes to all calls of it, in terms of the arguments. A path does not reach the goal if it comes to the start
//! of a thread, to a step that may release the lock, or to a step that changes a register to a value that is no term.
//! All paths that join must reach it. A goal that comes to a location again need not be checked again, since every path
//! to a location is finite.
//!
//! Whether two addresses are the same is the goal that their difference is zero:
//! `m = &s->lock; d = &s->data; lock(m); *d = 1`.

use std::collections::{BTreeMap, BTreeSet};

use raddle_program::automaton::{Location, Transition};
use raddle_program::entity::{Entity, Table};
use raddle_program::syntax::{Effect, Expr, LocalId, Place, ProcedureId, Synchronization as S};

use super::address::{Address, At, Code, Values};
use super::locks::{acquires, lets_go, may_be};
use super::pointers::Pointers;
use super::terms::{Origin, Term, register_of, value};

/// How many places a question may lead to, and how deep it may go into calls.
const STEPS: usize = 5_000;
const DEPTH: usize = 8;

/// What is asked.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Goal {
    /// The thread has the lock at this address.
    Held(Term),
    /// The term is zero.
    Zero(Term),
}

/// A lock that is asked for.
#[derive(Clone, Debug)]
pub struct Wanted {
    /// Its address, in registers at the location.
    pub lock: Term,
    /// The addresses that the term may have.
    pub addresses: Vec<Address>,
    /// Whether it suffices that the lock is held for reading.
    pub may_be_shared: bool,
}

/// What a goal becomes in front of a step.
enum Before {
    /// It was reached.
    Reached,
    /// It is lost.
    Lost,
    /// It must hold there.
    Goal(Goal),
}

/// Answers questions about what holds.
pub struct Backward<'a, 'p> {
    pointers: &'a Pointers<'p>,
    /// By procedure and location.
    incoming: Table<ProcedureId, Vec<Vec<Transition>>>,
    callers: BTreeMap<Code, Vec<At>>,
    /// The locks that each code, and what it calls, may release.
    released: BTreeMap<Code, Values>,
}

impl<'a, 'p> Backward<'a, 'p> {
    /// For a program.
    pub fn new(pointers: &'a Pointers<'p>) -> Backward<'a, 'p> {
        let mut incoming: Table<ProcedureId, Vec<Vec<Transition>>> = Table::new();
        for automaton in pointers.automata.values() {
            let mut of = vec![Vec::new(); automaton.locations.len()];
            for (transition, data) in automaton.transitions.iter() {
                of[data.to.index()].push(transition);
            }
            incoming.push(of);
        }
        let mut callers: BTreeMap<Code, Vec<At>> = BTreeMap::new();
        for (&at, procedures) in &pointers.calls {
            for &procedure in procedures {
                callers.entry(Code { class: at.0.class, procedure }).or_default().push(at);
            }
        }
        let mut released: BTreeMap<Code, Values> = BTreeMap::new();
        for (at, site) in &pointers.sites {
            if let Some(operand) = lets_go(site.operation) {
                released.entry(at.0).or_default().extend(&site.operands[operand]);
            }
        }
        loop {
            let mut is_changed = false;
            for (callee, sites) in &callers {
                let Some(gone) = released.get(callee).cloned() else { continue };
                for at in sites {
                    is_changed |= released.entry(at.0).or_default().extend(&gone);
                }
            }
            if !is_changed {
                break;
            }
        }
        Backward { pointers, incoming, callers, released }
    }

    /// Whether the thread certainly has a lock before a step.
    pub fn has(&self, at: At, wanted: &Wanted) -> bool {
        let from = self.pointers.automata[at.0.procedure].transitions[at.1].from;
        self.ask(vec![(at.0, from, Goal::Held(wanted.lock.clone()))], Some(wanted), None, 0)
    }

    /// Whether the goals hold at their locations. With a summary of some code, they must be reached inside of it.
    fn ask(
        &self,
        goals: Vec<(Code, Location, Goal)>,
        wanted: Option<&Wanted>,
        summary: Option<Code>,
        depth: usize,
    ) -> bool {
        let mut seen: BTreeSet<(Code, Location, Goal)> = BTreeSet::new();
        let mut pending = goals;
        while let Some((code, location, goal)) = pending.pop() {
            match &goal {
                Goal::Zero(term) if term.as_number() == Some(0) => continue,
                Goal::Zero(term) if term.as_number().is_some() => return false,
                Goal::Zero(_) | Goal::Held(_) => {}
            }
            if !seen.insert((code, location, goal.clone())) {
                continue;
            }
            if seen.len() > STEPS {
                return false;
            }
            if location == self.pointers.automata[code.procedure].entry {
                if summary == Some(code) || self.pointers.classes.start(code.class) == code {
                    return false;
                }
                for &at in self.callers.get(&code).into_iter().flatten() {
                    let Some(goal) = self.at_call(code, at, &goal) else { return false };
                    let from = self.pointers.automata[at.0.procedure].transitions[at.1].from;
                    pending.push((at.0, from, goal));
                }
            }
            for &transition in &self.incoming[code.procedure][location.index()] {
                let from = self.pointers.automata[code.procedure].transitions[transition].from;
                match self.before((code, transition), goal.clone(), wanted, depth) {
                    Before::Reached => {}
                    Before::Lost => return false,
                    Before::Goal(goal) => pending.push((code, from, goal)),
                }
            }
        }
        true
    }

    /// A goal at the entry of a procedure, in terms of a call.
    fn at_call(&self, code: Code, at: At, goal: &Goal) -> Option<Goal> {
        let Effect::Call { arguments, .. } = &self.pointers.automata[at.0.procedure].transitions[at.1].effect else {
            return None;
        };
        let parameters = &self.pointers.program.procedures[code.procedure].parameters;
        let term = term_of(goal);
        if term.origins.keys().any(|origin| matches!(origin, Origin::Local(_))) {
            return None;
        }
        // The registers of the callee are put away first: the caller's have the same numbers.
        let mut mapped = Term { origins: term.origins.clone(), constant: term.constant, ..Term::default() };
        for (register, &factor) in &term.factors {
            let position = parameters.iter().position(|parameter| parameter == register)?;
            let argument = value(self.pointers.program, at.0.procedure, arguments.get(position)?)?;
            mapped = mapped.plus(&argument.times(factor)?)?;
        }
        Some(with_term(goal, mapped))
    }

    fn before(&self, at: At, goal: Goal, wanted: Option<&Wanted>, depth: usize) -> Before {
        let effect = &self.pointers.automata[at.0.procedure].transitions[at.1].effect;
        match effect {
            Effect::Call { arguments, result, .. } => {
                if result.is_some_and(|result| mentions(&goal, result)) {
                    return Before::Lost;
                }
                self.before_call(at, arguments, goal, wanted, depth)
            }
            Effect::Synchronize { operation, operands, result } => {
                if result.is_some_and(|result| mentions(&goal, result)) {
                    return Before::Lost;
                }
                match (&goal, wanted) {
                    (Goal::Held(lock), Some(wanted)) => {
                        let lock = lock.clone();
                        self.before_operation(at, *operation, operands, &lock, goal, wanted, depth)
                    }
                    (Goal::Held(_), None) => Before::Lost,
                    (Goal::Zero(_), _) => Before::Goal(goal),
                }
            }
            Effect::Assign { target, value: assigned } => self.before_assignment(at, target, assigned, goal),
            Effect::Initialize { target, value: assigned } => self.before_assignment(at, target, assigned, goal),
            Effect::Live { local, .. } | Effect::Dead(local) => {
                let is_about = mentions(&goal, *local) || term_of(&goal).origins.contains_key(&Origin::Local(*local));
                if is_about { Before::Lost } else { Before::Goal(goal) }
            }
            Effect::Input { target, .. } | Effect::Allocate { target, .. } => unless(mentions(&goal, *target), goal),
            Effect::External { result, .. } | Effect::Spawn { result, .. } => {
                unless(result.is_some_and(|result| mentions(&goal, result)), goal)
            }
            Effect::Join { value, result, .. } => {
                let is_changed = [value, result].into_iter().flatten().any(|&local| mentions(&goal, local));
                unless(is_changed, goal)
            }
            // No step follows these.
            Effect::Return(_) | Effect::Exit(_) | Effect::Stop | Effect::Unsupported(_) => Before::Reached,
            Effect::Skip
            | Effect::Assume(_)
            | Effect::Assert { .. }
            | Effect::Free(..)
            | Effect::CopyBytes { .. }
            | Effect::FillBytes { .. }
            | Effect::Fence(_)
            | Effect::AtomicBegin
            | Effect::AtomicEnd => Before::Goal(goal),
        }
    }

    fn before_assignment(&self, at: At, target: &Place, assigned: &Expr, goal: Goal) -> Before {
        let program = self.pointers.program;
        let Some(register) = register_of(program, at.0.procedure, target).filter(|it| mentions(&goal, *it)) else {
            return Before::Goal(goal);
        };
        let before = value(program, at.0.procedure, assigned)
            .filter(|_| assigned.ty == target.ty)
            .and_then(|assigned| term_of(&goal).with(register, &assigned));
        match before {
            Some(term) => Before::Goal(with_term(&goal, term)),
            None => Before::Lost,
        }
    }

    #[expect(clippy::too_many_arguments, reason = "the parts of one step")]
    fn before_operation(
        &self,
        at: At,
        operation: S,
        operands: &[Expr],
        lock: &Term,
        goal: Goal,
        wanted: &Wanted,
        depth: usize,
    ) -> Before {
        let difference = |operand: usize| -> Option<Term> {
            value(self.pointers.program, at.0.procedure, &operands[operand])?.minus(lock)
        };
        if let Some(is_shared) = acquires(operation)
            && (wanted.may_be_shared || !is_shared)
            && let Some(difference) = difference(0)
        {
            let from = self.pointers.automata[at.0.procedure].transitions[at.1].from;
            let is_same = match difference.as_number() {
                Some(number) => number == 0,
                None => depth < DEPTH && self.ask(vec![(at.0, from, Goal::Zero(difference))], None, None, depth + 1),
            };
            if is_same {
                return Before::Reached;
            }
        }
        if let Some(operand) = lets_go(operation) {
            let named = &self.pointers.sites.get(&at).map(|site| site.operands[operand].clone()).unwrap_or_default();
            let may_be_it = wanted.addresses.iter().any(|&address| may_be(named, address));
            let is_other =
                difference(operand).and_then(|it| it.as_number()).is_some_and(|it| it != 0 && it.abs() < 1 << 31);
            return unless(may_be_it && !is_other, goal);
        }
        Before::Goal(goal)
    }

    /// A call keeps registers. It reaches the goal if every procedure that it leads to acquires the lock; one that does not must
    /// not let it go.
    fn before_call(&self, at: At, arguments: &[Expr], goal: Goal, wanted: Option<&Wanted>, depth: usize) -> Before {
        let (Goal::Held(lock), Some(wanted)) = (&goal, wanted) else { return Before::Goal(goal) };
        let mut all_acquire = true;
        for &procedure in self.pointers.calls.get(&at).into_iter().flatten() {
            let callee = Code { class: at.0.class, procedure };
            if self.acquires(at, callee, arguments, lock, wanted, depth) {
                continue;
            }
            all_acquire = false;
            let gone = self.released.get(&callee);
            if gone.is_some_and(|gone| wanted.addresses.iter().any(|&address| may_be(gone, address))) {
                return Before::Lost;
            }
        }
        if all_acquire { Before::Reached } else { Before::Goal(goal) }
    }

    /// Whether every return from a procedure has acquired the lock there.
    fn acquires(&self, at: At, callee: Code, arguments: &[Expr], lock: &Term, wanted: &Wanted, depth: usize) -> bool {
        if depth >= DEPTH {
            return false;
        }
        let program = self.pointers.program;
        let automaton = &self.pointers.automata[callee.procedure];
        let is_constant = lock.factors.is_empty() && matches!(lock.base(), Some(Origin::Global(_)));
        let near = |(&parameter, argument): (&LocalId, &Expr)| {
            let is_kept = !automaton.transitions.values().any(|data| writes(&data.effect, parameter));
            let distance = lock.minus(&value(program, at.0.procedure, argument)?)?.as_number()?;
            let is_register = program.procedures[callee.procedure].locals[parameter].is_register;
            Term::register(parameter).plus(&Term::number(distance)).filter(|_| is_kept && is_register)
        };
        let parameters = &program.procedures[callee.procedure].parameters;
        let mut said: Vec<Term> = parameters.iter().zip(arguments).filter_map(near).collect();
        if is_constant {
            said.push(lock.clone());
        }
        let returns: Vec<Location> = automaton
            .transitions
            .values()
            .filter(|data| matches!(data.effect, Effect::Return(_)))
            .map(|data| data.from)
            .collect();
        said.into_iter().any(|lock| {
            let goals = returns.iter().map(|&location| (callee, location, Goal::Held(lock.clone()))).collect();
            self.ask(goals, Some(wanted), Some(callee), depth + 1)
        })
    }
}

fn term_of(goal: &Goal) -> &Term {
    match goal {
        Goal::Held(term) | Goal::Zero(term) => term,
    }
}

fn with_term(goal: &Goal, term: Term) -> Goal {
    match goal {
        Goal::Held(_) => Goal::Held(term),
        Goal::Zero(_) => Goal::Zero(term),
    }
}

fn mentions(goal: &Goal, local: LocalId) -> bool {
    term_of(goal).factors.contains_key(&local)
}

fn unless(is_lost: bool, goal: Goal) -> Before {
    if is_lost { Before::Lost } else { Before::Goal(goal) }
}

/// Whether a step changes a local.
pub fn writes(effect: &Effect, local: LocalId) -> bool {
    use raddle_program::syntax::PlaceKind;
    let is_it = |other: &Option<LocalId>| *other == Some(local);
    match effect {
        Effect::Assign { target, .. } | Effect::Initialize { target, .. } => {
            matches!(target.kind, PlaceKind::Local(other) if other == local)
        }
        Effect::Input { target, .. } | Effect::Allocate { target, .. } => *target == local,
        Effect::Live { local: other, .. } | Effect::Dead(other) => *other == local,
        Effect::Call { result, .. }
        | Effect::External { result, .. }
        | Effect::Spawn { result, .. }
        | Effect::Synchronize { result, .. } => is_it(result),
        Effect::Join { value, result, .. } => is_it(value) || is_it(result),
        Effect::Skip
        | Effect::Assume(_)
        | Effect::Assert { .. }
        | Effect::Return(_)
        | Effect::Free(..)
        | Effect::CopyBytes { .. }
        | Effect::FillBytes { .. }
        | Effect::Exit(_)
        | Effect::Stop
        | Effect::Fence(_)
        | Effect::AtomicBegin
        | Effect::AtomicEnd
        | Effect::Unsupported(_) => false,
    }
}
