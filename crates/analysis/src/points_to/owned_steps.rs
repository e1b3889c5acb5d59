//! What single steps do to an object that code has to itself ([`super::owned`]): which registers hold its address, and where it is freed or
//! becomes known to other code.

use raddle_program::automaton::TransitionData;
use raddle_program::synchronization::SynchronizationFamily as Family;
use raddle_program::syntax::{Callee, Effect, Expr, ExprKind, LocalId, Place, PlaceKind, ProcedureId, Synchronization};
use raddle_program::types::TypeKind;
use raddle_program::visit::{Visitor, walk_effect, walk_expr};
use raddle_program::written_registers::written;
use std::collections::BTreeSet;

use super::birth::Birth;
use super::handed::{Mentions, register_of, zero_behind};
use super::told::reads;

/// What is known of the object at a location.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Held {
    /// The registers that hold its address, or one inside of it, on every path.
    pub certain: BTreeSet<LocalId>,
    /// The registers that hold it on some path.
    pub possible: BTreeSet<LocalId>,
    /// Whether no thread was created with it.
    pub is_own: bool,
    /// The register that is not zero if the creation which got the object failed.
    pub failure: Option<LocalId>,
}

/// What a step does to an object.
pub(super) enum Next {
    Held(Held),
    /// Nothing comes behind it, or the object is left.
    Ends,
    Freed,
    /// Other code may learn its address.
    Told,
    /// The procedure returns its address, and whether it certainly does.
    Returned(bool),
}

/// What a procedure may do with an argument that it does not make known to other code.
#[derive(Clone, Copy, Debug)]
pub(super) struct Passed {
    /// Whether it, or a thread that it creates, may free the object.
    pub is_freed: bool,
    /// Whether it may return the address.
    pub may_be_returned: bool,
}

/// What procedures do with their arguments, by number; `None` if other code may learn the address.
pub(super) type Passes<'a> = dyn Fn(ProcedureId, usize) -> Option<Passed> + 'a;

/// What a step does to an object. A call passes it on.
pub(super) fn next(birth: &Birth<'_>, data: &TransitionData, before: &Held, passed: &Passes<'_>) -> Next {
    let mut after = before.clone();
    let (one, other) = written(&data.effect);
    let results: Vec<LocalId> = one.into_iter().chain(other).collect();
    if let Some(failure) = before.failure {
        let is_it = |expr: &Expr| birth.base(expr) == Some((failure, 0));
        if data.guard.as_ref().and_then(|guard| zero_behind(&birth.program.types, guard, &is_it)) == Some(false) {
            (after.is_own, after.failure) = (true, None);
        }
        after.failure = after.failure.filter(|failure| !results.contains(failure));
    }
    let is_possible = |register: LocalId| before.possible.contains(&register);
    let harmless = Mentions::of(birth, data, &before.possible).harmless;
    let all = reads(data, is_possible, &results);
    after.forget(&results);
    if let Effect::Live { local, .. } = &data.effect {
        after.forget(&[*local]);
        return Next::Held(after);
    }
    if all > 0 && !before.is_own {
        return Next::Told;
    }
    match &data.effect {
        Effect::Assign { target: Place { kind: PlaceKind::Local(target), .. }, value }
            if birth.procedure.locals[*target].is_register
                && all == 1
                && register_of(birth, value).is_some_and(is_possible) =>
        {
            let origin = register_of(birth, value);
            after.possible.insert(*target);
            after.certain.extend(origin.filter(|origin| before.certain.contains(origin)).map(|_| *target));
            Next::Held(after)
        }
        Effect::Return(Some(value)) if all == 1 && birth.base(value).is_some_and(|it| is_possible(it.0)) => {
            let is_certain =
                birth.base(value).is_some_and(|(register, offset)| offset == 0 && before.certain.contains(&register));
            Next::Returned(is_certain)
        }
        Effect::Return(_) | Effect::Exit(_) | Effect::Stop if all == harmless => Next::Ends,
        Effect::Spawn { argument, result, .. }
            if all == 1 && birth.base(argument).is_some_and(|it| it.1 == 0 && is_possible(it.0)) =>
        {
            (after.is_own, after.failure) = (false, *result);
            Next::Held(after)
        }
        Effect::Free(address, _) if register_of(birth, address).is_some_and(is_possible) => Next::Freed,
        Effect::FillBytes { target, .. } if all == 1 && register_of(birth, target).is_some_and(is_possible) => {
            Next::Held(after)
        }
        Effect::CopyBytes { target, origin, .. } => {
            let followed = [target, origin].into_iter().filter(|it| register_of(birth, it).is_some_and(is_possible));
            if followed.count() == all { Next::Held(after) } else { Next::Told }
        }
        Effect::Synchronize { operation, operands, .. }
            if all == 1 && uses_lock(*operation) && register_of(birth, &operands[0]).is_some_and(is_possible) =>
        {
            Next::Held(after)
        }
        Effect::Call { callee: Callee::Procedure(callee), arguments, result, .. } => {
            let addresses: Vec<(usize, LocalId)> = arguments
                .iter()
                .enumerate()
                .filter_map(|(number, it)| Some((number, register_of(birth, it).filter(|it| is_possible(*it))?)))
                .collect();
            if addresses.len() + harmless != all {
                return Next::Told;
            }
            for &(number, _) in &addresses {
                let Some(passed) = passed(*callee, number) else { return Next::Told };
                if passed.is_freed {
                    return Next::Freed;
                }
                if passed.may_be_returned {
                    match result {
                        Some(result) if birth.procedure.locals[*result].is_register => {
                            after.possible.insert(*result);
                        }
                        Some(_) => return Next::Told,
                        None => {}
                    }
                }
            }
            Next::Held(after)
        }
        _ if all == harmless => Next::Held(after),
        _ => Next::Told,
    }
}

