//! Objects that a thread allocates, sets up and hands over: `p = malloc(n); p->id = i; pthread_create(.., worker, p);`
//!
//! Rule. An allocated object is *handed over* if on every path from the allocation its address, or one inside of it, is held by registers
//! of this activation alone, which only read and write the object and compare the address, until it is the argument of a
//! creation or freed; and if none of these registers is used after that. So each concrete object is given to one thread
//! at most, and the accesses of the creator come before.
//!
//! Behind a test that the address is null there is no object. Behind a test that the creation failed the object is its creator's again: no
//! thread has got it.
//!
//! [`crate::escape`] examines what the new thread does with the address.
//!
//! Rule: an object is handed over only if its creator does not use it any more, and gives it to one thread.
//! Tests: `used_after_it_is_handed_over`, `handed_over_to_two_threads`, `handed_over_and_kept`, `handed_over_and_remembered`,
//! `taken_back_from_a_creation_that_succeeded`, `part_is_kept_by_the_creator`.

use raddle_program::automaton::{Guard, Location, Transition, TransitionData};
use raddle_program::syntax::{
    BinaryOperator, Effect, Expr, ExprKind, LocalId, Place, PlaceKind, Synchronization, UnaryOperator,
};
use raddle_program::types::{TypeKind, Types};
use raddle_program::visit::{Visitor, walk_effect, walk_expr};
use raddle_program::written_registers::written;
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

use super::birth::Birth;
use super::told::Mentioned;

/// What is known at a location.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Ownership {
    /// The registers that hold the address, or one inside of the object, and are read later.
    registers: BTreeSet<LocalId>,
    /// Whether the object is still its creator's.
    is_own: bool,
    /// The register that is not zero if the creation which got the object failed.
    failure: Option<LocalId>,
}

/// The creations to which an allocated object is handed over; `None` if other code may learn of it.
pub(super) fn handed_over(birth: &Birth<'_>, allocation: Transition, target: LocalId) -> Option<BTreeSet<Transition>> {
    let automaton = birth.automaton;
    let live = birth.new_objects.live(birth.id);
    let first = automaton.transitions[allocation].to;
    let start = Ownership { registers: BTreeSet::from([target]), is_own: true, failure: None };
    let mut held: FxHashMap<Location, Ownership> = FxHashMap::from_iter([(first, start)]);
    let mut pending = vec![first];
    let mut creations = BTreeSet::new();
    while let Some(location) = pending.pop() {
        let before = held[&location].clone();
        for &transition in automaton.outgoing(location) {
            if transition == allocation {
                // The register gets a new object; other registers may still hold the address of this one.
                let to = automaton.transitions[allocation].to;
                let is_kept = |register: &LocalId| *register != target && live.is_live(to, *register);
                if before.registers.iter().any(is_kept) {
                    return None;
                }
                continue;
            }
            let data = &automaton.transitions[transition];
            if data.guard.as_ref().is_some_and(|guard| is_null(birth, |it| before.registers.contains(&it), guard)) {
                continue;
            }
            let mut after = next(birth, data, &before)?;
            // Nothing comes behind it.
            if matches!(data.effect, Effect::Return(_) | Effect::Exit(_) | Effect::Stop) {
                continue;
            }
            after.registers.retain(|&register| live.is_live(data.to, register));
            if before.is_own && !after.is_own && matches!(data.effect, Effect::Spawn { .. }) {
                creations.insert(transition);
            }
            let met = match held.get(&data.to) {
                None => after,
                Some(there) if there.is_own && after.is_own && there.registers != after.registers => return None,
                // What one path has handed over is not used, whatever the other one has done.
                Some(there) => {
                    let registers = there.registers.union(&after.registers).copied().collect();
                    let failure = there.failure.filter(|_| there.failure == after.failure);
                    Ownership { registers, is_own: there.is_own && after.is_own, failure }
                }
            };
            if held.get(&data.to) != Some(&met) {
                held.insert(data.to, met);
                pending.push(data.to);
            }
        }
    }
    (!creations.is_empty()).then_some(creations)
}

