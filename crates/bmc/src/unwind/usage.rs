//! The state of synchronization objects when they are used: initialized by a call, destroyed, or defined by their bytes
//! alone.
//!
//! Most programs use static initializers and never initialize or destroy an object by a call. Then nothing has to be
//! recorded. For the other objects, shadow state says whether a call initialized or destroyed them, if misuse of locks
//! is asked for. The pass before has found which objects these are.
//!
//! The bytes matter in two cases: the bytes of a mutex give its kind, and an object whose bytes were never written must
//! not be used. As long as one thread alone reaches an object, its bytes are known. When other threads may reach it,
//! its initial bytes are known as long as no thread writes anything but zeros there
//! ([`Profile::told`](crate::unwind::object::Profile)). What is not known is unsupported, or recorded as unclear: then
//! there is no proof.

use raddle_logic::term::Term;
use raddle_program::syntax::Expr;

use crate::unwind::contents::{Background, Contents, Found};
use crate::unwind::event::{Mode, Section};
use crate::unwind::memory::Range;
use crate::unwind::object::{LockId, ObjectId, ObjectKey};
use crate::unwind::shadow::FIRST;
use crate::unwind::state::State;
use crate::unwind::synchronize::{ERROR_CHECKING, NORMAL, RECURSIVE};
use crate::unwind::value::{Cell, NUMBER};
use crate::unwind::{ObjectData, Pass, Stepped, ThreadData};

/// Bytes of the field that is looked at.
const FIELD: u64 = 4;

/// What the shadow state says of an object, besides 0.
const INITIALIZED: u128 = 1;
pub(super) const DESTROYED: u128 = 2;

/// A kind of objects, as messages call it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Used {
    Mutex,
    Condition,
    ReadWrite,
    Spin,
}

/// What a field of an object holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Bytes {
    Number(u128),
    Garbage,
    /// Zeros or garbage.
    Unwritten,
    Unknown,
}

impl Used {
    fn noun(self) -> &'static str {
        match self {
            Used::Mutex => "a mutex",
            Used::Condition => "a condition variable",
            Used::ReadWrite => "a read-write lock",
            Used::Spin => "a spin lock",
        }
    }
}

