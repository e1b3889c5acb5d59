//! What single steps do to a counter: changes by one, and tests of its value.
//!
//! A *change* is a read of the cell into a register and a write of that value plus or minus one, with nothing but steps of registers
//! between the two. A *test* is a branch whose condition compares the value that was just read with something. Both are *guarded* by
//! locks that the thread has all the time, or because they are atomic.
//!
//! Rule. A call may lie between the two steps, for example the call of a signal handler. The called code, with all its callees, must not
//! write the cell and must not synchronize with other threads.
//!
//! Rule: the code that is called between a read and its use neither writes the cell nor synchronizes.
//! Tests: `live_counter_interrupted`, `live_counter_unlocked_by_a_handler`, `live_counter_with_its_written_lock_given_back`,
//! `ticket_with_its_written_lock_given_back`.

use raddle_program::automaton::{Automaton, Location, Transition, TransitionData};
use raddle_program::builder::field_of;
use raddle_program::entity::Table;
use raddle_program::memory_order::Atomic;
use raddle_program::syntax::{
    BinaryOperator, Effect, Expr, ExprKind, Place, PlaceKind, ProcedureId, Program, UnaryOperator,
};
use raddle_program::types::{TypeId, TypeKind};
use raddle_program::written_registers::written;
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

use crate::held_lock::HeldLocks;
use crate::linear::{Base, Linear, Reader};
use crate::number::Shape;
use crate::points_to::CodePlace;
use crate::points_to::{AccessSite, Context, ObjectKind, PointsTo, Target};

/// How many steps lie between the read and the write of a change at most, or between a read and its test.
const NEAR: u32 = 6;

/// What makes accesses to a cell indivisible, and orders them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Guard {
    /// The lock with this first byte, for itself alone.
    Lock(Target),
    /// Atomic operations.
    Atomic,
    /// The assumption that all accesses to the cell are atomic ([`Steps::if_atomic`]).
    Assumed,
}

/// A change by one.
#[derive(Clone, Debug)]
pub(crate) struct Change {
    /// The cell.
    pub cell: Target,
    /// Whether it counts up; else it counts down.
    pub is_up: bool,
    /// What it is guarded by.
    pub guards: Vec<Guard>,
    /// Whether an atomic change orders the earlier steps of its thread before later acquiring reads.
    pub releases: bool,
}

/// A branch that is taken only if a cell compares so with a term.
pub(super) struct Test {
    /// How the cell compares.
    pub operator: BinaryOperator,
    /// With what.
    pub with: Linear,
    /// What guards the read. Atomic reads count only if they acquire.
    pub guards: Vec<Guard>,
}

/// A step that gives a register the value of a cell, plus a number.
pub(super) struct Draw {
    /// Where the cell is read.
    pub read_at: CodePlace,
    /// The number.
    pub plus: i128,
    /// What guards the read.
    pub guards: Vec<Guard>,
}

/// The code, with its accesses by step.
pub(crate) struct Steps<'a> {
    program: &'a Program,
    points_to: &'a PointsTo,
    automata: &'a Table<ProcedureId, Automaton>,
    /// What locks are held, where it is known.
    locksets: Option<&'a dyn HeldLocks>,
    sites: FxHashMap<CodePlace, Vec<&'a AccessSite>>,
    /// The cells whose accesses are taken as atomic, with acquire and release.
    if_atomic: BTreeSet<Target>,
}

/// What may lie between a read and the use of its value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Behind {
    /// Assignments to registers.
    Assignments,
    /// Any steps that leave the register as it is.
    Steps,
}

/// The value of a cell, plus a number.
struct Traced<'a> {
    site: &'a AccessSite,
    place: &'a Place,
    plus: i128,
    /// The narrowest type that the value went through, in bits.
    narrowest: u32,
    /// The calls since the read.
    calls: Vec<CodePlace>,
}

