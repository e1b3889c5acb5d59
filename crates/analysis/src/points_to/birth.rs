//! The contents of new memory before another thread can reach it: `p->next = 0` behind `p = malloc(n)` and before
//! `queue = p`.
//!
//! Rule. A byte of an allocated object is never read before it is written if on every path from the allocation it is
//! written through a register that holds the address, before the address goes anywhere else than into such registers,
//! and before it is read. Until then only this activation can reach the object: there is nothing from which its address
//! could have been computed. The activation may read what it has written. A path may also end with the object: it is
//! freed, or no register holds its address any more. There is no object behind a test that the address is null.
//!
//! Left out: addresses that are given to a procedure which writes the members.
//!
//! Rule: the first write into new memory lies on every path before the address reaches another thread, and
//! only activations that certainly hold the new address make it.
//! Tests: `filled_after_it_is_published`, `told_to_another_register_on_one_way`,
//! `old_cell_behind_the_register`, `filled_but_read_before`, `filled_and_freed_on_one_way`.

use raddle_program::automaton::{Automaton, Location, Transition, TransitionData};
use raddle_program::builder::field_of;
use raddle_program::syntax::{Effect, Expr, ExprKind, LocalId, Place, PlaceKind, Procedure, Program, Synchronization};
use raddle_program::types::{TypeId, TypeKind};
use raddle_program::visit::{Visitor, walk_effect, walk_expr};
use raddle_program::written_registers::written;
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

use super::handed::{handed_over, is_null};

/// How far into an object is looked.
const BYTES: u64 = 4096;

/// What is known of a new object at a location.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Known {
    /// The registers that hold its address.
    registers: BTreeSet<LocalId>,
    /// The bytes that were written.
    written: BTreeSet<u64>,
}

/// The facts about new objects in a procedure.
#[derive(Clone, Debug, Default)]
pub(super) struct Births {
    /// By allocation: the bytes that are written before they are read and before the address leaves the activation.
    pub written: FxHashMap<Transition, BTreeSet<u64>>,
    /// Transitions that write into an object that only this activation reaches, or free it, and do nothing else with
    /// memory.
    pub accesses: BTreeSet<Transition>,
    /// By allocation: the creations to which its objects are handed over, if no other thread reaches them
    /// ([`super::handed`]).
    pub handed: FxHashMap<Transition, BTreeSet<Transition>>,
}

impl Births {
    /// Examines all allocations of a procedure.
    pub fn of(program: &Program, procedure: &Procedure, automaton: &Automaton) -> Births {
        let mut births = Births::default();
        for (allocation, data) in automaton.transitions.iter() {
            let Effect::Allocate { target, size, .. } = &data.effect else { continue };
            let birth = Birth { program, procedure, automaton };
            if procedure.locals[*target].is_register
                && let Some(creations) = handed_over(&birth, allocation, *target)
            {
                births.handed.insert(allocation, creations);
            }
            let size = match size.kind {
                ExprKind::Integer(size) => u64::try_from(size).unwrap_or(u64::MAX),
                _ => continue,
            };
            if size <= BYTES
                && procedure.locals[*target].is_register
                && let Some((known, written)) = [false, true]
                    .into_iter()
                    .find_map(|forgets_null| birth.follow(allocation, *target, size, forgets_null))
            {
                births.accesses.extend(birth.accesses(allocation, &known));
                births.written.insert(allocation, written);
            }
        }
        births
    }
}

/// What a transition does to what is known.
enum Next {
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
    pub procedure: &'p Procedure,
    pub automaton: &'p Automaton,
}