/// The facts behind a transition; `None` if another part of the program may get the address, or if the object is used
/// after it was handed over.
fn next(birth: &Birth<'_>, data: &TransitionData, before: &Ownership) -> Option<Ownership> {
    let mut after = before.clone();
    if let Some(failure) = before.failure {
        let is_it = |expr: &Expr| birth.base(expr) == Some((failure, 0));
        if data.guard.as_ref().and_then(|guard| zero_behind(&birth.program.types, guard, &is_it)) == Some(false) {
            (after.is_own, after.failure) = (true, None);
        }
        let (one, other) = written(&data.effect);
        after.failure = after.failure.filter(|_| one != before.failure && other != before.failure);
    }
    if let Effect::Live { local, .. } = &data.effect {
        after.registers.remove(local);
        return Some(after);
    }
    let mentions = Mentions::of(birth, data, &before.registers);
    let is_held = |register: LocalId| before.registers.contains(&register);
    let is_whole = |value: &Expr| birth.base(value).is_some_and(|(register, offset)| offset == 0 && is_held(register));
    if let Effect::Assign { target: Place { kind: PlaceKind::Local(target), .. }, value } = &data.effect
        && birth.procedure.locals[*target].is_register
    {
        if before.is_own
            && register_of(birth, value).is_some_and(is_held)
            && mentions.all == 1 + mentions.of_written(*target)
        {
            after.registers.insert(*target);
            return Some(after);
        }
        after.registers.remove(target);
        let read = mentions.all - mentions.of_written(*target);
        return (read == 0 || before.is_own && read == mentions.harmless).then_some(after);
    }
    if mentions.all == 0 {
        return Some(after);
    }
    if !before.is_own {
        return None;
    }
    match &data.effect {
        Effect::Spawn { argument, result, .. } if mentions.all == 1 && is_whole(argument) => {
            (after.is_own, after.failure) = (false, *result);
            Some(after)
        }
        Effect::Free(address, _) if mentions.all == 1 && is_whole(address) => {
            (after.is_own, after.failure) = (false, None);
            Some(after)
        }
        Effect::FillBytes { target, .. } if mentions.all == 1 && is_whole(target) => Some(after),
        Effect::Synchronize { operation, operands, .. }
            if mentions.all == 1
                && initializes(*operation)
                && birth.base(&operands[0]).is_some_and(|(register, _)| is_held(register)) =>
        {
            Some(after)
        }
        _ if mentions.all == mentions.harmless => Some(after),
        _ => None,
    }
}

/// Whether a step is taken only if the address is null that is in some registers.
pub(super) fn is_null(birth: &Birth<'_>, holds_it: impl Fn(LocalId) -> bool, guard: &Guard) -> bool {
    let is_it = |expr: &Expr| birth.base(expr).is_some_and(|(register, _)| holds_it(register));
    zero_behind(&birth.program.types, guard, &is_it) == Some(true)
}

/// Whether a value is zero where a guard lets a thread pass; `None` if the guard does not say.
pub(super) fn zero_behind(types: &Types, guard: &Guard, is_it: &dyn Fn(&Expr) -> bool) -> Option<bool> {
    // The value that the condition compares with zero, and whether the condition says that it is.
    let (mut compared, mut says_zero) = (&guard.condition, !guard.holds);
    loop {
        match &compared.kind {
            ExprKind::Unary(UnaryOperator::LogicalNot, operand) => (compared, says_zero) = (operand, !says_zero),
            ExprKind::Binary(operator @ (BinaryOperator::Equal | BinaryOperator::NotEqual), left, right) => {
                compared = if is_zero(right) { left } else { right };
                if !is_zero(left) && !is_zero(right) {
                    return None;
                }
                says_zero ^= *operator == BinaryOperator::Equal;
            }
            ExprKind::Cast(inner) if keeps_zero(types, compared, inner) => compared = inner,
            ExprKind::Read(_) => return is_it(compared).then_some(says_zero),
            _ => return None,
        }
    }
}

/// Whether a value is the constant zero, or a null pointer.
pub(super) fn is_zero(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Integer(number) => *number == 0,
        ExprKind::Cast(inner) => is_zero(inner),
        _ => false,
    }
}

/// Whether a conversion gives zero for zero alone.
fn keeps_zero(types: &Types, cast: &Expr, inner: &Expr) -> bool {
    matches!(types.kind(cast.ty), TypeKind::Bool) || types.size_of(cast.ty) >= types.size_of(inner.ty)
}

