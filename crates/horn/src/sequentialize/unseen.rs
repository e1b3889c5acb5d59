//! Transitions that may end an execution although no property of the run concerns them: an invalid memory access in a run that does not
//! check memory. What the thread did before must be visible to other threads even then, so a context switch is considered in front of such
//! a transition.
//!
//! There is no switch inside of an atomic section, so the switch must be considered in front of the section. A path notices such a
//! transition only when it reaches it; by then it may be too late, since the section may have begun in an earlier path. So sections are
//! checked by their text: a section needs no switch in front of it if all its accesses name their variables.

use std::collections::BTreeSet;

use raddle_program::automaton::{Automaton, Location, TransitionData};
use raddle_program::entity::Table;
use raddle_program::syntax::{Effect, Expr, ExprKind, Place, PlaceKind, ProcedureId, Program};
use raddle_program::types::{ArrayLength, TypeKind};
use raddle_program::visit::{Visitor, walk_effect, walk_expr};

/// Whether a transition itself may end the execution.
pub fn may_end(program: &Program, data: &TransitionData) -> bool {
    let mut accesses = Accesses { program, may_be_outside: false };
    if let Some(guard) = &data.guard {
        walk_expr(&guard.condition, &mut accesses);
    }
    walk_effect(&data.effect, &mut accesses);
    accesses.may_be_outside || matches!(data.effect, Effect::Free(..))
}

/// The locations in front of atomic sections in which a transition may end the execution.
pub fn sections_that_may_end(
    program: &Program,
    automata: &Table<ProcedureId, Automaton>,
) -> BTreeSet<(ProcedureId, Location)> {
    let mut found = BTreeSet::new();
    for (procedure, automaton) in automata.iter() {
        let begins = automaton.transitions.values().filter(|data| matches!(data.effect, Effect::AtomicBegin));
        let may_end = begins.filter(|data| section_may_end(program, automaton, data.to));
        found.extend(may_end.map(|data| (procedure, data.from)));
    }
    found
}

/// Whether the execution may end in a section that begins at a location.
fn section_may_end(program: &Program, automaton: &Automaton, start: Location) -> bool {
    let mut seen = BTreeSet::new();
    let mut pending = vec![(start, 1_usize)];
    while let Some((location, depth)) = pending.pop() {
        if !seen.insert((location, depth)) {
            continue;
        }
        for &transition in automaton.outgoing(location) {
            let data = &automaton.transitions[transition];
            let depth = match data.effect {
                Effect::AtomicBegin => depth + 1,
                Effect::AtomicEnd => depth - 1,
                _ if goes_elsewhere(&data.effect) || may_end(program, data) => return true,
                _ => depth,
            };
            // Sections nest more deeply than the automaton has locations, so some cycle opens a section in each iteration.
            if depth > automaton.locations.len() {
                return true;
            }
            if depth > 0 {
                pending.push((data.to, depth));
            }
        }
    }
    false
}

/// Whether a step may do more than the expressions of its effect show.
fn goes_elsewhere(effect: &Effect) -> bool {
    match effect {
        Effect::Call { .. }
        | Effect::Return(_)
        | Effect::Exit(_)
        | Effect::Spawn { .. }
        | Effect::Join { .. }
        | Effect::Synchronize { .. }
        | Effect::External { .. }
        | Effect::Allocate { .. }
        | Effect::Free(..)
        | Effect::CopyBytes { .. }
        | Effect::FillBytes { .. }
        | Effect::Unsupported(_) => true,
        Effect::Skip
        | Effect::Stop
        | Effect::Assign { .. }
        | Effect::Initialize { .. }
        | Effect::Input { .. }
        | Effect::Assume(_)
        | Effect::Assert { .. }
        | Effect::Live { .. }
        | Effect::Dead(_)
        | Effect::Fence(_)
        | Effect::AtomicBegin
        | Effect::AtomicEnd => false,
    }
}

/// Whether code accesses memory through pointers, or with indices that may be out of bounds.
struct Accesses<'p> {
    program: &'p Program,
    may_be_outside: bool,
}

impl Accesses<'_> {
    fn is_inside(&self, array: &Place, index: &Expr) -> bool {
        let ExprKind::Integer(index) = index.kind else { return false };
        match self.program.types.kind(array.ty) {
            TypeKind::Array { length: ArrayLength::Fixed(length), .. } => {
                u64::try_from(index).is_ok_and(|index| index < *length)
            }
            _ => false,
        }
    }
}

impl Visitor for Accesses<'_> {
    fn place(&mut self, place: &Place) {
        self.may_be_outside |= match &place.kind {
            PlaceKind::Deref(pointer) => !matches!(pointer.kind, ExprKind::AddressOf(_)),
            PlaceKind::Index(array, index) => !self.is_inside(array, index),
            PlaceKind::Global(_) | PlaceKind::Local(_) | PlaceKind::Field(..) | PlaceKind::BitLocation(_) => false,
        };
    }

    fn expr(&mut self, expr: &Expr) {
        self.may_be_outside |= matches!(expr.kind, ExprKind::AllocationSize(..));
    }
}
