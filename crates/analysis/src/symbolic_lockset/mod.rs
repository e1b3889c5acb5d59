//! Symbolic lock sets: locks that are not one byte of memory, but one for each object: `entry->lock` protects
//! `entry->count`, `locks[i]` protects `data[i]`, for every entry and every `i`.
//!
//! At each location the facts about the registers of the activation are *equalities* (a register is a linear term of
//! other registers, [`super::linear`]) and *held locks*, whose addresses are linear terms. A call passes on what can be
//! expressed in its parameters. What the callee holds when it returns is translated back to the arguments (summaries,
//! must). Paths that differ in the outcome of a comparison are kept apart where more is known of them so
//! ([`alternatives`]).
//!
//! Rule. Where a lock is held at an access, the address of the lock is a function of the address of the access, if
//! - the difference of the two terms is a number (*near*), or
//! - both are a global plus a multiple of the same register (*indexed*).
//!
//! If two accesses start at the same byte, and the same function gives the lock that each holds, it is the same lock:
//! they exclude each other. The caller has to ensure that accesses which overlap start at the same byte.
//!
//! A release of a term removes the held lock of this term. If all mutexes are normal, the other held locks stay: a thread cannot lock a
//! normal mutex twice, so two terms that it holds are two mutexes. Otherwise the release removes every held lock that its operand may be.
//!
//! A lock counts only if it is reliable, as in [`super::lockset`]: a thread that releases what may be the lock holds
//! it, by the same term; initializations and destructions take it from no thread ([`super::lock_resets`]).
//!
//! Left out: attempts, terms over memory (`global->lock` held while `global` is read again).
//!
//! Rule: the lock is at a constant distance from the access on all paths, nothing changes the base between them, and no
//! other thread releases the lock.
//! Tests: `lock_of_another_entry`, `entry_changed_before_the_access`, `entry_unlocked_by_a_function`,
//! `lock_of_the_entry_taken_away`, `lock_with_an_index_of_its_own`, `locked_as_from_and_to_with_error_checks`,
//! `lock_with_an_index_that_became_a_truth_value`, `accounts_locked_in_order`, `one_account_of_two_locked`.

mod alternatives;
mod state;

use raddle_program::automaton::{Automaton, Location, Transition, TransitionData};
use raddle_program::entity::{Entity, Table};
use raddle_program::footprint::Footprint;
use raddle_program::syntax::{Effect, Expr, ExprKind, GlobalId, LocalId, ProcedureId, Program, Synchronization as S};
use raddle_program::visit_order::VisitOrder;
use raddle_program::written_registers::written;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;
use std::sync::Arc;

use self::alternatives::Alternatives;
use self::state::{State, SymbolicLock, is_constant, substituted};
use super::call_order::CallOrder;
use super::flow::visit_orders;
use super::linear::{Base, Linear, Reader};
use super::lock_resets::{LockResets, begins_anew};
use super::lockset::{acquisition, released};
use super::mutex_kinds::{MutexKinds, NORMAL};
use super::parallel::Parallel;
use super::points_to::{Context, Node, PointsTo, SynchronizationSite, Target, TargetSet};

/// How the address of a lock follows from the address of an access.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Relation {
    /// So many bytes further.
    Near(i128),
    /// The access is at `data + stride * x + offset`, the lock at `locks + pitch * x + place`.
    Indexed {
        /// The global of the access, what an index is worth, and the rest.
        data: (GlobalId, i128, i128),
        /// The same of the lock.
        lock: (GlobalId, i128, i128),
    },
}

/// A lock that is held at an access.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Protection {
    /// Which lock it is.
    pub relation: Relation,
    /// Whether other readers may hold it, too.
    pub is_shared: bool,
}

/// Locks that are held at each place, by symbolic address.
pub struct SymbolicLockSets<'a> {
    program: &'a Program,
    points_to: &'a PointsTo,
    automata: &'a Table<ProcedureId, Automaton>,
    orders: FxHashMap<ProcedureId, VisitOrder>,
    /// By context and location; of contexts in which a lock may be held.
    states: FxHashMap<Context, Vec<Option<Alternatives>>>,
    /// What may be released in a context and in what it calls.
    releases: FxHashMap<Context, Arc<BTreeSet<Target>>>,
    /// Sets of targets of operands, one of which is released by a thread that may not have it.
    unreliable: FxHashSet<TargetSet>,
    /// Whether no thread can own a mutex twice.
    are_mutexes_normal: bool,
}

