//! Writes that may change the bytes of a synchronization object through another type: `memset` in a function with a `void *` parameter, a member
//! of a union around it, a loop over its bytes.
//!
//! The state of a synchronization object does not lie in its bytes. Where a program assigns such an object, or fills it by its name, an
//! `overwrite` stands beside the write, so that the state follows. No other write changes the state. If one may hit an object that a
//! synchronization call names, what an engine shows about the program holds only as long as it does not.
//!
//! Rule. A write is *foreign* to an object if it may touch bytes of it, and
//! - no `overwrite` that may name the object stands beside the write;
//! - it is not the initialization of a declaration, nor a write into a new object that no other thread has;
//! - it does not end the life of the object.
//!
//! A pointer into an array counts as one that does not leave the array while it moves by elements: a queue often has its lock beside its
//! entries. (`docs/limits.md` says so.) Where no pointer can leave it for a lock, the usual points-to sets show it, and the ones for
//! this assumption are not computed.
//!
//! Left out: the order of writes and calls.
//!
//! Rule: a proof needs that no foreign write exists. Copies and fillings of unknown length reach to the end of the array or object.
//! Tests: in `locks`: `filled_through_void`, `filled_beside_the_lock`, `lock_in_a_union`, `lock_cleared_by_bytes`,
//! `lock_behind_the_entries`, `lock_copied_through_void`.

use raddle_program::automaton::Automaton;
use raddle_program::entity::Table;
use raddle_program::source::{FileId, Span};
use raddle_program::syntax::{Effect, Expr, ProcedureId, Program, Synchronization as S, SynchronizationFamily};
use raddle_program::types::TypeKind;
use rustc_hash::{FxHashMap, FxHashSet};

use super::points_to::{AbstractObject, AccessSite, CodePlace, PointsTo, Target};

/// A foreign write.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct ForeignWrite {
    /// What is written.
    pub write: Span,
    /// A synchronization call that names the object.
    pub call: Span,
}

/// The foreign writes, in the order of the text.
pub fn foreign_writes(
    program: &Program,
    points_to: &PointsTo,
    automata: &Table<ProcedureId, Automaton>,
) -> Vec<ForeignWrite> {
    let find = |points_to: &PointsTo| Search::of(program, points_to, automata).all();
    match find(points_to).is_empty() {
        true => Vec::new(),
        false => find(&PointsTo::within_members(program, automata)),
    }
}

/// How the names of the library's texts begin.
const LIBRARY: &str = "<raddle>/";

/// A cell: an object and a position in its shape.
type CellOf = (AbstractObject, usize);

struct Search<'a> {
    program: &'a Program,
    points_to: &'a PointsTo,
    automata: &'a Table<ProcedureId, Automaton>,
    /// The cells of synchronization objects, each with a call that names it.
    used: FxHashMap<CellOf, CodePlace>,
    /// The cells that an `overwrite` beside a step names, by that step.
    noted: FxHashMap<CodePlace, FxHashSet<CellOf>>,
    /// The texts of the library that make synchronization calls.
    own_calls: FxHashSet<FileId>,
}

