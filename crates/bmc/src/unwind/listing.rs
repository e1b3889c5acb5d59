//! Accesses that may race: what the encoding needs to know of them, beside the events of which they consist.
//!
//! In a stretch of exclusive access a cell is read and written once, and if one thread alone writes some memory, its
//! reads of this memory are no events. So reads and writes do not show where an access was made. Each listed access to
//! an object gets an event of its own, if several threads access the object and no mutex is held at all of these
//! accesses.
//!
//! Two accesses race if both can be made next in one state ([`crate::encode`]). This holds as long as no thread can
//! observe another one without being ordered after it. Where a thread can, that is recorded here (see
//! `explicit::history` for the same in that engine).

use raddle_logic::term::Term;
use raddle_program::source::Span;
use raddle_program::syntax::LocalKind;

use crate::unwind::access::Meaning;
use crate::unwind::event::{EventId, EventKind, GroupId};
use crate::unwind::object::{LockId, ObjectId, ObjectKey, ThreadId};
use crate::unwind::state::State;
use crate::unwind::{Pass, ThreadData};

/// A listed access to an object that more than one thread may reach.
#[derive(Clone, Debug)]
pub struct Access {
    /// The thread.
    pub thread: ThreadId,
    /// The event that marks it.
    pub event: EventId,
    /// The step.
    pub step: u32,
    /// The source location.
    pub span: Span,
    /// The object.
    pub object: ObjectId,
    /// First byte.
    pub offset: Term,
    /// Number of bytes.
    pub size: u64,
    /// A store, or `free`.
    pub is_write: bool,
    /// Whether it is atomic by itself or by an atomic section.
    pub is_atomic: bool,
    /// The atomic section.
    pub group: Option<GroupId>,
    /// The condition under which the access is made.
    pub guard: Term,
    /// Mutexes that are certainly held.
    pub locks: Vec<LockId>,
}

impl Pass<'_> {
    /// Lists the access that the thread makes, if traces list it.
    pub(super) fn list(
        &mut self,
        cx: &mut ThreadData,
        state: &mut State,
        (meanings, offset): (&[Meaning], Term),
        size: u64,
        is_write: bool,
    ) {
        let Some(atomic) = cx.listing else { return };
        if !self.source.asks.races || !state.is_concurrent || state.alone.is_some() {
            return;
        }
        let mut objects: Vec<ObjectId> = meanings.iter().map(|meaning| meaning.object).collect();
        objects.dedup();
        for object in objects {
            if !self.may_race(state, object) {
                continue;
            }
            let of: Vec<Term> =
                meanings.iter().filter(|meaning| meaning.object == object).map(|meaning| meaning.condition).collect();
            let condition = self.pool.any(&of);
            let before = state.guard.term(&self.pool);
            let guard = self.pool.and(before, condition);
            if self.pool.is_false(guard) {
                continue;
            }
            if state.has_released || atomic.is_some_and(|atomic| atomic.hides_order(is_write)) {
                self.out.hidden_orders.push(guard);
            }
            let event = self.event(cx, state, EventKind::Mark, guard);
            self.out.accesses.push(Access {
                thread: cx.id,
                event,
                step: cx.step,
                span: cx.span,
                object,
                offset,
                size,
                is_write,
                is_atomic: atomic.is_some() || state.atomic_depth > 0,
                group: state.group.map(|(group, _)| group),
                guard,
                locks: self.certainly_held(state, is_write).into_iter().collect(),
            });
        }
        if is_write && state.atomic_depth > 0 && (atomic.is_some() || self.source.has_atomic_accesses) {
            state.has_released = true;
        }
    }

    /// Whether accesses to an object may race, as far as the last pass has found.
    fn may_race(&self, state: &State, object: ObjectId) -> bool {
        let is_listed = match self.names.key(object) {
            ObjectKey::Global(_) | ObjectKey::ThreadLocal(..) | ObjectKey::Allocated(..) => true,
            ObjectKey::Local(_, procedure, local, _) => {
                self.source.program.procedures[procedure].locals[local].kind != LocalKind::Temporary
            }
            ObjectKey::Shadow(..)
            | ObjectKey::Usage(..)
            | ObjectKey::Own(..)
            | ObjectKey::Life(_)
            | ObjectKey::Places(..)
            | ObjectKey::Status(_)
            | ObjectKey::Keys
            | ObjectKey::Specific(_) => false,
        };
        let Some(profile) = self.assumed.objects.get(&object) else { return false };
        let is_protected = profile.locks.as_ref().is_some_and(|locks| !locks.is_empty());
        is_listed
            && !is_protected
            && profile.accessors.len() > 1
            && !profile.writers.is_empty()
            && self.has_escaped(state, object)
    }

    /// Records a condition under which the thread may observe other threads without being ordered after them.
    pub(super) fn note_hidden_order(&mut self, state: &State, condition: Term) {
        if self.source.asks.races && state.is_concurrent && state.alone.is_none() {
            self.out.hidden_orders.push(condition);
        }
    }

    /// Records a release operation of the thread, if it is inside an atomic section.
    pub(super) fn note_release(&mut self, state: &mut State) {
        if state.atomic_depth > 0 {
            state.has_released = true;
        }
    }
}
