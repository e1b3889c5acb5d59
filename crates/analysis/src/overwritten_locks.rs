//! Writes that may change the bytes of a synchronization object through another type: `memset` in a function with a `void *` parameter, a member
//! of a union around it, a loop over its bytes.
//!
//! The state of a synchronization object does not lie in its bytes. Where a program assigns such an object, or fills it by its name, an
//! `overwrite` stands beside the write, so that the state follows. No other write changes the state. If one may hit an object that a
//! synchronization call names, what an engine shows about the program holds only as long as it does not.
//!
//! A write is *foreign* to a synchronization object if it may touch its bytes, unless an `overwrite` for the object stands beside it, it
//! initializes a declaration or a new object that no other thread has, or it frees the object.
//!
//! A pointer that moves by elements of an array is assumed to stay in the array (`docs/limits.md`), since queues often have their lock
//! behind their entries. A pointer to the first byte of a structure that begins with an array is no such pointer, unless an index or the
//! text of the call names the array. The points-to sets under this assumption are computed only if the usual ones show a foreign write.
//!
//! What is left is looked at again with copies of small procedures ([`super::copies`]), which tell apart what `xmalloc` gives to its callers.
//!
//! No context stands for the code of destructors and cleanup handlers: if it copies or fills bytes, or stores a byte through a pointer, that
//! counts as a foreign write.
//!
//! A call that takes an object for one of another kind than another call does, a mutex for a semaphore, counts as a foreign write, if both name one
//! object in every execution.
//!
//! Left out: the order of writes and calls. A write before the initialization counts, too.
//!
//! Rule: a proof needs that no foreign write exists. Copies and fillings of unknown length reach to the end of what may begin there.
//! Tests: in `locks`: `filled_through_void`, `filled_beside_the_lock`, `lock_in_a_union`, `lock_cleared_by_bytes`,
//! `lock_behind_the_entries`, `lock_copied_through_void`, `filled_from_a_name`, `cleared_by_bytes_from_a_name`,
//! `filled_beyond_a_buffer`, `filled_by_a_destructor`, `cleared_by_bytes_by_a_destructor`, `mutex_in_the_place_of_a_semaphore`.

use raddle_program::automaton::Automaton;
use raddle_program::entity::Table;
use raddle_program::source::{FileId, Span};
use raddle_program::syntax::{
    BinaryOperator, Effect, Expr, ExprKind, Place, PlaceKind, ProcedureId, Program, Synchronization as S,
    SynchronizationFamily,
};
use raddle_program::types::TypeKind;
use raddle_program::written_registers::written;
use rustc_hash::{FxHashMap, FxHashSet};

use super::points_to::{AbstractObject, AccessSite, CodePlace, PointsTo, Target, decayed};

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
    /// The objects that calls certainly name, by their places: what a call takes each for.
    kinds: FxHashMap<(AbstractObject, u64), (SynchronizationFamily, CodePlace)>,
    /// Calls that take an object for another kind than another call does, and that call.
    of_other_kinds: Vec<[CodePlace; 2]>,
    /// The texts of the library that make synchronization calls.
    own_calls: FxHashSet<FileId>,
}