impl<'a> Search<'a> {
    fn of(program: &'a Program, points_to: &'a PointsTo, automata: &'a Table<ProcedureId, Automaton>) -> Search<'a> {
        let (used, noted, own_calls) = Default::default();
        let mut search = Search { program, points_to, automata, used, noted, own_calls };
        for (&place, site) in &points_to.synchronizations {
            let span = search.span(place);
            if program.source.place(span).file.starts_with(LIBRARY) {
                search.own_calls.insert(span.file);
            }
            match site.operation {
                S::Overwrite => search.note(place),
                _ => search.uses(place),
            }
        }
        search
    }

    fn all(&self) -> Vec<ForeignWrite> {
        let mut found: Vec<_> = self.points_to.accesses.iter().filter_map(|access| self.foreign(access)).collect();
        found.sort_unstable();
        found.dedup_by_key(|found| found.write);
        found
    }

    /// What the access writes of a synchronization object.
    fn foreign(&self, access: &AccessSite) -> Option<ForeignWrite> {
        let place = (access.context, access.transition);
        let begins = matches!(self.effect(place), Effect::Initialize { .. } | Effect::Live { .. });
        if !access.is_write || access.is_free || access.is_at_birth || begins || self.is_bookkeeping(access.span) {
            return None;
        }
        let beside = self.noted.get(&place);
        let is_noted = |cell: &CellOf| beside.is_some_and(|cells| cells.contains(cell));
        let cells = self.points_to.targets(access.address).iter().flat_map(|&target| self.cells(target, access.size));
        let hit = cells.filter(|cell| !is_noted(cell)).filter_map(|cell| self.used.get(&cell)).min()?;
        Some(ForeignWrite { write: access.span, call: self.span(*hit) })
    }

    /// Records the objects that a call names.
    fn uses(&mut self, place: CodePlace) {
        let Effect::Synchronize { operation, operands, .. } = self.effect(place) else { return };
        let families = match operation {
            S::ConditionRelease | S::ConditionWake | S::ConditionTimedWake => {
                vec![SynchronizationFamily::Condition, SynchronizationFamily::Mutex]
            }
            // An object that nothing uses after its initialization may be anything.
            S::MutexInit | S::ConditionInit | S::ReadWriteInit | S::SpinInit | S::BarrierInit | S::SemaphoreInit => {
                return;
            }
            _ => vec![operation.family()],
        };
        let nodes = &self.points_to.synchronizations[&place].operands;
        for ((family, operand), &node) in families.into_iter().zip(operands).zip(nodes) {
            let Some(bytes) = family.object_bytes(self.program.types.model()) else { continue };
            let bytes = self.pointee_bytes(operand).map_or(bytes, |declared| declared.min(bytes));
            for &target in self.points_to.targets(node) {
                for cell in self.points_to.touched(target, Some(bytes)) {
                    let first = self.used.entry((target.object, cell)).or_insert(place);
                    *first = (*first).min(place);
                }
            }
        }
    }

    /// Records an `overwrite` for the steps beside it: those whose text contains that of the call, or lies in it.
    fn note(&mut self, place: CodePlace) {
        let node = self.points_to.synchronizations[&place].operands[0];
        let model = self.program.types.model();
        let largest = SynchronizationFamily::ReadWrite.object_bytes(model);
        let targets = self.points_to.targets(node).iter();
        let cells: Vec<CellOf> = targets.flat_map(|&target| self.cells(target, largest)).collect();
        let call = self.span(place);
        let nests =
            |outer: Span, inner: Span| outer.file == inner.file && outer.start <= inner.start && inner.end <= outer.end;
        for (transition, data) in self.automaton(place).transitions.iter() {
            if nests(call, data.span) || nests(data.span, call) {
                self.noted.entry((place.0, transition)).or_default().extend(cells.iter().copied());
            }
        }
    }

    /// The cells that an access at a target may touch.
    fn cells(&self, target: Target, size: Option<u64>) -> impl Iterator<Item = CellOf> + use<> {
        let shape = &self.points_to.object(target.object).shape;
        let known = || target.offset.and_then(|offset| shape.end_of_member(offset)?.checked_sub(offset));
        let touched = self.points_to.touched(target, size.or_else(known));
        touched.map(move |cell| (target.object, cell))
    }

    /// Whether a write stands in a text of the library that makes synchronization calls itself: what such a text writes into an object, it
    /// reads there, in bytes that no call looks at.
    fn is_bookkeeping(&self, write: Span) -> bool {
        self.own_calls.contains(&write.file)
    }

    /// How many bytes the type of a pointer gives to what it points to.
    fn pointee_bytes(&self, pointer: &Expr) -> Option<u64> {
        match self.program.types.kind(pointer.ty) {
            TypeKind::Pointer(pointee) => match self.program.types.kind(pointee.ty) {
                TypeKind::Record(_) | TypeKind::Int(_) => self.program.types.size_of(pointee.ty),
                _ => None,
            },
            _ => None,
        }
    }

    fn automaton(&self, (context, _): CodePlace) -> &'a Automaton {
        &self.automata[self.points_to.contexts[context].procedure]
    }

    fn effect(&self, place: CodePlace) -> &'a Effect {
        &self.automaton(place).transitions[place.1].effect
    }

    fn span(&self, place: CodePlace) -> Span {
        self.automaton(place).transitions[place.1].span
    }
}
