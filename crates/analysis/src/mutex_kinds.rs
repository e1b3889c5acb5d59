//! The kinds of the mutexes of a program: normal, recursive, error-checking.
//!
//! A kind is given by `pthread_mutex_init`, or by the bytes of the mutex: zeros are a normal one.
//!
//! Rule: every call that locks a mutex names one whose bytes are zero at first or that a call initializes, and that nothing but zeros and
//! initializations write; and every initialization gives a kind that is a constant.
//! Tests: in `deadlock`: `recursive_by_attribute`, `mutex_that_is_recursive_by_its_bytes`, `mutex_of_a_frame_is_recursive`; in `race`:
//! `locked_as_from_and_to_with_error_checks`.

use raddle_program::automaton::Automaton;
use raddle_program::entity::Table;
use raddle_program::footprint::{bytes_in_root, root};
use raddle_program::syntax::{
    Effect, Expr, ExprKind, InitialValue, LocalId, Place, PlaceKind, ProcedureId, Program, Synchronization as S,
};

use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::RefCell;

use super::points_to::CodePlace;
use super::points_to::{AbstractObject, AccessSite, Context, ObjectKind, PointsTo, SynchronizationSite, Target};

/// The kind of a normal mutex.
pub const NORMAL: i128 = 0;
/// The kind of a recursive mutex.
pub const RECURSIVE: i128 = 1;

/// Stores of what may be something else than zero, and their sizes, by object.
type Stores = FxHashMap<AbstractObject, Vec<(Target, Option<u64>)>>;

/// Bytes of the largest mutex of the built-in headers, which contain its kind.
const MUTEX_BYTES: u64 = 40;

/// Finds the kinds of mutexes.
pub struct MutexKinds<'a> {
    /// The program.
    pub program: &'a Program,
    /// The targets of operands and stores.
    pub points_to: &'a PointsTo,
    /// The code.
    pub automata: &'a Table<ProcedureId, Automaton>,
}

