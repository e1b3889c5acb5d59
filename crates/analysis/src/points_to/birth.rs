//! The contents of new memory before another thread can reach it: `p->next = 0` behind `p = malloc(n)` and before
//! `queue = p`.
//!
//! Rule. A byte of an allocated object is never read before it is written if on every path from the allocation it is
//! written through a register that holds the address, before the address goes anywhere else than into such registers,
//! and before it is read. Until then only this activation can reach the object: there is nothing from which its address
//! could have been computed. The activation may read what it has written. A path may also end with the object: it is
//! freed, or no register holds its address any more. There is no object behind a test that the address is null.
//!
//! A procedure that is called with the address, and one that returns it, are followed by [`super::new_objects`].
//!
//! Rule: the first write into new memory lies on every path before the address reaches another thread, and
//! only activations that certainly hold the new address make it.
//! Tests: `filled_after_it_is_published`, `told_to_another_register_on_one_way`,
//! `old_cell_behind_the_register`, `filled_but_read_before`, `filled_and_freed_on_one_way`.
//!
//! Rule: a copy writes to a new object only if it goes there. A path on which the address is null does not lead to a new object.
//! Tests: `copied_into_new_memory`, `copied_beside_new_memory`, `null_result_keeps_the_shared_object`.
//!
//! Rule: a new object is raw until something is initialized in it: what a lock in it is follows from the last write.
//! Tests: `copied_over_an_initialized_lock`, `filled_behind_its_initialization`.

use raddle_program::automaton::{Automaton, Location, Transition, TransitionData};
use raddle_program::byte_set::ByteSet;
use raddle_program::syntax::{
    Callee, Effect, Expr, ExprKind, LocalId, Place, PlaceKind, Procedure, ProcedureId, Program, Synchronization,
};
use raddle_program::visit::{Visitor, walk_effect, walk_expr};
use raddle_program::written_registers::written;
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};

use super::code::constant_size;
use super::filling::Filling;
use super::handed::{handed_over, is_null};
use super::new_objects::{Gift, NewObjects};
use super::told::reads;
use crate::ways::reached_only_from;

/// How far into an object is looked.
pub(super) const BYTES: u64 = 4096;

/// What is known of a new object at a location.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Known {
    /// The registers that hold its address, or one in it, each with the distance from its start in bytes.
    pub registers: BTreeMap<LocalId, u64>,
    /// What was put into it.
    pub filling: Filling,
    /// Whether nothing was initialized in it, and no procedure got it.
    pub is_raw: bool,
}

impl Known {
    /// What is known on two paths, which agree in the registers.
    fn met(&self, other: &Known) -> Known {
        let (filling, is_raw) = (self.filling.met(&other.filling), self.is_raw && other.is_raw);
        Known { registers: other.registers.clone(), filling, is_raw }
    }

    /// Registers get something else.
    fn forget(&mut self, registers: &[LocalId]) {
        self.registers.retain(|register, _| !registers.contains(register));
    }
}

/// What is known of a new object at the locations to which its activation comes with it.
pub(super) struct Followed {
    pub known: FxHashMap<Location, Known>,
    /// Whether the paths on which the address is null were left out.
    forgets_null: bool,
}

/// The facts about new objects in a procedure.
#[derive(Clone, Debug, Default)]
pub(super) struct Births {
    /// By allocation: what is put into the object before the address leaves the activation; bytes are written before they are read.
    pub filled: FxHashMap<Transition, Filling>,
    /// Calls that return a new object.
    pub calls: BTreeSet<Transition>,
    /// What is done with the new objects while only this activation reaches them.
    pub uses: Uses,
    /// By allocation: the creations to which its objects are handed over, if no other thread reaches them
    /// ([`super::handed`]).
    pub handed: FxHashMap<Transition, BTreeSet<Transition>>,
}

/// What a procedure does with new objects, at transitions that are taken only with such objects.
#[derive(Clone, Debug, Default)]
pub(super) struct Uses {
    /// Transitions that write into an object that only this activation and its callers reach, or free it. They write nothing else.
    pub writes: BTreeSet<Transition>,
    /// Those of them that assign to raw memory, or fill it: nothing was initialized there.
    pub raw_writes: BTreeSet<Transition>,
    /// Transitions that read from such an object, and read nothing else.
    pub reads: BTreeSet<Transition>,
    /// Transitions that initialize a lock, a condition or a semaphore in such an object.
    pub initializations: BTreeSet<Transition>,
    /// The parameters of procedures that get such an object.
    pub gifts: BTreeSet<Gift>,
}