impl<'a> Steps<'a> {
    /// The steps of a program. Without lock sets no change or test is guarded by a lock.
    pub(crate) fn new(
        program: &'a Program,
        points_to: &'a PointsTo,
        automata: &'a Table<ProcedureId, Automaton>,
        locksets: Option<&'a dyn HeldLocks>,
    ) -> Steps<'a> {
        let mut sites: FxHashMap<CodePlace, Vec<&AccessSite>> = FxHashMap::default();
        for site in points_to.accesses.iter() {
            sites.entry((site.context, site.transition)).or_default().push(site);
        }
        Steps { program, points_to, automata, locksets, sites, if_atomic: BTreeSet::new() }
    }

    /// The same, as if all accesses to these cells were atomic, with acquire and release.
    pub(super) fn if_atomic(self, cells: BTreeSet<Target>) -> Steps<'a> {
        Steps { if_atomic: cells, ..self }
    }

    fn assumed(&self, cell: Target) -> Option<Guard> {
        self.if_atomic.contains(&cell).then_some(Guard::Assumed)
    }

    pub(super) fn automaton(&self, context: Context) -> &'a Automaton {
        &self.automata[self.points_to.contexts[context].procedure]
    }

    fn step(&self, (context, transition): CodePlace) -> &'a TransitionData {
        &self.automaton(context).transitions[transition]
    }

    fn reader(&self, context: Context) -> Reader<'a> {
        Reader::new(self.program, self.points_to.contexts[context].procedure)
    }

    /// Whether a place has all bits of its type.
    fn is_whole(&self, place: &Place) -> bool {
        match &place.kind {
            PlaceKind::Field(base, number) => {
                field_of(&self.program.types, base.ty, *number).is_some_and(|field| field.bits.is_none())
            }
            PlaceKind::BitLocation(_) => false,
            PlaceKind::Local(_) | PlaceKind::Global(_) | PlaceKind::Deref(_) | PlaceKind::Index(..) => true,
        }
    }

    /// The only cell that an access touches, with its width in bits.
    pub(crate) fn cell(&self, site: &AccessSite) -> Option<(Target, u32)> {
        // An access through a null pointer ends the execution. An access through an indeterminate pointer has no defined effect.
        let is_nowhere = |target: &Target| {
            matches!(self.points_to.object(target.object).kind, ObjectKind::Number | ObjectKind::Indeterminate)
        };
        let mut targets = self.points_to.targets(site.address).iter().filter(|target| !is_nowhere(target));
        let (Some(&target), None) = (targets.next(), targets.next()) else { return None };
        let object = self.points_to.object(target.object);
        let size = site.size?;
        let is_whole = object.shape.cells.iter().any(|cell| Some(cell.offset) == target.offset && cell.size == size);
        (object.kind.is_memory() && is_whole && self.points_to.is_unique(target, self.automata))
            .then(|| (target, u32::try_from(size * 8).unwrap_or(u32::MAX)))
    }

    fn keeps_truth(&self, from: TypeId, to: TypeId) -> bool {
        let shape = |ty| Shape::of(&self.program.types, ty).filter(|_| self.is_integer(ty));
        shape(from).zip(shape(to)).is_some_and(|(from, to)| to.keeps_truth_of(from))
    }

    fn is_integer(&self, ty: TypeId) -> bool {
        matches!(self.program.types.kind(ty), TypeKind::Int(_) | TypeKind::Bool)
    }

    /// The change by one that a write completes.
    pub(crate) fn change(&self, write: &AccessSite) -> Option<Change> {
        let at = (write.context, write.transition);
        let Effect::Assign { target, value } = &self.step(at).effect else { return None };
        let (cell, bits) = self.cell(write).filter(|_| write.is_write)?;
        if !self.is_integer(target.ty) || !self.is_whole(target) {
            return None;
        }
        let traced = self.traced(at, value, Behind::Assignments, NEAR)?;
        let modulus = 1i128.checked_shl(bits).filter(|&modulus| modulus > 0)?;
        let by = traced.plus.rem_euclid(modulus);
        let is_same = self.cell(traced.site)? == (cell, bits) && self.are_quiet(&traced.calls, cell);
        if !is_same || traced.narrowest < bits || !(by == 1 || by == modulus - 1) {
            return None;
        }
        let read_at = (traced.site.context, traced.site.transition);
        let (held, also) = (self.locks_at(at), self.locks_at(read_at));
        let mut guards: Vec<Guard> = held.into_iter().filter(|guard| also.contains(guard)).collect();
        let is_update = |atomic: Option<Atomic>| atomic.is_some_and(|atomic| atomic.is_update);
        if is_update(target.atomic) && is_update(traced.place.atomic) {
            guards.push(Guard::Atomic);
        }
        guards.extend(self.assumed(cell));
        let releases = target.atomic.is_some_and(|atomic| atomic.order.releases());
        Some(Change { cell, is_up: by == 1, guards, releases })
    }

    /// The number that a write stores into a cell, as a term of registers, and what guards it.
    pub(crate) fn stored(&self, write: &AccessSite) -> Option<(Linear, Vec<Guard>)> {
        let at = (write.context, write.transition);
        let Effect::Assign { target, value } = &self.step(at).effect else { return None };
        let number = self.reader(at.0).value(value).filter(|it| it.base == Base::Zero && self.is_whole(target))?;
        let (cell, _) = self.cell(write)?;
        Some((number, self.locks_at(at).into_iter().chain(self.assumed(cell)).collect()))
    }

    /// The value of a cell that a step gives to a register.
    pub(super) fn draw(&self, at: CodePlace, cell: Target) -> Option<Draw> {
        let Effect::Assign { target, value } = &self.step(at).effect else { return None };
        self.reader(at.0).as_register(target)?;
        let traced = self.traced(at, value, Behind::Steps, NEAR)?;
        let (found, bits) = self.cell(traced.site)?;
        let read_at = (traced.site.context, traced.site.transition);
        let mut guards = self.locks_at(read_at);
        if traced.place.atomic.is_some_and(|atomic| atomic.is_update) {
            guards.push(Guard::Atomic);
        }
        (found == cell && traced.narrowest >= bits).then_some(Draw { read_at, plus: traced.plus, guards })
    }

    /// What is known of a cell behind a branch.
    pub(super) fn test(&self, at: CodePlace, cell: Target) -> Option<Test> {
        let guard = self.step(at).guard.as_ref()?;
        self.condition(at, cell, &guard.condition, guard.holds)
    }

    fn condition(&self, at: CodePlace, cell: Target, condition: &'a Expr, holds: bool) -> Option<Test> {
        use BinaryOperator as B;
        match &condition.kind {
            ExprKind::Unary(UnaryOperator::LogicalNot, operand) => self.condition(at, cell, operand, !holds),
            ExprKind::Cast(operand) if self.keeps_truth(operand.ty, condition.ty) => {
                self.condition(at, cell, operand, holds)
            }
            ExprKind::Binary(operator @ (B::Equal | B::NotEqual), left, right)
                if is_condition(left) && matches!(right.kind, ExprKind::Integer(0)) =>
            {
                self.condition(at, cell, left, holds == (*operator == B::NotEqual))
            }
            ExprKind::Binary(operator, left, right) => {
                let operator = if holds { *operator } else { operator.complement()? };
                let of_left = self.value_of(at, cell, left).map(|guards| (operator, &**right, guards));
                let (operator, other, guards) = match of_left {
                    Some(found) => found,
                    None => (operator.mirrored()?, &**left, self.value_of(at, cell, right)?),
                };
                let with = self.reader(at.0).value(other)?;
                Some(Test { operator, with, guards })
            }
            _ => {
                let operator = if holds { B::NotEqual } else { B::Equal };
                let guards = self.value_of(at, cell, condition)?;
                Some(Test { operator, with: Linear::number(0), guards })
            }
        }
    }

    /// What guards the read of a cell, if an expression is its value as it was just read.
    fn value_of(&self, at: CodePlace, cell: Target, expr: &'a Expr) -> Option<Vec<Guard>> {
        let traced = self.traced(at, expr, Behind::Assignments, NEAR)?;
        let (found, bits) = self.cell(traced.site)?;
        if found != cell || traced.plus != 0 || traced.narrowest < bits || !self.are_quiet(&traced.calls, cell) {
            return None;
        }
        let mut guards = self.locks_at((traced.site.context, traced.site.transition));
        if traced.place.atomic.is_some_and(|atomic| atomic.order.acquires()) {
            guards.push(Guard::Atomic);
        }
        guards.extend(self.assumed(cell));
        Some(guards)
    }

    /// Follows a value to the read of a cell, through registers that are written right before.
    fn traced(&self, at: CodePlace, expr: &'a Expr, behind: Behind, near: u32) -> Option<Traced<'a>> {
        let (bits, _) = self.program.types.scalar_shape(expr.ty).filter(|_| self.is_integer(expr.ty))?;
        let is_truth = |ty| matches!(self.program.types.kind(ty), TypeKind::Bool);
        let found = match &expr.kind {
            ExprKind::Cast(operand) if !is_truth(expr.ty) || is_truth(operand.ty) => {
                self.traced(at, operand, behind, near)?
            }
            ExprKind::Binary(operator, left, right) => {
                let number = |expr| self.reader(at.0).value(expr).and_then(|value| value.as_number());
                let (operand, number) = match (number(left), number(right), operator) {
                    (_, Some(number), BinaryOperator::Add) => (left, number),
                    (_, Some(number), BinaryOperator::Subtract) => (left, -number),
                    (Some(number), _, BinaryOperator::Add) => (right, number),
                    _ => return None,
                };
                let traced = self.traced(at, operand, behind, near)?;
                Traced { plus: traced.plus.checked_add(number)?, ..traced }
            }
            ExprKind::Read(place) => match place.kind {
                PlaceKind::Local(local) if self.reader(at.0).is_register(local) => {
                    let before = self.only_step_to(at.0, self.step(at).from).filter(|_| near > 0)?;
                    let (one, other) = written(&self.step(before).effect);
                    let is_written = one == Some(local) || other == Some(local);
                    match &self.step(before).effect {
                        Effect::Assign { value, .. } if is_written => self.traced(before, value, behind, near - 1)?,
                        Effect::Assign { target, .. } if self.reader(at.0).as_register(target).is_some() => {
                            self.traced(before, expr, behind, near - 1)?
                        }
                        _ if behind == Behind::Steps && !is_written => self.traced(before, expr, behind, near - 1)?,
                        Effect::Call { .. } if !is_written => {
                            let mut found = self.traced(before, expr, behind, near - 1)?;
                            found.calls.push(before);
                            found
                        }
                        _ => return None,
                    }
                }
                _ => {
                    let reads = self.sites.get(&at)?.iter().filter(|site| !site.is_write).collect::<Vec<_>>();
                    let &[site] = reads.as_slice() else { return None };
                    if !self.is_whole(place) {
                        return None;
                    }
                    Traced { site, place, plus: 0, narrowest: bits, calls: Vec::new() }
                }
            },
            _ => return None,
        };
        Some(Traced { narrowest: found.narrowest.min(bits), ..found })
    }

    /// Whether calls, with all that they call, neither write a cell nor synchronize with other threads.
    fn are_quiet(&self, calls: &[CodePlace], cell: Target) -> bool {
        if !calls.iter().all(|&call| self.is_quiet(call, cell)) {
            return false;
        }
        let callees = |call: &CodePlace| self.points_to.calls.get(call).into_iter().flatten().copied();
        let mut pending: Vec<Context> = calls.iter().flat_map(callees).collect();
        let mut seen: BTreeSet<Context> = pending.iter().copied().collect();
        while let Some(context) = pending.pop() {
            for place in self.transitions(context).map(|transition| (context, transition)) {
                if !self.is_quiet(place, cell) {
                    return false;
                }
                pending.extend(callees(&place).filter(|&callee| seen.insert(callee)));
            }
        }
        true
    }

    /// The same of one step, without what it calls. A call of unknown code may do anything.
    fn is_quiet(&self, place: CodePlace, cell: Target) -> bool {
        let is_plain = match &self.step(place).effect {
            Effect::Call { .. } => self.points_to.calls.contains_key(&place),
            Effect::Skip | Effect::Assign { .. } | Effect::Initialize { .. } | Effect::Input { .. } => true,
            Effect::Assume(_) | Effect::Assert { .. } | Effect::Return(_) => true,
            // A section may take or give back a lock that the program wrote itself.
            effect => matches!(effect, Effect::Live { .. } | Effect::Dead(_)),
        };
        let mut writes = self.sites.get(&place).into_iter().flatten().filter(|site| site.is_write);
        let may_write = |site: &&AccessSite| {
            let targets = self.points_to.targets(site.address);
            targets.iter().any(|target| {
                target.object == cell.object || matches!(self.points_to.object(target.object).kind, ObjectKind::Unknown)
            })
        };
        is_plain && !writes.any(may_write)
    }

    fn only_step_to(&self, context: Context, location: Location) -> Option<CodePlace> {
        let mut before = self.automaton(context).transitions.iter().filter(|(_, step)| step.to == location);
        let (Some((transition, _)), None) = (before.next(), before.next()) else { return None };
        Some((context, transition))
    }

    fn locks_at(&self, (context, transition): CodePlace) -> Vec<Guard> {
        let held = self.locksets.into_iter().flat_map(|locksets| locksets.held(context, transition));
        held.filter(|held| !held.is_shared).map(|held| Guard::Lock(held.lock)).collect()
    }

    /// The transitions of a context.
    pub(super) fn transitions(&self, context: Context) -> impl Iterator<Item = Transition> + use<'a> {
        self.automaton(context).transitions.ids()
    }
}

fn is_condition(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Unary(UnaryOperator::LogicalNot, _) => true,
        ExprKind::Binary(operator, ..) => operator.complement().is_some(),
        _ => false,
    }
}