impl Pass<'_> {
    /// When an object is made, so is the shadow state of the synchronization objects inside it.
    pub(super) fn make_usages(&mut self, state: &mut State, base: ObjectId) {
        for offset in self.usages_of(base) {
            let object = self.names.object(ObjectKey::Usage(base, offset));
            self.make(object, ObjectData { size: FIELD, is_read_only: false, region: None, limit: None });
            state.memory.insert(object, Contents::new(FIELD, Background::Zero).into());
        }
    }

    pub(super) fn usages_of(&self, base: ObjectId) -> Vec<u64> {
        let after = self.assumed.usages.range((base, 0)..);
        after.take_while(|(object, _)| *object == base).map(|(_, offset)| *offset).collect()
    }

    /// Whether shadow state records the calls on an object in this pass; if not, it does in the next one.
    fn is_remembered(&mut self, lock: LockId) -> bool {
        if self.assumed.usages.contains(&lock) {
            return true;
        }
        self.found.usages.insert(lock);
        false
    }

    /// The field that shows whether an object was written, and for a mutex its kind.
    fn field_of(&self, used: Used, lock: LockId) -> (ObjectId, u64) {
        let within = match (used, self.source.program.types.model()) {
            (Used::Condition | Used::ReadWrite | Used::Spin, _) => 0,
            (Used::Mutex, raddle_program::types::DataModel::Ilp32 | raddle_program::types::DataModel::Llp64) => 12,
            (Used::Mutex, raddle_program::types::DataModel::Lp64) => 16,
        };
        (lock.0, lock.1 + within)
    }

    fn bytes(&mut self, state: &State, (object, offset): (ObjectId, u64)) -> Bytes {
        // An object that is too small for the field (an `int`, say) counts as zero.
        if self.object_data(object).is_none_or(|data| offset + FIELD > data.size) {
            return Bytes::Number(0);
        }
        self.found.looked.insert((object, offset));
        let is_shared = self.is_contended(object) && self.has_escaped(state, object);
        let own = state.memory.get(&object).filter(|it| !is_shared && !matches!(it.background, Background::Shared(_)));
        if let Some(contents) = own.cloned() {
            return self.bytes_in(&contents, offset, FIELD);
        }
        if self.assumed.told.contains(&(object, offset)) {
            return Bytes::Unknown;
        }
        match self.names.key(object) {
            ObjectKey::Global(global) | ObjectKey::ThreadLocal(_, global) => {
                let contents = self.initial(global);
                self.bytes_in(&contents, offset, FIELD)
            }
            ObjectKey::Local(..) | ObjectKey::Allocated(..) => Bytes::Unwritten,
            ObjectKey::Shadow(..)
            | ObjectKey::Own(..)
            | ObjectKey::Usage(..)
            | ObjectKey::Places(..)
            | ObjectKey::Status(_)
            | ObjectKey::Keys
            | ObjectKey::Specific(_)
            | ObjectKey::Life(_) => Bytes::Number(0),
        }
    }

    fn bytes_in(&mut self, contents: &Contents, offset: u64, size: u64) -> Bytes {
        match contents.load(&mut self.pool, offset, size) {
            Found::Value(value, torn) => match self.pool.constant(value.bits) {
                Some(number) if value.is_number(&self.pool) && self.pool.is_false(torn) => Bytes::Number(number),
                Some(_) | None => Bytes::Unknown,
            },
            Found::Indeterminate => Bytes::Garbage,
            Found::Untouched => Bytes::Unknown,
            Found::Pieces(pieces) => {
                let mut number = 0;
                for (at, length) in pieces {
                    match self.bytes_in(contents, at, length) {
                        Bytes::Number(part) => number |= part << (8 * (at - offset)),
                        other @ (Bytes::Garbage | Bytes::Unwritten | Bytes::Unknown) => return other,
                    }
                }
                Bytes::Number(number)
            }
        }
    }

    /// Some bytes are written. If the value is anything but zero, the value of a field there is unknown from now on.
    pub(super) fn note_told(&mut self, range: Range, cell: Cell) {
        let Range { object, offset, size } = range;
        let from = offset.saturating_sub(FIELD - 1);
        let fields: Vec<u64> =
            self.assumed.looked.range((object, from)..(object, offset + size)).map(|it| it.1).collect();
        if fields.is_empty() {
            return;
        }
        let is_zero = match cell {
            Cell::Value(value) => {
                self.pool.constant(value.bits) == Some(0) && self.pool.constant(value.tag) == Some(NUMBER)
            }
            Cell::Indeterminate => false,
        };
        for at in fields {
            let is_zeroed = match self.names.key(object) {
                ObjectKey::Global(global) | ObjectKey::ThreadLocal(_, global) => {
                    let contents = self.initial(global);
                    self.bytes_in(&contents, at, FIELD) == Bytes::Number(0)
                }
                _ => true,
            };
            if !is_zero || !is_zeroed {
                self.found.told.insert((object, at));
            }
        }
    }

    /// The kind of a mutex: the one of its initialization by a call, else the one that its bytes give.
    pub(super) fn kind(&mut self, cx: &ThreadData, state: &mut State, lock: LockId) -> Stepped<i128> {
        let field = self.field_of(Used::Mutex, lock);
        let by_bytes = match self.bytes(state, field) {
            Bytes::Number(1) => Some(RECURSIVE),
            Bytes::Number(2) => Some(ERROR_CHECKING),
            Bytes::Number(_) | Bytes::Garbage | Bytes::Unwritten => Some(NORMAL),
            Bytes::Unknown => None,
        };
        match self.mutex_kinds.get(&lock) {
            Some((kind, guard)) if by_bytes == Some(*kind) || state.guard.includes(guard) => Ok(*kind),
            None if by_bytes.is_some() => Ok(by_bytes.unwrap_or(NORMAL)),
            Some(_) | None => self.unsupported(cx, state, "a mutex whose kind is not known"),
        }
    }

    /// A mutex has a kind from now on.
    pub(super) fn set_kind(&mut self, state: &State, lock: LockId, kind: i128) {
        self.mutex_kinds.insert(lock, (kind, state.guard.clone()));
    }

    /// The condition that a thread acquired a lock in a mode that excludes `mode`, and did not release it. Call it only
    /// where no other thread runs or can use the lock.
    pub(super) fn left_locked(&mut self, lock: LockId, mode: Mode) -> Term {
        let mut left = Vec::new();
        let excludes = |section: &&Section| section.lock == lock && section.mode.excludes(mode);
        for section in self.out.sections.iter().filter(excludes) {
            let acquired = self.out.events[section.acquire.0 as usize].guard;
            let released: Vec<Term> =
                section.releases.iter().map(|release| self.out.events[release.0 as usize].guard).collect();
            let released = self.pool.any(&released);
            let kept = self.pool.not(released);
            left.push(self.pool.and(acquired, kept));
        }
        self.pool.any(&left)
    }

    /// An object is used where the condition holds. It must be initialized and not destroyed.
    pub(super) fn use_object(
        &mut self,
        cx: &mut ThreadData,
        state: &mut State,
        (used, lock): (Used, LockId),
        condition: Term,
    ) -> Stepped<()> {
        if !self.source.asks.locks {
            return Ok(());
        }
        let bytes = match used {
            Used::Spin => Bytes::Garbage,
            Used::Mutex | Used::Condition | Used::ReadWrite => {
                let field = self.field_of(used, lock);
                self.bytes(state, field)
            }
        };
        if !self.assumed.usages.contains(&lock) {
            if !matches!(bytes, Bytes::Number(_)) {
                self.found.usages.insert(lock);
            }
            return Ok(());
        }
        let acts = state.acts.clone();
        let usage = self.names.object(ObjectKey::Usage(lock.0, lock.1));
        let found = self.get(cx, state, usage, FIRST)?;
        let is_destroyed = self.pool.is_number(found, DESTROYED);
        let is_destroyed = self.pool.and(condition, is_destroyed);
        let noun = used.noun();
        self.misused_if(cx, state, is_destroyed, &format!("{noun} is used that was destroyed"));
        let is_new = self.pool.is_number(found, 0);
        let is_new = self.pool.and(condition, is_new);
        let mut is_unusable = is_destroyed;
        match bytes {
            Bytes::Number(_) => {}
            Bytes::Garbage => {
                self.misused_if(cx, state, is_new, &format!("{noun} is used that was not initialized"));
                is_unusable = self.pool.or(is_unusable, is_new);
            }
            Bytes::Unwritten | Bytes::Unknown => self.unclear_if(state, is_new),
        }
        if !self.pool.is_false(is_unusable) {
            // Afterwards it counts as a fresh object.
            let initialized = self.number_of(INITIALIZED);
            self.put(cx, state, (usage, FIRST), initialized, is_unusable)?;
        }
        state.acts = acts;
        Ok(())
    }

    /// The objects that an operand may mean are used.
    pub(super) fn use_objects(
        &mut self,
        cx: &mut ThreadData,
        state: &mut State,
        used: Used,
        operand: &Expr,
    ) -> Stepped<()> {
        for (condition, object) in self.addresses(cx, state, operand)? {
            self.use_object(cx, state, (used, object), condition)?;
        }
        Ok(())
    }

    /// An object is initialized by a call where the condition holds. `is_held`: the condition that it is a lock that a
    /// thread holds.
    pub(super) fn initialize_object(
        &mut self,
        cx: &mut ThreadData,
        state: &mut State,
        (used, lock): (Used, LockId),
        condition: Term,
        is_held: Term,
    ) -> Stepped<()> {
        if !self.source.asks.locks {
            return Ok(());
        }
        let noun = used.noun();
        let held = self.pool.and(condition, is_held);
        self.misused_if(cx, state, held, &format!("{noun} is initialized that is locked"));
        if !self.is_remembered(lock) {
            return Ok(());
        }
        let usage = self.names.object(ObjectKey::Usage(lock.0, lock.1));
        let found = self.get(cx, state, usage, FIRST)?;
        let is_again = self.pool.is_number(found, INITIALIZED);
        let is_again = self.pool.and(condition, is_again);
        self.misused_if(cx, state, is_again, &format!("{noun} is initialized again"));
        let initialized = self.number_of(INITIALIZED);
        self.put(cx, state, (usage, FIRST), initialized, condition)
    }

    /// An object is destroyed where the condition holds, unless a thread holds it.
    pub(super) fn destroy_object(
        &mut self,
        cx: &mut ThreadData,
        state: &mut State,
        (used, lock): (Used, LockId),
        condition: Term,
        is_held: Term,
    ) -> Stepped<()> {
        if !self.source.asks.locks {
            return Ok(());
        }
        let noun = used.noun();
        self.use_object(cx, state, (used, lock), condition)?;
        let held = self.pool.and(condition, is_held);
        self.misused_if(cx, state, held, &format!("{noun} is destroyed that is locked"));
        if !self.is_remembered(lock) {
            return Ok(());
        }
        let usage = self.names.object(ObjectKey::Usage(lock.0, lock.1));
        let destroyed = self.number_of(DESTROYED);
        let is_free = self.pool.not(is_held);
        let is_done = self.pool.and(condition, is_free);
        self.put(cx, state, (usage, FIRST), destroyed, is_done)
    }

    /// A condition variable is initialized or destroyed: no thread may wait for it.
    pub(super) fn renew_condition(
        &mut self,
        cx: &mut ThreadData,
        state: &mut State,
        operand: &Expr,
        is_destroyed: bool,
    ) -> Stepped<()> {
        let never = self.pool.bool(false);
        for (condition, object) in self.addresses(cx, state, operand)? {
            let it = (Used::Condition, object);
            if is_destroyed {
                self.destroy_object(cx, state, it, condition, never)?;
            } else {
                self.initialize_object(cx, state, it, condition, never)?;
            }
            if !self.is_quiet(state, object) {
                self.unclear_if(state, condition);
            }
        }
        Ok(())
    }

    /// A thread waits for a condition variable with a mutex: all waiting threads have to use the same mutex.
    pub(super) fn wait_with(
        &mut self,
        cx: &mut ThreadData,
        state: &mut State,
        operand: &Expr,
        mutex: LockId,
    ) -> Stepped<()> {
        if !self.source.asks.locks {
            return Ok(());
        }
        for (condition, object) in self.addresses(cx, state, operand)? {
            self.use_object(cx, state, (Used::Condition, object), condition)?;
            self.found.partners.entry(object).or_default().insert(mutex);
            if self.assumed.partners.get(&object).is_some_and(|mutexes| mutexes.len() > 1) {
                self.unclear_if(state, condition);
            }
        }
        Ok(())
    }

    /// Records a condition under which it is not known whether locks are misused.
    pub(super) fn unclear_if(&mut self, state: &State, condition: Term) {
        let before = state.guard.term(&self.pool);
        let guard = self.pool.and(before, condition);
        if self.source.asks.locks && !self.pool.is_false(guard) {
            self.out.unclear_misuses.push(guard);
        }
    }
}