impl<'a> Search<'a> {
    fn of(program: &'a Program, points_to: &'a PointsTo, automata: &'a Table<ProcedureId, Automaton>) -> Search<'a> {
        let (used, noted, kinds, own_calls) = Default::default();
        let of_other_kinds = Vec::new();
        let mut search = Search { program, points_to, automata, used, noted, kinds, of_other_kinds, own_calls };
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
        found.extend(self.hidden());
        let of_other_kinds = self.of_other_kinds.iter().map(|places| places.map(|place| self.span(place)));
        found.extend(of_other_kinds.map(|[write, call]| ForeignWrite { write, call }));
        found.sort_unstable();
        found.dedup_by_key(|found| found.write);
        found
    }

    /// What code that no context stands for copies, fills or stores byte by byte.
    fn hidden(&self) -> Vec<ForeignWrite> {
        let call = self.used.values().min().map(|&call| self.span(call));
        let Some(call) = call.filter(|_| self.points_to.hides_calls) else { return Vec::new() };
        let seen: FxHashSet<ProcedureId> = self.points_to.contexts.values().map(|data| data.procedure).collect();
        let unseen = self.automata.iter().filter(|(procedure, _)| !seen.contains(procedure));
        let steps = unseen.flat_map(|(_, automaton)| automaton.transitions.values());
        let stores_a_byte = |target: &Place| {
            matches!(target.kind, PlaceKind::Deref(_)) && self.program.types.size_of(target.ty) == Some(1)
        };
        let of_the_program = steps.filter(|step| !self.is_bookkeeping(step.span));
        let writes = of_the_program.filter(|step| match &step.effect {
            Effect::CopyBytes { .. } | Effect::FillBytes { .. } => true,
            Effect::Assign { target, .. } => stores_a_byte(target),
            _ => false,
        });
        writes.map(|step| ForeignWrite { write: step.span, call }).collect()
    }

    /// What the access writes of a synchronization object.
    fn foreign(&self, access: &AccessSite) -> Option<ForeignWrite> {
        let place = (access.context, access.transition);
        let begins = matches!(self.effect(place), Effect::Initialize { .. } | Effect::Live { .. });
        if !access.is_write || access.is_free || access.is_raw_write || begins || self.is_bookkeeping(access.span) {
            return None;
        }
        let beside = self.noted.get(&place);
        let is_noted = |cell: &CellOf| beside.is_some_and(|cells| cells.contains(cell));
        let size = access.size.or_else(|| self.length(place));
        let cells = self.points_to.targets(access.address).iter().flat_map(|&target| self.cells(target, size));
        let hit = cells.filter(|cell| !is_noted(cell)).filter_map(|cell| self.used.get(&cell)).min()?;
        Some(ForeignWrite { write: access.span, call: self.span(*hit) })
    }

    /// Records the objects that a call names.
    fn uses(&mut self, place: CodePlace) {
        let Effect::Synchronize { operation, operands, .. } = self.effect(place) else { return };
        self.takes_for(place, operation.family());
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

    /// Records what a call takes its first operand for.
    fn takes_for(&mut self, place: CodePlace, family: SynchronizationFamily) {
        let Some(&node) = self.points_to.synchronizations[&place].operands.first() else { return };
        let &[Target { object, offset: Some(offset) }] = self.points_to.targets(node) else { return };
        if family.object_bytes(self.program.types.model()).is_none() {
            return;
        }
        let &mut (first, call) = self.kinds.entry((object, offset)).or_insert((family, place));
        if first != family {
            self.of_other_kinds.push([place, call]);
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

    /// How many bytes a copy or a filling writes at most: a constant, or the array that its target names.
    fn length(&self, place: CodePlace) -> Option<u64> {
        let (Effect::CopyBytes { target, size, .. } | Effect::FillBytes { target, size, .. }) = self.effect(place)
        else {
            return None;
        };
        let constant = self.constant(self.automaton(place), size, 0).and_then(|size| u64::try_from(size).ok());
        constant.or_else(|| self.program.types.size_of(decayed(target)?.ty))
    }

    /// The value of an expression of constants and of registers that one step sets to such a value.
    fn constant(&self, automaton: &Automaton, expr: &Expr, depth: u32) -> Option<i128> {
        let of = |expr: &Expr| self.constant(automaton, expr, depth + 1);
        match &expr.kind {
            _ if depth > 8 => None,
            ExprKind::Integer(number) => Some(*number),
            ExprKind::Cast(inner) => of(inner),
            ExprKind::Binary(BinaryOperator::Add, left, right) => of(left)?.checked_add(of(right)?),
            ExprKind::Binary(BinaryOperator::Subtract, left, right) => of(left)?.checked_sub(of(right)?),
            ExprKind::Binary(BinaryOperator::Multiply, left, right) => of(left)?.checked_mul(of(right)?),
            ExprKind::Read(place) => {
                let PlaceKind::Local(local) = place.kind else { return None };
                let mut values = automaton.transitions.values().filter_map(|step| match &step.effect {
                    Effect::Assign { target, value } if target.kind == place.kind => Some(Some(value)),
                    effect => {
                        let (one, other) = written(effect);
                        (one == Some(local) || other == Some(local)).then_some(None)
                    }
                });
                match (values.next(), values.next()) {
                    (Some(Some(value)), None) => of(value),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// The cells that an access at a target may touch.
    fn cells(&self, target: Target, size: Option<u64>) -> impl Iterator<Item = CellOf> + use<> {
        let shape = &self.points_to.object(target.object).shape;
        let known = || target.offset.and_then(|offset| shape.reach(offset)?.checked_sub(offset));
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