impl<'a> SymbolicLockSets<'a> {
    /// Computes them.
    pub fn of(
        program: &'a Program,
        points_to: &'a PointsTo,
        automata: &'a Table<ProcedureId, Automaton>,
        parallel: &Parallel<'_>,
    ) -> SymbolicLockSets<'a> {
        let mut locksets = SymbolicLockSets {
            program,
            points_to,
            automata,
            states: FxHashMap::default(),
            orders: visit_orders(automata, points_to.contexts.values().map(|data| data.procedure)),
            releases: releases(points_to),
            unreliable: FxHashSet::default(),
            are_mutexes_normal: MutexKinds { program, points_to, automata }
                .first_exception(&|place| parallel.running_at(place).is_some(), &|kind| kind == NORMAL)
                .is_none(),
        };
        locksets.solve();
        let unreliable = locksets.find_unreliable(parallel);
        locksets.unreliable = locksets.with_some_of(&unreliable);
        locksets
    }

    /// The locks that protect an access, by how their addresses follow from its address.
    pub fn protections(&self, context: Context, transition: Transition, is_write: bool) -> BTreeSet<Protection> {
        let Some(states) = self.states(context, transition) else { return BTreeSet::new() };
        let procedure = self.points_to.contexts[context].procedure;
        let data = &self.automata[procedure].transitions[transition];
        let footprint = Footprint::of(self.program, &self.program.procedures[procedure], data);
        let Some(place) = footprint.only_place(is_write) else { return BTreeSet::new() };
        let Some(address) = self.reader(context).address(place) else { return BTreeSet::new() };
        let on_paths_to = |state: &State| -> BTreeSet<Protection> {
            let address = state.resolved(&address);
            let reliable = state.held.iter().filter(|held| !self.unreliable.contains(&held.targets));
            let protections = reliable.filter_map(|held| {
                let relation = relation(&held.address, &address)?;
                Some(Protection { relation, is_shared: held.is_shared })
            });
            protections.collect()
        };
        let found = states.iter().map(on_paths_to);
        found.reduce(|known, other| known.intersection(&other).cloned().collect()).unwrap_or_default()
    }

    /// Whether a thread certainly holds the lock that it releases at a place: it acquired it and has not released it since.
    pub fn holds_what_it_releases(&self, context: Context, transition: Transition) -> bool {
        self.states(context, transition).is_some()
            && self
                .points_to
                .synchronizations
                .get(&(context, transition))
                .and_then(|site| released(site.operation))
                .is_some_and(|position| self.has(context, transition, position))
    }

    fn reader(&self, context: Context) -> Reader<'a> {
        Reader::new(self.program, self.points_to.contexts[context].procedure)
    }

    fn states(&self, context: Context, transition: Transition) -> Option<&Alternatives> {
        let location = self.automata[self.points_to.contexts[context].procedure].transitions[transition].from;
        self.states.get(&context)?[location.index()].as_ref()
    }

    /// The sets of what is acquired that have one of some targets, or that name no lock.
    fn with_some_of(&self, targets: &BTreeSet<Target>) -> FxHashSet<TargetSet> {
        let acquired = |site: &SynchronizationSite| acquisition(site.operation).map(|_| site.operands[0]);
        let sets: FxHashSet<TargetSet> = self
            .points_to
            .synchronizations
            .values()
            .filter_map(acquired)
            .map(|it| self.points_to.target_set(it))
            .collect();
        sets.into_iter().filter(|&set| self.locks(set).next().is_none() || self.has_some_of(set, targets)).collect()
    }

    /// The locks in a set of targets.
    fn locks(&self, set: TargetSet) -> impl Iterator<Item = Target> {
        let is_memory = |target: &Target| self.points_to.object(target.object).kind.is_memory();
        self.points_to.targets_of(set).iter().copied().filter(is_memory)
    }

    /// Whether a lock in a set may be one of some targets.
    fn has_some_of(&self, set: TargetSet, targets: &BTreeSet<Target>) -> bool {
        self.locks(set).any(|lock| overlaps(targets, lock))
    }

    /// The locks that are released by threads that may not hold them, or initialized while other threads run.
    fn find_unreliable(&self, parallel: &Parallel<'_>) -> BTreeSet<Target> {
        let mut unreliable = BTreeSet::new();
        let resets = LockResets::of(self.points_to, parallel);
        for (&(context, transition), site) in &self.points_to.synchronizations {
            let Some(position) = released(site.operation) else { continue };
            let place = (context, transition);
            if parallel.running_at(place).is_none() {
                continue;
            }
            let targets = self.points_to.targets(site.operands[position]).iter().copied();
            if begins_anew(site.operation) {
                unreliable.extend(targets.filter(|&lock| !resets.is_harmless(place, site, lock)));
            } else if !self.has(context, transition, position) {
                unreliable.extend(targets);
            }
        }
        unreliable
    }

    /// Whether the thread holds what it releases (or destroys) here.
    fn has(&self, context: Context, transition: Transition, position: usize) -> bool {
        let data = &self.automata[self.points_to.contexts[context].procedure].transitions[transition];
        let Effect::Synchronize { operation, operands, .. } = &data.effect else { return false };
        let Some(states) = self.states(context, transition) else { return true };
        let Some(address) = self.reader(context).value(&operands[position]) else { return false };
        let may_be_shared = *operation == S::ReadWriteUnlock;
        states.iter().all(|state| {
            let address = state.resolved(&address);
            state.held.iter().any(|held| held.address == address && (may_be_shared || !held.is_shared))
        })
    }

    /// First computes what each context holds when it returns, for any caller; then what it holds when it is called.
    fn solve(&mut self) {
        let locking = self.locking();
        let mut exits: FxHashMap<Context, BTreeSet<SymbolicLock>> =
            self.returning(&locking).map(|context| (context, BTreeSet::new())).collect();
        let order = CallOrder::of(self.points_to, self.points_to.contexts.ids());
        let mut pending = order.pending();
        locking.iter().for_each(|&context| pending.insert(context));
        while let Some(context) = pending.pop_callee() {
            let (_, exit, _) = self.pass(context, State::default(), &exits);
            if let Some(exit) = exit
                && exits.get(&context) != Some(&exit)
            {
                exits.insert(context, exit);
                self.points_to.contexts[context].callers.iter().for_each(|&(caller, _)| pending.insert(caller));
            }
        }
        let mut entries: FxHashMap<Context, State> = FxHashMap::default();
        for data in self.points_to.classes.values() {
            entries.insert(data.start, State::default());
            pending.insert(data.start);
        }
        while let Some(context) = pending.pop_caller() {
            let calls = if locking.contains(&context) || !entries[&context].held.is_empty() {
                let (states, _, calls) = self.pass(context, entries[&context].clone(), &exits);
                self.states.insert(context, states);
                calls
            } else {
                // Neither it nor what it calls ever holds a lock, as far as this call is concerned.
                self.states.remove(&context);
                self.callees(context).map(|callee| (callee, State::default())).collect()
            };
            for (callee, state) in calls {
                if meet_entry(&mut entries, callee, state) {
                    pending.insert(callee);
                }
            }
        }
    }

    /// The contexts that synchronize, and all contexts that call one of them, directly or not. A thread can hold a lock in these contexts, and in
    /// contexts that are called while it holds one; equalities are of use nowhere else.
    fn locking(&self) -> FxHashSet<Context> {
        let mut found = FxHashSet::default();
        let mut pending: Vec<Context> = self.points_to.synchronizations.keys().map(|&(context, _)| context).collect();
        while let Some(context) = pending.pop() {
            if found.insert(context) {
                pending.extend(self.points_to.contexts[context].callers.iter().map(|&(caller, _)| caller));
            }
        }
        found
    }

    /// The contexts but for some that may return.
    fn returning(&self, except: &FxHashSet<Context>) -> impl Iterator<Item = Context> + use<> {
        let mut found = FxHashSet::default();
        let mut pending: BTreeSet<Context> =
            self.points_to.contexts.ids().filter(|context| !except.contains(context)).collect();
        while let Some(context) = pending.pop_last() {
            if !found.contains(&context) && self.may_return(context, &found) {
                found.insert(context);
                let callers = self.points_to.contexts[context].callers.iter().map(|&(caller, _)| caller);
                pending.extend(callers.filter(|caller| !except.contains(caller)));
            }
        }
        found.into_iter()
    }

    /// Whether a path leads to a return, through calls of contexts that return.
    fn may_return(&self, context: Context, returning: &FxHashSet<Context>) -> bool {
        let automaton = &self.automata[self.points_to.contexts[context].procedure];
        let mut is_reached: Table<Location, bool> = automaton.locations.ids().map(|_| false).collect();
        let mut pending = vec![automaton.entry];
        while let Some(location) = pending.pop() {
            if std::mem::replace(&mut is_reached[location], true) {
                continue;
            }
            for &transition in automaton.outgoing(location) {
                let step = &automaton.transitions[transition];
                match step.effect {
                    Effect::Return(_) => return true,
                    Effect::Call { .. } => {
                        let callees = self.points_to.calls.get(&(context, transition));
                        if callees.into_iter().flatten().any(|callee| returning.contains(callee)) {
                            pending.push(step.to);
                        }
                    }
                    _ => pending.push(step.to),
                }
            }
        }
        false
    }

    fn callees(&self, context: Context) -> impl Iterator<Item = Context> {
        let automaton = &self.automata[self.points_to.contexts[context].procedure];
        let called = automaton.transitions.ids().filter_map(move |it| self.points_to.calls.get(&(context, it)));
        called.flatten().copied()
    }

    /// One pass over a context: the states of its locations, the locks held at its return in terms of parameters that
    /// are never written, and the states in which it calls other contexts.
    #[expect(clippy::type_complexity, reason = "a triple that is taken apart at once")]
    fn pass(
        &self,
        context: Context,
        entry: State,
        exits: &FxHashMap<Context, BTreeSet<SymbolicLock>>,
    ) -> (Vec<Option<Alternatives>>, Option<BTreeSet<SymbolicLock>>, Vec<(Context, State)>) {
        let procedure = self.points_to.contexts[context].procedure;
        let automaton = &self.automata[procedure];
        let mut states: Vec<Option<Alternatives>> = vec![None; automaton.locations.len()];
        let mut exit: Option<BTreeSet<SymbolicLock>> = None;
        states[automaton.entry.index()] = Some(Alternatives::of(entry));
        let mut pending = self.orders[&procedure].pending();
        pending.insert(automaton.entry);
        while let Some(location) = pending.pop() {
            let before = states[location.index()].clone().expect("a pending location has a state");
            for &transition in automaton.outgoing(location) {
                let data = &automaton.transitions[transition];
                for after in before.iter().flat_map(|state| self.behind(context, transition, data, state, exits)) {
                    if matches!(data.effect, Effect::Return(_)) {
                        let kept = self.of_parameters(procedure, &after);
                        exit = Some(match exit {
                            None => kept,
                            Some(other) => other.intersection(&kept).cloned().collect(),
                        });
                    } else if add(&mut states[data.to.index()], after) {
                        pending.insert(data.to);
                    }
                }
            }
        }
        let mut calls = Vec::new();
        for (transition, data) in automaton.transitions.iter() {
            if let (Effect::Call { arguments, .. }, Some(before)) = (&data.effect, &states[data.from.index()]) {
                for &callee in self.points_to.calls.get(&(context, transition)).into_iter().flatten() {
                    calls.extend(before.iter().map(|it| (callee, self.handed_on(context, callee, arguments, it))));
                }
            }
        }
        (states, exit, calls)
    }

    /// The arguments of a call as terms, by the parameter that each goes to.
    fn arguments(
        &self,
        context: Context,
        callee: Context,
        arguments: &[Expr],
        state: &State,
    ) -> Vec<(LocalId, Linear)> {
        let procedure = &self.program.procedures[self.points_to.contexts[callee].procedure];
        let reader = self.reader(context);
        let mut found = Vec::new();
        for (&parameter, argument) in procedure.parameters.iter().zip(arguments) {
            if procedure.locals[parameter].is_register
                && let Some(value) = reader.value(argument)
            {
                found.push((parameter, state.resolved(&value)));
            }
        }
        found
    }

    /// What a callee knows when it is called.
    fn handed_on(&self, context: Context, callee: Context, arguments: &[Expr], state: &State) -> State {
        let arguments = self.arguments(context, callee, arguments, state);
        let mut entry = State::default();
        for (position, (parameter, value)) in arguments.iter().enumerate() {
            let earlier = arguments[..position].iter().find_map(|(other, known)| {
                let number = value.minus(known)?.as_number()?;
                Linear::register(*other).plus(&Linear::number(number))
            });
            if let Some(equal) = earlier.or_else(|| is_constant(value).then(|| value.clone())) {
                // Terms are over registers that equal no other term.
                entry.equal.insert(*parameter, entry.resolved(&equal));
            }
        }
        for held in &state.held {
            let mut said: Vec<Linear> = arguments
                .iter()
                .filter_map(|(parameter, value)| {
                    let number = held.address.minus(value)?.as_number()?;
                    Linear::register(*parameter).plus(&Linear::number(number))
                })
                .collect();
            if is_constant(&held.address) {
                said.push(held.address.clone());
            }
            for address in said {
                entry.held.insert(SymbolicLock { address: entry.resolved(&address), ..held.clone() });
            }
        }
        entry
    }

    /// What is held in terms of parameters that are never written.
    fn of_parameters(&self, procedure: ProcedureId, state: &State) -> BTreeSet<SymbolicLock> {
        let code = &self.program.procedures[procedure];
        let automaton = &self.automata[procedure];
        let is_written = |local: LocalId| {
            automaton.transitions.values().any(|data| {
                let (one, other) = written(&data.effect);
                one == Some(local) || other == Some(local)
            })
        };
        let is_kept = |held: &&SymbolicLock| {
            matches!(held.address.base, Base::Zero | Base::Global(_))
                && held.address.parts.keys().all(|local| code.parameters.contains(local) && !is_written(*local))
        };
        state.held.iter().filter(is_kept).cloned().collect()
    }

    /// The states behind a transition, for one state before it. A choice between two values has one for each.
    fn behind(
        &self,
        context: Context,
        transition: Transition,
        data: &TransitionData,
        before: &State,
        exits: &FxHashMap<Context, BTreeSet<SymbolicLock>>,
    ) -> Vec<State> {
        let reader = self.reader(context);
        let before = match &data.guard {
            Some(guard) => before.assuming(reader, &guard.condition, guard.holds),
            None => Some(before.clone()),
        };
        let Some(before) = before else { return Vec::new() };
        if let Effect::Assign { target, value } = &data.effect
            && let ExprKind::Conditional { condition, then, otherwise } = &value.kind
        {
            let ways = [(true, then), (false, otherwise)].map(|(holds, value)| {
                let effect = Effect::Assign { target: target.clone(), value: (**value).clone() };
                self.after(context, transition, &effect, &before.assuming(reader, condition, holds)?, exits)
            });
            return ways.into_iter().flatten().collect();
        }
        self.after(context, transition, &data.effect, &before, exits).into_iter().collect()
    }

    /// The state behind an effect; `None` if no path through it is known yet.
    fn after(
        &self,
        context: Context,
        transition: Transition,
        effect: &Effect,
        before: &State,
        exits: &FxHashMap<Context, BTreeSet<SymbolicLock>>,
    ) -> Option<State> {
        let mut after = before.clone();
        match effect {
            Effect::Call { arguments, .. } => {
                let mut joined: Option<State> = None;
                for &callee in self.points_to.calls.get(&(context, transition)).into_iter().flatten() {
                    let Some(exit) = exits.get(&callee) else { continue };
                    let mut state = before.clone();
                    if let Some(gone) = self.releases.get(&callee) {
                        state.held.retain(|held| !self.has_some_of(held.targets, gone));
                    }
                    let arguments = self.arguments(context, callee, arguments, before);
                    for held in exit {
                        if let Some(address) = substituted(&held.address, &arguments) {
                            state.held.insert(SymbolicLock { address, ..held.clone() });
                        }
                    }
                    match &mut joined {
                        Some(joined) => {
                            joined.meet(&state);
                        }
                        None => joined = Some(state),
                    }
                }
                after = joined?;
            }
            Effect::Synchronize { operation, operands, .. } => {
                self.synchronize((context, transition), *operation, operands, before, &mut after);
            }
            _ => {}
        }
        let (one, other) = written(effect);
        let assigned = match effect {
            Effect::Assign { target, value } => {
                let reader = self.reader(context);
                let same_type = target.ty == value.ty;
                reader.as_register(target).filter(|_| same_type).zip(reader.value(value))
            }
            _ => None,
        };
        let assigned = assigned.map(|(register, value)| (register, before.resolved(&value)));
        for register in [one, other].into_iter().flatten() {
            after.forget(register);
        }
        if let Some((register, value)) = assigned
            && !value.mentions(register)
            && value.as_number().is_none()
        {
            // The facts about the value hold for the register, too. Locks are named by terms over registers that equal
            // no other term.
            after.equal.insert(register, value);
        }
        Some(after)
    }

    fn synchronize(
        &self,
        at: (Context, Transition),
        operation: S,
        operands: &[Expr],
        before: &State,
        after: &mut State,
    ) {
        let site = &self.points_to.synchronizations[&at];
        if let Some(position) = released(operation) {
            let gone: BTreeSet<Target> = self.points_to.targets(site.operands[position]).iter().copied().collect();
            let address = self.reader(at.0).value(&operands[position]).map(|address| before.resolved(&address));
            let is_named = |held: &SymbolicLock| held.is_normal_mutex && address.as_ref() == Some(&held.address);
            let is_certain = operation == S::MutexUnlock && before.held.iter().any(is_named);
            after.held.retain(|held| match is_certain && held.is_normal_mutex {
                true => !is_named(held),
                false => !self.has_some_of(held.targets, &gone),
            });
        }
        if let Some((is_shared, false)) = acquisition(operation)
            && let Some(address) = self.reader(at.0).value(&operands[0])
        {
            let targets = self.points_to.target_set(site.operands[0]);
            let is_normal_mutex = operation == S::MutexLock && self.are_mutexes_normal;
            after.held.insert(SymbolicLock { address: before.resolved(&address), is_shared, is_normal_mutex, targets });
        }
    }
}