impl Births {
    /// Examines all allocations of a procedure, and all calls that return new objects.
    pub fn of(new_objects: &NewObjects<'_>, procedure: ProcedureId) -> Births {
        let mut births = Births::default();
        let birth = new_objects.birth(procedure, false);
        for (source, data) in birth.automaton.transitions.iter() {
            if let Effect::Allocate { target, .. } = &data.effect
                && birth.procedure.locals[*target].is_register
                && let Some(creations) = handed_over(&birth, source, *target)
            {
                births.handed.insert(source, creations);
            }
            let Some(start) = birth.start(source) else { continue };
            let Some((followed, filling)) =
                [false, true].into_iter().find_map(|forgets_null| birth.follow_source(source, &start, forgets_null))
            else {
                continue;
            };
            births.uses.extend(birth.uses(Some(source), &followed));
            match data.effect {
                Effect::Call { .. } => drop(births.calls.insert(source)),
                _ => drop(births.filled.insert(source, filling)),
            }
        }
        births
    }
}

impl Uses {
    fn extend(&mut self, other: Uses) {
        self.writes.extend(other.writes);
        self.raw_writes.extend(other.raw_writes);
        self.reads.extend(other.reads);
        self.initializations.extend(other.initializations);
        self.gifts.extend(other.gifts);
    }
}

/// What a transition does to what is known.
pub(super) enum Next {
    /// The object is still its thread's own.
    Known(Known),
    /// Nothing holds its address any more.
    Forgotten,
    /// The address may leave the activation, or a byte is read that was not written.
    Told,
}

/// Follows the address of a new object through the registers of a procedure.
pub(super) struct Birth<'p> {
    pub program: &'p Program,
    pub id: ProcedureId,
    pub procedure: &'p Procedure,
    pub automaton: &'p Automaton,
    pub new_objects: &'p NewObjects<'p>,
    /// Whether a caller holds the address, too: then the object is not forgotten when the registers of this activation are.
    pub is_given: bool,
}