impl Held {
    /// What holds on either of two paths.
    pub fn met(&self, other: &Held) -> Held {
        Held {
            certain: self.certain.intersection(&other.certain).copied().collect(),
            possible: self.possible.union(&other.possible).copied().collect(),
            is_own: self.is_own && other.is_own,
            failure: self.failure.filter(|_| self.failure == other.failure),
        }
    }

    fn forget(&mut self, registers: &[LocalId]) {
        self.certain.retain(|register| !registers.contains(register));
        self.possible.retain(|register| !registers.contains(register));
    }
}

/// Operations on a lock that do not pass its address on.
fn uses_lock(operation: Synchronization) -> bool {
    matches!(
        operation.family(),
        Family::Mutex | Family::Condition | Family::ReadWrite | Family::Spin | Family::Barrier | Family::Semaphore
    )
}

/// The number of the argument, if a step passes the address of an object, and passes it once: to the procedure that it calls, or to the
/// thread that it creates.
pub(super) fn given_to(birth: &Birth<'_>, data: &TransitionData, before: &Held) -> Option<usize> {
    let is_possible = |expr: &Expr| register_of(birth, expr).is_some_and(|it| before.possible.contains(&it));
    let is_whole = |expr: &Expr| birth.base(expr).is_some_and(|it| it.1 == 0 && before.certain.contains(&it.0));
    match &data.effect {
        Effect::Call { callee: Callee::Procedure(_), arguments, .. } => {
            let mut passed = arguments.iter().enumerate().filter(|(_, argument)| is_possible(argument));
            let (number, argument) = passed.next()?;
            (passed.next().is_none() && is_whole(argument)).then_some(number)
        }
        Effect::Spawn { argument, .. } => is_whole(argument).then_some(0),
        _ => None,
    }
}

/// Whether a step follows pointers, and each of them is a register that holds an address in the object.
pub(super) fn follows_only(birth: &Birth<'_>, data: &TransitionData, certain: &BTreeSet<LocalId>) -> bool {
    let mut found = FollowedPointers { birth, certain, count: 0, is_other: false };
    walk_effect(&data.effect, &mut found);
    if let Some(guard) = &data.guard {
        walk_expr(&guard.condition, &mut found);
    }
    match &data.effect {
        Effect::Free(pointer, _) | Effect::FillBytes { target: pointer, .. } => found.pointer(pointer),
        Effect::CopyBytes { target, origin, .. } => [target, origin].into_iter().for_each(|it| found.pointer(it)),
        Effect::Synchronize { operation, operands, .. } if uses_lock(*operation) => {
            let is_pointer = |it: &&Expr| matches!(birth.program.types.kind(it.ty), TypeKind::Pointer(_));
            operands.iter().filter(is_pointer).for_each(|it| found.pointer(it));
        }
        Effect::Skip
        | Effect::Assign { .. }
        | Effect::Assume(_)
        | Effect::Assert { .. }
        | Effect::Call { .. }
        | Effect::Return(_) => {}
        _ => return false,
    }
    found.count > 0 && !found.is_other
}

/// Looks at the pointers that code follows.
struct FollowedPointers<'a, 'p> {
    birth: &'a Birth<'p>,
    certain: &'a BTreeSet<LocalId>,
    count: usize,
    is_other: bool,
}

impl FollowedPointers<'_, '_> {
    fn pointer(&mut self, pointer: &Expr) {
        self.count += 1;
        self.is_other |= !register_of(self.birth, pointer).is_some_and(|it| self.certain.contains(&it));
    }
}

impl Visitor for FollowedPointers<'_, '_> {
    fn expr(&mut self, expr: &Expr) {
        // The size is that of an object which must be alive.
        if let ExprKind::AllocationSize(pointer, _) = &expr.kind {
            self.pointer(pointer);
        }
    }

    fn place(&mut self, place: &Place) {
        if let PlaceKind::Deref(pointer) = &place.kind {
            self.pointer(pointer);
        }
    }
}