/// How the address of a lock follows from that of an access.
fn relation(lock: &Linear, access: &Linear) -> Option<Relation> {
    if let Some(number) = lock.minus(access).and_then(|difference| difference.as_number()) {
        return Some(Relation::Near(number));
    }
    let form = |linear: &Linear| match (linear.base, linear.parts.iter().next()) {
        (Base::Global(global), Some((&register, &factor))) if linear.parts.len() == 1 => {
            Some((register, (global, factor, linear.constant)))
        }
        _ => None,
    };
    let ((lock_index, lock), (index, data)) = (form(lock)?, form(access)?);
    (lock_index == index).then_some(Relation::Indexed { data, lock })
}

/// Adds the paths to a state. Returns whether less is known now.
fn add(slot: &mut Option<Alternatives>, state: State) -> bool {
    match slot {
        Some(known) => known.add(state),
        None => {
            *slot = Some(Alternatives::of(state));
            true
        }
    }
}

/// What holds at all calls of a context. Returns whether it is less than before.
fn meet_entry(entries: &mut FxHashMap<Context, State>, context: Context, state: State) -> bool {
    match entries.get_mut(&context) {
        Some(known) => known.meet(&state),
        None => {
            entries.insert(context, state);
            true
        }
    }
}

/// Whether a set of targets may contain a target.
fn overlaps(targets: &BTreeSet<Target>, target: Target) -> bool {
    let anywhere = Target { offset: None, ..target };
    match target.offset {
        Some(_) => targets.contains(&target) || targets.contains(&anywhere),
        // An unknown offset is the least one.
        None => targets.range(anywhere..).next().is_some_and(|other| other.object == target.object),
    }
}