impl Birth<'_> {
    /// What is known behind a transition that makes a new object: an allocation, or a call of a procedure that returns one.
    pub fn start(&self, source: Transition) -> Option<Known> {
        match &self.automaton.transitions[source].effect {
            Effect::Allocate { target, is_zeroed, .. } if self.procedure.locals[*target].is_register => {
                let filling = if *is_zeroed { Filling::of_bytes(self.size(source)) } else { Filling::default() };
                Some(Known { registers: BTreeMap::from([(*target, 0)]), filling, is_raw: true })
            }
            Effect::Call { callee: Callee::Procedure(callee), result: Some(result), .. }
                if self.procedure.locals[*result].is_register =>
            {
                let filling = Filling::clone(&*self.new_objects.returned(*callee)?);
                Some(Known { registers: BTreeMap::from([(*result, 0)]), filling, is_raw: false })
            }
            _ => None,
        }
    }

    /// The facts at each location behind a transition that makes an object, as long as only this activation reaches the object; and
    /// what is put in by then on every path. `None` if paths join that differ in which registers hold the
    /// address. The paths on which the address is null may be left out: that is more exact where they join no others.
    pub fn follow_source(&self, source: Transition, start: &Known, forgets_null: bool) -> Option<(Followed, Filling)> {
        let followed = self.follow(self.automaton.transitions[source].to, start.clone(), forgets_null)?;
        let mut always: Option<Filling> = None;
        for (&location, before) in &followed.known {
            let tells = |&transition: &Transition| matches!(self.next(&followed, transition, before), Some(Next::Told));
            if self.automaton.outgoing(location).iter().any(tells) {
                always = Some(always.map_or_else(|| before.filling.clone(), |always| always.met(&before.filling)));
            }
        }
        let whole = ByteSet::of(0..self.size(source));
        let mut always = always.unwrap_or_else(|| Filling { written: whole.clone(), ..Filling::default() });
        always.written = always.written.intersection(&whole);
        Some((followed, always))
    }

    /// The bytes of what is allocated, as far as they are followed; 0 if their number is not known.
    fn size(&self, allocation: Transition) -> u64 {
        match &self.automaton.transitions[allocation].effect {
            Effect::Allocate { size, .. } => constant_size(size).filter(|&size| size <= BYTES).unwrap_or(0),
            _ => 0,
        }
    }

    /// The facts at each location that is reached from a location, as long as only this activation and its callers reach the object.
    /// `None` if paths join that differ in which registers hold the address.
    pub fn follow(&self, first: Location, start: Known, forgets_null: bool) -> Option<Followed> {
        let mut followed = Followed { known: FxHashMap::from_iter([(first, start)]), forgets_null };
        let mut pending = vec![first];
        while let Some(location) = pending.pop() {
            let before = followed.known[&location].clone();
            for &transition in self.automaton.outgoing(location) {
                let Some(Next::Known(after)) = self.next(&followed, transition, &before) else { continue };
                let to = self.automaton.transitions[transition].to;
                let there = followed.known.get(&to);
                // A register that holds the address on one path only may pass it on, too.
                if there.is_some_and(|there| there.registers != after.registers) {
                    return None;
                }
                let met = there.map_or_else(|| after.clone(), |there| there.met(&after));
                if there != Some(&met) {
                    followed.known.insert(to, met);
                    pending.push(to);
                }
            }
        }
        Some(followed)
    }

    /// What a transition does to what is known; `None` if it is left out, since it is taken only if the address is null.
    pub fn next(&self, followed: &Followed, transition: Transition, before: &Known) -> Option<Next> {
        let data = &self.automaton.transitions[transition];
        let holds_it = |register: LocalId| before.registers.contains_key(&register);
        let is_null_path = || data.guard.as_ref().is_some_and(|guard| is_null(self, holds_it, guard));
        (!followed.forgets_null || !is_null_path()).then(|| self.step(data, before.clone()))
    }

    /// The locations that are reached only with what is known there: only paths from the source lead to them, or from the entry of the
    /// procedure where the object is given to it. A path on which the address is null is another one where such paths are left out.
    pub fn certain(&self, source: Option<Transition>, followed: &Followed) -> BTreeSet<Location> {
        reached_only_from(self.automaton, source, followed.known.keys().copied(), |transition| {
            let before = followed.known.get(&self.automaton.transitions[transition].from);
            before.is_some_and(|before| matches!(self.next(followed, transition, before), Some(Next::Known(_))))
        })
    }

    /// What is done with the object at certain locations.
    pub fn uses(&self, source: Option<Transition>, followed: &Followed) -> Uses {
        let mut uses = Uses::default();
        for location in self.certain(source, followed) {
            let before = &followed.known[&location];
            for &transition in self.automaton.outgoing(location) {
                let data = &self.automaton.transitions[transition];
                if matches!(self.step(data, before.clone()), Next::Told) {
                    continue;
                }
                if self.writes_into(data, before) {
                    uses.writes.insert(transition);
                    if before.is_raw && !matches!(data.effect, Effect::CopyBytes { .. }) {
                        uses.raw_writes.insert(transition);
                    }
                }
                if self.reads_from(data, before) {
                    uses.reads.insert(transition);
                }
                if self.initialized_by(data, before).is_some() {
                    uses.initializations.insert(transition);
                }
                if let Some(parameter) = self.given_to(data, before) {
                    uses.gifts.insert(Gift { call: transition, parameter });
                }
            }
        }
        uses
    }

    fn writes_into(&self, data: &TransitionData, before: &Known) -> bool {
        match &data.effect {
            Effect::Assign { target, .. } => self.distance_of_place(before, target).is_some(),
            Effect::FillBytes { target, .. } | Effect::CopyBytes { target, .. } => {
                self.distance_of(before, target).is_some()
            }
            Effect::Free(pointer, _) => self.holds_address(before, pointer),
            _ => false,
        }
    }

    /// Whether a transition reads from the object, and reads nothing else in memory.
    fn reads_from(&self, data: &TransitionData, before: &Known) -> bool {
        let mut reads = Reads::default();
        match &data.effect {
            Effect::Assign { .. } | Effect::Call { .. } | Effect::Return(_) => walk_effect(&data.effect, &mut reads),
            Effect::Skip => data.guard.iter().for_each(|guard| walk_expr(&guard.condition, &mut reads)),
            _ => return false,
        }
        let is_register = |place: &Place| match place.kind {
            PlaceKind::Local(local) => self.procedure.locals[local].is_register,
            _ => false,
        };
        reads.0.iter().all(|place| is_register(place) || self.is_written(before, place))
    }

    /// The distance of what a transition initializes in the object for the first time: a lock, a condition or a semaphore. It does nothing else
    /// with its address.
    fn initialized_by(&self, data: &TransitionData, before: &Known) -> Option<u64> {
        use Synchronization as S;
        match &data.effect {
            Effect::Synchronize {
                operation:
                    S::MutexInit | S::ConditionInit | S::ReadWriteInit | S::SpinInit | S::SemaphoreInit | S::Overwrite,
                operands,
                ..
            } => {
                let distance = self.distance_of(before, &operands[0])?;
                let is_told = operands[1..].iter().any(|operand| self.mentioned(before, operand));
                (!is_told && !before.filling.may_be_initialized.contains(&distance)).then_some(distance)
            }
            _ => None,
        }
    }

    /// The parameter that gets the address by a call, if it is one.
    fn given_to(&self, data: &TransitionData, before: &Known) -> Option<usize> {
        let Effect::Call { arguments, .. } = &data.effect else { return None };
        let mut given = arguments.iter().enumerate().filter(|(_, argument)| self.tells(before, argument));
        let (number, argument) = given.next()?;
        (given.next().is_none() && self.holds_address(before, argument)).then_some(number)
    }

    /// What a transition does to what is known.
    pub fn step(&self, data: &TransitionData, mut known: Known) -> Next {
        let (one, other) = written(&data.effect);
        let results: Vec<LocalId> = one.into_iter().chain(other).collect();
        match &data.effect {
            Effect::Skip if data.guard.as_ref().is_some_and(|guard| self.is_test(&known, &guard.condition)) => {}
            Effect::Assign { target: Place { kind: PlaceKind::Local(target), .. }, value }
                if self.procedure.locals[*target].is_register =>
            {
                if let Some(distance) = self.distance_of(&known, value) {
                    known.registers.insert(*target, distance);
                } else if self.tells(&known, value) {
                    return Next::Told;
                } else {
                    known.registers.remove(target);
                }
            }
            Effect::Assign { target, value } if !self.tells(&known, value) => {
                match self.distance_of_place(&known, target) {
                    Some(distance) => known.filling.write(distance, self.program.types.size_of(target.ty).unwrap_or(0)),
                    // What was written into the object leads elsewhere.
                    None if self.place_tells(&known, target) || self.tells(&known, value) => return Next::Told,
                    None => {}
                }
            }
            Effect::FillBytes { target, byte, size }
                if let Some(distance) = self.distance_of(&known, target)
                    && !self.mentioned(&known, byte) =>
            {
                let ExprKind::Integer(size) = size.kind else { return Next::Told };
                known.filling.write(distance, u64::try_from(size).unwrap_or(0));
            }
            Effect::CopyBytes { target, origin, size, .. }
                if let Some(distance) = self.distance_of(&known, target)
                    && ![origin, size].iter().any(|it| self.mentioned(&known, it)) =>
            {
                if let ExprKind::Integer(size) = size.kind {
                    known.filling.write(distance, u64::try_from(size).unwrap_or(0));
                }
            }
            Effect::Call { callee: Callee::Procedure(callee), result, .. }
                if let Some(number) = self.given_to(data, &known) =>
            {
                let Some(kept) = self.new_objects.kept(*callee, number) else { return Next::Told };
                // An initialization is the first one wherever the object is followed.
                if !kept.filling.may_be_initialized.is_disjoint(&known.filling.may_be_initialized) {
                    return Next::Told;
                }
                known.forget(&results);
                if let Some(result) = result.filter(|_| kept.is_returned) {
                    if !self.procedure.locals[result].is_register {
                        return Next::Told;
                    }
                    known.registers.insert(result, 0);
                }
                known.filling.extend(&kept.filling);
                known.is_raw = false;
            }
            // The initialization of a lock inside of it does not pass its address on.
            Effect::Synchronize { operation, .. } if let Some(distance) = self.initialized_by(data, &known) => {
                if *operation != Synchronization::Overwrite {
                    known.filling.initialize(distance);
                }
                known.forget(&results);
                known.is_raw = false;
            }
            // The caller of a procedure that frees the object may still hold its address.
            Effect::Free(pointer, _) if self.holds_address(&known, pointer) => known.registers.clear(),
            // What is read out of it tells nothing.
            Effect::Call { callee, arguments, .. }
                if !arguments.iter().any(|argument| self.tells(&known, argument))
                    && !matches!(callee, Callee::Pointer(pointer) if self.tells(&known, pointer)) =>
            {
                known.forget(&results);
            }
            Effect::Return(value) if !value.as_ref().is_some_and(|value| self.tells(&known, value)) => {
                return Next::Forgotten;
            }
            _ if reads(data, |it| known.registers.contains_key(&it), &results) > 0 => return Next::Told,
            _ => known.forget(&results),
        }
        let live = self.new_objects.live(self.id);
        known.registers.retain(|&register, _| live.is_live(data.to, register));
        if known.registers.is_empty() && !self.is_given { Next::Forgotten } else { Next::Known(known) }
    }
}

/// The places that code reads.
#[derive(Default)]
struct Reads(Vec<Place>);

impl Visitor for Reads {
    fn expr(&mut self, expr: &Expr) {
        if let ExprKind::Read(place) = &expr.kind {
            self.0.push(Place::clone(place));
        }
    }
}