impl MutexKinds<'_> {
    /// The first reached call, in the order of the code, that locks or initializes a mutex which may be of a kind that is
    /// not allowed.
    pub fn first_exception(
        &self,
        is_reached: &dyn Fn(CodePlace) -> bool,
        is_allowed: &dyn Fn(i128) -> bool,
    ) -> Option<CodePlace> {
        let stores = self.stores();
        let initialized = self.initialized();
        // Many calls name the same mutexes.
        let known: RefCell<FxHashMap<Target, bool>> = RefCell::default();
        let is_plain = |&target: &Target| {
            let find = || self.is_plain(target, &stores, &initialized);
            *known.borrow_mut().entry(target).or_insert_with(find)
        };
        let is_exception = |&(&place, site): &(&CodePlace, &SynchronizationSite)| match site.operation {
            S::MutexLock | S::MutexTryLock | S::MutexTimedLock => {
                is_reached(place) && !self.points_to.targets(site.operands[0]).iter().all(is_plain)
            }
            S::MutexInit | S::Overwrite => is_reached(place) && !self.initializes_allowed(place, is_allowed),
            _ => false,
        };
        self.points_to.synchronizations.iter().filter(is_exception).map(|(&place, _)| place).min()
    }

    /// Whether an initialization gives an allowed kind.
    fn initializes_allowed(&self, (context, transition): CodePlace, is_allowed: &dyn Fn(i128) -> bool) -> bool {
        let automaton = &self.automata[self.points_to.contexts[context].procedure];
        match &automaton.transitions[transition].effect {
            Effect::Synchronize { operands, .. } => {
                let kind = |expr: &Expr| match expr.kind {
                    ExprKind::Integer(kind) => Some(kind),
                    _ => None,
                };
                operands.get(1).and_then(kind).is_some_and(is_allowed)
            }
            _ => false,
        }
    }

    /// Whether the bytes of a mutex do not give it another kind than its initialization: a global without initial value
    /// there, a local that begins with zeros there, or memory that an initialization names; and nothing but zeros is stored in it.
    fn is_plain(&self, mutex: Target, stores: &Stores, initialized: &FxHashSet<Target>) -> bool {
        let starts_plain = match self.points_to.object(mutex.object).kind {
            ObjectKind::Global(global) | ObjectKind::ThreadLocal(_, global) => {
                let from = mutex.offset.unwrap_or(0);
                let overlaps = |offset: u64| mutex.offset.is_none() || (from..from + MUTEX_BYTES).contains(&offset);
                let mut initial = self.program.globals[global].initial.iter();
                !initial.any(|part| overlaps(part.offset) && part.value != InitialValue::Integer(0))
            }
            ObjectKind::Local(context, local) => {
                (initialized.contains(&mutex) || self.begins_zeroed(context, local))
                    && !self.is_assigned(context, local, mutex)
            }
            ObjectKind::Allocated(..) => initialized.contains(&mutex),
            ObjectKind::Keys
            | ObjectKind::Procedure(_)
            | ObjectKind::Thread(_)
            | ObjectKind::Number
            | ObjectKind::Unknown
            | ObjectKind::Indeterminate => true,
        };
        let mut stores = stores.get(&mutex.object).into_iter().flatten();
        starts_plain && !stores.any(|&(target, size)| self.overlaps(mutex, target, size))
    }

    /// Whether bytes that are stored in the object of a mutex may be those of the mutex. A store to one of the elements of a long array may go on
    /// behind the last one.
    fn overlaps(&self, mutex: Target, target: Target, size: Option<u64>) -> bool {
        let cells = &self.points_to.object(mutex.object).shape.cells;
        mutex.offset.is_none_or(|start| {
            self.points_to.touched(target, size).any(|position| {
                let cell = cells[position];
                cell.offset < start.saturating_add(MUTEX_BYTES) && start < cell.offset.saturating_add(cell.size)
            })
        })
    }

    /// The mutexes that are the only target of an initialization.
    fn initialized(&self) -> FxHashSet<Target> {
        let only = |site: &SynchronizationSite| match self.points_to.targets(site.operands[0]) {
            &[mutex] => Some(mutex),
            _ => None,
        };
        self.points_to
            .synchronizations
            .values()
            .filter(|site| site.operation == S::MutexInit)
            .filter_map(only)
            .collect()
    }

    /// Whether all bytes of a local are zero where its life begins.
    fn begins_zeroed(&self, context: Context, local: LocalId) -> bool {
        let automaton = &self.automata[self.points_to.contexts[context].procedure];
        let mut begins = automaton.transitions.values().filter_map(|transition| match transition.effect {
            Effect::Live { local: other, is_zeroed } if other == local => Some(is_zeroed),
            _ => None,
        });
        // The bytes of a parameter, whose life begins with the call, are those of the argument.
        begins.next() == Some(true) && begins.all(|is_zeroed| is_zeroed)
    }

    /// Whether something else than zero is stored by the name of a local where one of its mutexes may lie. Initializations are no listed
    /// accesses.
    fn is_assigned(&self, context: Context, local: LocalId, mutex: Target) -> bool {
        let automaton = &self.automata[self.points_to.contexts[context].procedure];
        // An offset that stands for many elements is where each of them is.
        let shape = &self.points_to.object(mutex.object).shape;
        let only = mutex.offset.filter(|&offset| shape.is_exact(offset));
        let lies_apart = |place: &Place| {
            let bytes = bytes_in_root(&self.program.types, place).zip(only);
            bytes.is_some_and(|(bytes, mutex)| bytes.end <= mutex || mutex + MUTEX_BYTES <= bytes.start)
        };
        automaton.transitions.values().any(|transition| match &transition.effect {
            Effect::Assign { target, .. } | Effect::Initialize { target, .. } => {
                root(target).kind == PlaceKind::Local(local) && !stores_zero(&transition.effect) && !lies_apart(target)
            }
            _ => false,
        })
    }

    /// Where something else than zero may be stored, and how many bytes.
    fn stores(&self) -> Stores {
        let is_store = |site: &&AccessSite| {
            let automaton = &self.automata[self.points_to.contexts[site.context].procedure];
            site.is_write && !site.is_free && !stores_zero(&automaton.transitions[site.transition].effect)
        };
        let mut stores = FxHashSet::default();
        for site in self.points_to.accesses.iter().filter(is_store) {
            stores.extend(self.points_to.targets(site.address).iter().map(|&target| (target, site.size)));
        }
        let mut by_object = Stores::default();
        for store in stores {
            by_object.entry(store.0.object).or_default().push(store);
        }
        by_object
    }
}

/// Whether all that an effect stores is zero.
fn stores_zero(effect: &Effect) -> bool {
    let is_zero = |expr: &Expr| matches!(expr.kind, ExprKind::Integer(0));
    match effect {
        Effect::Assign { value, .. } | Effect::Initialize { value, .. } => is_zero(value),
        Effect::FillBytes { byte, .. } => is_zero(byte),
        _ => false,
    }
}