/// What each context and its callees may release, initialize or destroy. Contexts with the same releases share a set.
fn releases(points_to: &PointsTo) -> FxHashMap<Context, Arc<BTreeSet<Target>>> {
    let mut operands: Vec<Node> = Vec::new();
    let mut found: FxHashMap<Context, BTreeSet<usize>> = FxHashMap::default();
    for (&(context, _), site) in &points_to.synchronizations {
        if let Some(position) = released(site.operation) {
            found.entry(context).or_default().insert(operands.len());
            operands.push(site.operands[position]);
        }
    }
    let mut pending: Vec<Context> = found.keys().copied().collect();
    while let Some(callee) = pending.pop() {
        let of_callee = found[&callee].clone();
        for &(caller, _) in &points_to.contexts[callee].callers {
            let known = found.entry(caller).or_default();
            if !of_callee.is_subset(known) {
                known.extend(&of_callee);
                pending.push(caller);
            }
        }
    }
    let mut targets: FxHashMap<BTreeSet<usize>, Arc<BTreeSet<Target>>> = FxHashMap::default();
    let mut targets_of = |releases: BTreeSet<usize>| {
        let all = targets.entry(releases).or_insert_with_key(|releases| {
            let named = releases.iter().flat_map(|&release| points_to.targets(operands[release]));
            Arc::new(named.copied().collect())
        });
        Arc::clone(all)
    };
    found.into_iter().map(|(context, releases)| (context, targets_of(releases))).collect()
}