impl Birth<'_> {
    /// The facts at each location behind an allocation, as long as only this activation reaches the object; and the
    /// bytes that are written by then on every path. `None` if paths join that differ in which registers hold the
    /// address. The paths on which the address is null may be left out: that is more exact where they join no others.
    fn follow(
        &self,
        allocation: Transition,
        target: LocalId,
        size: u64,
        forgets_null: bool,
    ) -> Option<(FxHashMap<Location, Known>, BTreeSet<u64>)> {
        let first = self.automaton.transitions[allocation].to;
        let start = Known { registers: BTreeSet::from([target]), written: BTreeSet::new() };
        let mut known: FxHashMap<Location, Known> = FxHashMap::from_iter([(first, start)]);
        let mut pending = vec![first];
        let mut always: BTreeSet<u64> = (0..size).collect();
        while let Some(location) = pending.pop() {
            let before = known[&location].clone();
            for &transition in self.automaton.outgoing(location) {
                let data = &self.automaton.transitions[transition];
                let is_null = |guard| is_null(self, &before.registers, guard);
                if forgets_null && data.guard.as_ref().is_some_and(is_null) {
                    continue;
                }
                let after = match self.step(data, before.clone()) {
                    Next::Known(after) => after,
                    Next::Forgotten => continue,
                    Next::Told => {
                        always.retain(|byte| before.written.contains(byte));
                        continue;
                    }
                };
                let there = known.get(&data.to);
                // A register that holds the address on one path only may pass it on, too.
                if there.is_some_and(|there| there.registers != after.registers) {
                    return None;
                }
                let written = |there: &Known| there.written.intersection(&after.written).copied().collect();
                let met = Known { written: there.map_or_else(|| after.written.clone(), written), ..after.clone() };
                if there != Some(&met) {
                    known.insert(data.to, met);
                    pending.push(data.to);
                }
            }
        }
        Some((known, always))
    }

    /// The transitions that certainly write into the new object: only paths from the allocation lead to them.
    fn accesses(&self, allocation: Transition, known: &FxHashMap<Location, Known>) -> Vec<Transition> {
        let goes_on = |transition: Transition, certain: &BTreeSet<Location>| {
            let data = &self.automaton.transitions[transition];
            let is_known = |before: &Known| matches!(self.step(data, before.clone()), Next::Known(_));
            transition == allocation || certain.contains(&data.from) && known.get(&data.from).is_some_and(is_known)
        };
        let mut certain: BTreeSet<Location> = known.keys().copied().filter(|&it| it != self.automaton.entry).collect();
        loop {
            let is_certain = |location: &Location| {
                let mut incoming =
                    self.automaton.transitions.iter().filter(|(_, data)| data.to == *location).map(|(it, _)| it);
                incoming.all(|transition| goes_on(transition, &certain))
            };
            let left: BTreeSet<Location> = certain.iter().copied().filter(is_certain).collect();
            if left.len() == certain.len() {
                break;
            }
            certain = left;
        }
        let outgoing = certain.iter().flat_map(|&location| self.automaton.outgoing(location).iter().copied());
        let writes = |&transition: &Transition| {
            let data = &self.automaton.transitions[transition];
            let before = &known[&data.from];
            let is_new = |target: Option<(LocalId, u64)>| target.is_some_and(|it| before.registers.contains(&it.0));
            match &data.effect {
                Effect::Assign { target, value } => is_new(self.located(target)) && !self.mentioned(before, value),
                Effect::FillBytes { target, .. } => self.holds_address(before, target),
                Effect::Free(pointer) => self.holds_address(before, pointer),
                _ => false,
            }
        };
        outgoing.filter(writes).collect()
    }

    fn step(&self, data: &TransitionData, mut known: Known) -> Next {
        let (one, other) = written(&data.effect);
        let results: Vec<LocalId> = one.into_iter().chain(other).collect();
        let mentions = |known: &Known, data: &TransitionData| {
            let mut mentioned = Mentioned::default();
            walk_effect(&data.effect, &mut mentioned);
            if let Some(guard) = &data.guard {
                walk_expr(&guard.condition, &mut mentioned);
            }
            // A register that gets a result is no operand.
            for result in &results {
                if let Some(position) = mentioned.locals.iter().position(|local| local == result) {
                    mentioned.locals.swap_remove(position);
                }
            }
            mentioned.locals.iter().any(|local| known.registers.contains(local))
        };
        match &data.effect {
            Effect::Skip if data.guard.as_ref().is_some_and(|guard| self.is_test(&known, &guard.condition)) => {}
            Effect::Assign { target: Place { kind: PlaceKind::Local(target), .. }, value }
                if self.procedure.locals[*target].is_register =>
            {
                if self.holds_address(&known, value) {
                    known.registers.insert(*target);
                } else if self.tells(&known, value) {
                    return Next::Told;
                } else {
                    known.registers.remove(target);
                }
            }
            Effect::Assign { target, value } if !self.tells(&known, value) => {
                match self.located(target).filter(|(register, _)| known.registers.contains(register)) {
                    Some((_, offset)) => {
                        let size = self.program.types.size_of(target.ty).unwrap_or(0);
                        known.written.extend((offset..offset.saturating_add(size)).take(BYTES as usize));
                    }
                    // What was written into the object leads elsewhere.
                    None if self.place_tells(&known, target) || self.tells(&known, value) => return Next::Told,
                    None => {}
                }
            }
            Effect::FillBytes { target, byte, size }
                if self.holds_address(&known, target) && !self.mentioned(&known, byte) =>
            {
                let ExprKind::Integer(size) = size.kind else { return Next::Told };
                known.written.extend((0..u64::try_from(size).unwrap_or(0)).take(BYTES as usize));
            }
            // The initialization of a lock inside of it does not pass its address on.
            Effect::Synchronize {
                operation:
                    Synchronization::MutexInit
                    | Synchronization::ConditionInit
                    | Synchronization::ReadWriteInit
                    | Synchronization::SpinInit
                    | Synchronization::SemaphoreInit
                    | Synchronization::Overwrite,
                operands,
                result: None,
            } if self.base(&operands[0]).is_some_and(|(register, _)| known.registers.contains(&register))
                && !operands[1..].iter().any(|operand| self.mentioned(&known, operand)) => {}
            Effect::Free(pointer) if self.holds_address(&known, pointer) => return Next::Forgotten,
            Effect::Return(_) if !mentions(&known, data) => return Next::Forgotten,
            _ if mentions(&known, data) => return Next::Told,
            _ => known.registers.retain(|register| !results.contains(register)),
        }
        if known.registers.is_empty() { Next::Forgotten } else { Next::Known(known) }
    }

    /// Whether a condition only compares the address.
    fn is_test(&self, known: &Known, condition: &Expr) -> bool {
        match &condition.kind {
            ExprKind::Unary(_, operand) | ExprKind::Cast(operand) => self.is_test(known, operand),
            ExprKind::Binary(_, left, right) => self.is_test(known, left) && self.is_test(known, right),
            _ => self.holds_address(known, condition) || !self.tells(known, condition),
        }
    }

    /// Whether a value is the address of the object.
    fn holds_address(&self, known: &Known, value: &Expr) -> bool {
        self.base(value).is_some_and(|(register, offset)| offset == 0 && known.registers.contains(&register))
    }

    /// Whether a value may depend on the address, or on bytes of the object that were not written. What was written is no address of it.
    fn tells(&self, known: &Known, value: &Expr) -> bool {
        match &value.kind {
            ExprKind::Read(place) if self.is_written(known, place) => false,
            ExprKind::Unary(_, operand) | ExprKind::Cast(operand) => self.tells(known, operand),
            ExprKind::Binary(_, left, right) => self.tells(known, left) || self.tells(known, right),
            _ => self.mentioned(known, value),
        }
    }

    /// Whether the address of a place depends on that of the object, or on bytes that were not written.
    fn place_tells(&self, known: &Known, place: &Place) -> bool {
        match &place.kind {
            PlaceKind::Deref(pointer) => self.tells(known, pointer),
            PlaceKind::Field(base, _) | PlaceKind::BitLocation(base) => self.place_tells(known, base),
            PlaceKind::Index(base, index) => self.place_tells(known, base) || self.tells(known, index),
            PlaceKind::Global(_) | PlaceKind::Local(_) => false,
        }
    }

    /// Whether a place lies in the object, and all of its bytes were written.
    fn is_written(&self, known: &Known, place: &Place) -> bool {
        let Some((_, offset)) = self.located(place).filter(|(register, _)| known.registers.contains(register)) else {
            return false;
        };
        let size = self.program.types.size_of(place.ty).unwrap_or(u64::MAX);
        size <= BYTES && (offset..offset.saturating_add(size)).all(|byte| known.written.contains(&byte))
    }

    fn mentioned(&self, known: &Known, value: &Expr) -> bool {
        let mut mentioned = Mentioned::default();
        walk_expr(value, &mut mentioned);
        mentioned.locals.iter().any(|local| known.registers.contains(local))
    }

    /// The register and the distance from what it points to, of a place.
    fn located(&self, place: &Place) -> Option<(LocalId, u64)> {
        let within = |base: &Place, distance: Option<u64>| {
            let (register, offset) = self.located(base)?;
            Some((register, offset.checked_add(distance?)?))
        };
        match &place.kind {
            PlaceKind::Deref(pointer) => self.base(pointer),
            PlaceKind::Field(base, number) => {
                let field = field_of(&self.program.types, base.ty, *number)?;
                within(base, field.bits.is_none().then_some(field.offset))
            }
            PlaceKind::Index(base, index) => within(base, self.distance(index, place.ty)),
            PlaceKind::Global(_) | PlaceKind::Local(_) | PlaceKind::BitLocation(_) => None,
        }
    }

    fn distance(&self, index: &Expr, element: TypeId) -> Option<u64> {
        match index.kind {
            ExprKind::Integer(number) => u64::try_from(number).ok()?.checked_mul(self.program.types.size_of(element)?),
            _ => None,
        }
    }

    /// The same of a pointer.
    pub fn base(&self, pointer: &Expr) -> Option<(LocalId, u64)> {
        match &pointer.kind {
            ExprKind::Read(place) => match place.kind {
                PlaceKind::Local(local) if self.procedure.locals[local].is_register => Some((local, 0)),
                _ => None,
            },
            ExprKind::Cast(inner) if self.keeps_address(pointer, inner) => self.base(inner),
            ExprKind::AddressOf(place) => self.located(place),
            _ => None,
        }
    }

    /// Whether a conversion keeps all bits of an address: a part of it may be zero.
    pub fn keeps_address(&self, cast: &Expr, inner: &Expr) -> bool {
        let types = &self.program.types;
        !matches!(types.kind(cast.ty), TypeKind::Bool) && types.size_of(cast.ty) >= types.size_of(inner.ty)
    }
}

/// The locals that code mentions.
#[derive(Default)]
pub(super) struct Mentioned {
    pub locals: Vec<LocalId>,
}

impl Visitor for Mentioned {
    fn local(&mut self, local: LocalId) {
        self.locals.push(local);
    }
}