/// The register that a pointer is, or that it is computed from.
pub(super) fn register_of(birth: &Birth<'_>, pointer: &Expr) -> Option<LocalId> {
    match &pointer.kind {
        ExprKind::Cast(inner) if !birth.keeps_address(pointer, inner) => None,
        ExprKind::Cast(inner) | ExprKind::PointerAdd { pointer: inner, .. } => register_of(birth, inner),
        ExprKind::AddressOf(place) => followed_in(place).and_then(|pointer| register_of(birth, pointer)),
        _ => birth.base(pointer).map(|(register, _)| register),
    }
}

/// The pointer that a place is reached through.
fn followed_in(place: &Place) -> Option<&Expr> {
    match &place.kind {
        PlaceKind::Deref(pointer) => Some(pointer),
        PlaceKind::Field(inner, _) | PlaceKind::Index(inner, _) | PlaceKind::BitLocation(inner) => followed_in(inner),
        PlaceKind::Global(_) | PlaceKind::Local(_) => None,
    }
}

/// Whether a call makes a synchronization object that other threads do not know yet.
fn initializes(operation: Synchronization) -> bool {
    matches!(
        operation,
        Synchronization::MutexInit
            | Synchronization::ConditionInit
            | Synchronization::ReadWriteInit
            | Synchronization::SpinInit
            | Synchronization::SemaphoreInit
            | Synchronization::BarrierInit
    )
}

/// How often a transition mentions registers, and how often it only reads or writes what they point to, or compares them.
pub(super) struct Mentions {
    pub all: usize,
    pub harmless: usize,
    /// The register that an assignment writes, if it is one of them.
    written: Option<LocalId>,
}

impl Mentions {
    pub fn of(birth: &Birth<'_>, data: &TransitionData, registers: &BTreeSet<LocalId>) -> Mentions {
        let mut mentioned = Mentioned::default();
        let mut harmless = Harmless { birth, registers, count: 0 };
        walk_effect(&data.effect, &mut mentioned);
        walk_effect(&data.effect, &mut harmless);
        if let Some(guard) = &data.guard {
            walk_expr(&guard.condition, &mut mentioned);
            walk_expr(&guard.condition, &mut harmless);
            harmless.truth(&guard.condition);
        }
        let written = match &data.effect {
            Effect::Assign { target: Place { kind: PlaceKind::Local(target), .. }, .. } => {
                registers.contains(target).then_some(*target)
            }
            _ => None,
        };
        let all = mentioned.locals.iter().filter(|local| registers.contains(local)).count();
        Mentions { all, harmless: usize::try_from(harmless.count).unwrap_or(0), written }
    }

    /// Whether the register is written, as a number.
    fn of_written(&self, register: LocalId) -> usize {
        usize::from(self.written == Some(register))
    }
}

/// Counts harmless mentions. The address of a member is none, unless it is followed at once.
struct Harmless<'a, 'p> {
    birth: &'a Birth<'p>,
    registers: &'a BTreeSet<LocalId>,
    count: i64,
}

impl Harmless<'_, '_> {
    fn has(&self, register: Option<LocalId>) -> bool {
        register.is_some_and(|register| self.registers.contains(&register))
    }

    /// A register that is a condition.
    fn truth(&mut self, condition: &Expr) {
        match &condition.kind {
            ExprKind::Unary(_, operand) | ExprKind::Cast(operand) => self.truth(operand),
            ExprKind::Read(place) if matches!(place.kind, PlaceKind::Local(_)) => {
                self.count += i64::from(self.has(self.birth.base(condition).map(|(register, _)| register)));
            }
            _ => {}
        }
    }
}

impl Visitor for Harmless<'_, '_> {
    fn place(&mut self, place: &Place) {
        if let PlaceKind::Deref(pointer) = &place.kind {
            self.count += i64::from(self.has(register_of(self.birth, pointer)));
        }
    }

    fn expr(&mut self, expr: &Expr) {
        match &expr.kind {
            // The place inside was counted as if it were accessed.
            ExprKind::AddressOf(place) => {
                let followed = followed_in(place).and_then(|pointer| register_of(self.birth, pointer));
                self.count -= i64::from(self.has(followed));
            }
            ExprKind::Binary(BinaryOperator::Equal | BinaryOperator::NotEqual, left, right) => {
                for operand in [left, right] {
                    self.count += i64::from(self.has(register_of(self.birth, operand)));
                }
            }
            _ => {}
        }
    }
}
