//! Creation and join of threads.

use std::collections::BTreeMap;
use std::rc::Rc;

use raddle_logic::term::Term;
use raddle_program::automaton::Transition;
use raddle_program::syntax::{Callee, Expr, LocalId, ProcedureId};

use crate::unwind::event::{EventKind, StepKind};
use crate::unwind::object::{ObjectKey, Target, ThreadId, ThreadKey};
use crate::unwind::run::Next;
use crate::unwind::state::State;
use crate::unwind::status::{JOINED, Standing};
use crate::unwind::value::{NUMBER, Slot, Value};
use crate::unwind::{Counted, Pass, Stepped, Stopped, ThreadData};

/// `ESRCH`
const NO_SUCH_THREAD: i128 = 3;

/// No thread has a number that is as large.
const LARGE_NUMBER: u128 = 1 << 16;
/// `ECANCELED`
const CANCELLED: i128 = 125;
/// `EDEADLK`
const DEADLOCK: i128 = 35;

/// The greatest number of threads that a program is unwound to.
const THREAD_LIMIT: usize = 400;

impl Pass<'_> {
    #[allow(clippy::too_many_arguments)]
    pub(super) fn spawn(
        &mut self,
        cx: &mut ThreadData,
        state: State,
        (procedure, transition): (ProcedureId, Transition),
        start: &Callee,
        argument: &Expr,
        id: &Expr,
        is_detached: Option<&Expr>,
        result: Option<LocalId>,
    ) -> Stepped<Next> {
        let mut state = state;
        let targets = self.callees(cx, &mut state, start)?;
        let value = self.value(cx, &mut state, argument)?;
        let id = self.scalar(cx, &mut state, id)?;
        let is_detached = match is_detached {
            Some(detached) => {
                let detached = self.scalar(cx, &mut state, detached)?;
                Some(self.pool.is_number(detached.bits, 1)).filter(|&detached| !self.pool.is_false(detached))
            }
            None => None,
        };
        let mut joined: Option<State> = None;
        for (condition, target) in targets {
            let Some(guard) = state.guard.and(&mut self.pool, condition) else { continue };
            let mut after = State { guard, ..state.clone() };
            let from = (procedure, transition);
            let started = self.start(cx, &mut after, from, target, (&value, argument.ty), id, is_detached);
            if started.is_err() || self.deliver_number(cx, &mut after, procedure, result, 0).is_err() {
                continue;
            }
            joined = Some(match joined {
                None => after,
                Some(other) => self.join(cx, procedure, other, after),
            });
        }
        joined.map(Next::On).ok_or(Stopped)
    }

    #[allow(clippy::too_many_arguments)]
    fn start(
        &mut self,
        cx: &mut ThreadData,
        state: &mut State,
        (procedure, transition): (ProcedureId, Transition),
        target: ProcedureId,
        (value, from): (&Slot, raddle_program::types::TypeId),
        id: Value,
        is_detached: Option<Term>,
    ) -> Stepped<()> {
        if state.atomic_depth > 0 && !state.is_concurrent {
            return self.unsupported(cx, state, "the first thread is started inside an atomic section");
        }
        if self.out.threads.len() >= THREAD_LIMIT {
            let always = self.pool.bool(true);
            let bound = THREAD_LIMIT;
            return self.cut_if(cx, state, always, crate::unwind::event::Cause::Threads { bound });
        }
        self.note_act(state);
        let arguments = self.convert_arguments(cx, state, target, &[(value.clone(), from)])?;
        self.begin_concurrency(cx, state);
        if let Some(session) = state.alone.take() {
            self.end_session(cx, state, session);
        }
        for argument in &arguments {
            if let Slot::Scalar(value) = argument {
                self.escape_value(cx, state, *value);
            }
        }
        let count = cx.counts.entry(Counted::Spawn(target)).or_insert(0);
        let key = ThreadKey::Spawned(cx.id, target, *count);
        *count += 1;
        let child = self.names.thread(key);
        self.make_status(cx, state, child);
        if let Some(is_detached) = is_detached {
            self.detach_at_start(cx, state, child, is_detached)?;
        }
        // The id is stored in the same step, unless the pointer is null.
        let is_null = {
            let is_plain = id.has_tag(&mut self.pool, NUMBER);
            let is_zero = self.pool.is_number(id.bits, 0);
            self.pool.and(is_plain, is_zero)
        };
        let width = raddle_program::types::IntKind::UnsignedLong.bits(self.source.program.types.model());
        let tag = self.names.tag(Target::Thread(child));
        let number = Value::tagged(&mut self.pool, tag, width, 0);
        match self.pool.terms.constant_bool(is_null) {
            Some(true) => {}
            Some(false) => {
                let address = self.address_of_value(id);
                cx.listing = Some(None);
                let stored = self.store(cx, state, address, u64::from(width) / 8, Slot::Scalar(number));
                cx.listing = None;
                stored?;
            }
            None => return self.unsupported(cx, state, "a thread id that is stored or not"),
        }
        let guard = state.guard.term(&self.pool);
        self.event(cx, state, EventKind::Spawn(child), guard);
        self.note_release(state);
        Rc::make_mut(&mut state.running).insert(child);
        self.step(cx, state, procedure, transition, StepKind::Spawned(child));
        // The initial memory of the thread: the objects that it can reach and whose accesses are not events.
        let mut memory = BTreeMap::new();
        for (&object, contents) in &state.memory {
            let base = self.names.base(object);
            let is_reached = match self.names.key(base) {
                ObjectKey::Global(_) | ObjectKey::Status(_) | ObjectKey::Keys => true,
                ObjectKey::Own(..) | ObjectKey::Specific(_) => false,
                ObjectKey::ThreadLocal(..)
                | ObjectKey::Local(..)
                | ObjectKey::Allocated(..)
                | ObjectKey::Life(_)
                | ObjectKey::Shadow(..)
                | ObjectKey::Usage(..)
                | ObjectKey::Places(..) => state.escaped.contains(&base),
            };
            if is_reached && !self.is_contended(object) {
                memory.insert(object, Rc::clone(contents));
            }
        }
        let mut first = State::new(state.guard.clone(), memory, true);
        first.escaped = Rc::clone(&state.escaped);
        first.shown = state.shown.clone();
        let (step, span) = (cx.step, cx.span);
        self.thread(child, target, arguments, first);
        cx.step = step;
        cx.span = span;
        Ok(())
    }

    /// The condition that a thread comes to its end, and its result: known if it was unwound, else promised.
    fn outcome(&mut self, thread: ThreadId) -> (Term, Value) {
        if let Some(finished) = self.finished.get(&thread) {
            return (finished.ended, finished.returned);
        }
        if let Some(&promise) = self.promises.get(&thread) {
            return promise;
        }
        let ended = self.pool.fresh_bool("ended");
        let width = self.pointer_bits();
        let tags: Vec<u128> =
            self.assumed.returned.get(&thread).map_or(vec![NUMBER], |known| known.tags.iter().copied().collect());
        let tag = self.pool.one_of("tag", crate::unwind::TAG_BITS, if tags.is_empty() { &[NUMBER] } else { &tags });
        let value = Value { tag, bits: self.pool.fresh_bits("returned", width) };
        self.promises.insert(thread, (ended, value));
        (ended, value)
    }

    /// The promises about threads that were joined before they were unwound become constraints.
    pub(super) fn keep_promises(&mut self) {
        for (thread, (ended, value)) in std::mem::take(&mut self.promises) {
            let (is, returned) = match self.finished.get(&thread) {
                Some(finished) => (finished.ended, finished.returned),
                None => (self.pool.bool(false), value),
            };
            let tags = returned.tags(&self.pool);
            self.found.returned.entry(thread).or_default().extend(&tags, None);
            let same = self.pool.terms.iff(ended, is);
            let equal = Value::equal(&mut self.pool, value, returned);
            let kept = self.pool.implies(ended, equal);
            self.out.constraints.extend([same, kept]);
        }
    }

    pub(super) fn join_thread(
        &mut self,
        cx: &mut ThreadData,
        state: &mut State,
        procedure: ProcedureId,
        thread: &Expr,
        value: Option<LocalId>,
        result: Option<LocalId>,
    ) -> Stepped<()> {
        let id = self.scalar(cx, state, thread)?;
        if state.atomic_depth > 0 {
            return self.unsupported(cx, state, "waiting for a thread inside an atomic section");
        }
        let mut joined: Option<State> = None;
        let may_act = self.may_be_cancelled(cx);
        if may_act && self.source.asks.deadlock {
            return self.unsupported(cx, state, "deadlocks of a thread that may be cancelled while it waits");
        }
        if may_act {
            self.atomic_begin(cx, state)?;
            let acts = self.is_cancelled_waiting(cx, state)?;
            let goes_on = self.pool.not(acts);
            if let Some(guard) = state.guard.and(&mut self.pool, acts) {
                let mut way = State { guard, ..state.clone() };
                self.atomic_end(cx, &mut way)?;
                self.deliver_number(cx, &mut way, procedure, result, CANCELLED)?;
                joined = Some(way);
            }
            match state.guard.and(&mut self.pool, goes_on) {
                Some(guard) => state.guard = guard,
                None => {
                    *state = joined.ok_or(Stopped)?;
                    return Ok(());
                }
            }
        }
        let tags = id.tags(&self.pool);
        let guard = state.guard.clone();
        for &tag in &tags {
            let has_tag = id.has_tag(&mut self.pool, tag);
            let Some(narrow) = guard.and(&mut self.pool, has_tag) else { continue };
            let mut way = State { guard: narrow, ..state.clone() };
            let target = match tag {
                NUMBER => None,
                _ => match self.names.target(tag) {
                    Target::Thread(thread) => Some(thread),
                    Target::Object(_) | Target::Procedure(_) | Target::Wild => None,
                },
            };
            let done = match target {
                Some(target) if target == cx.id => self.deliver_number(cx, &mut way, procedure, result, DEADLOCK),
                Some(target) => self.join_known(cx, &mut way, procedure, target, value, result, tags.len() == 1),
                None => self.join_number(cx, &mut way, procedure, id.bits, result),
            };
            let done = if may_act && done.is_ok() { self.atomic_end(cx, &mut way) } else { done };
            if done.is_err() {
                continue;
            }
            joined = Some(match joined {
                None => way,
                Some(other) => self.join(cx, procedure, other, way),
            });
        }
        *state = joined.ok_or(Stopped)?;
        Ok(())
    }

    /// A join of a thread that is named by a number of the program's own.
    fn join_number(
        &mut self,
        cx: &mut ThreadData,
        state: &mut State,
        procedure: ProcedureId,
        number: Term,
        result: Option<LocalId>,
    ) -> Stepped<()> {
        // No thread has the number 0, nor a large one; in between it may.
        let width = self.pool.width(number);
        let (zero, limit) = (self.pool.number(width, 0), self.pool.number(width, LARGE_NUMBER));
        let (is_positive, is_small) = (self.pool.less(zero, number, false), self.pool.less(number, limit, false));
        let may_name = self.pool.and(is_positive, is_small);
        self.unsupported_if(cx, state, may_name, "a join of a thread that is named by a number")?;
        let always = self.pool.bool(true);
        self.misused_if(cx, state, always, "a thread is joined that does not exist");
        self.deliver_number(cx, state, procedure, result, NO_SUCH_THREAD)
    }

    #[allow(clippy::too_many_arguments)]
    fn join_known(
        &mut self,
        cx: &mut ThreadData,
        state: &mut State,
        procedure: ProcedureId,
        target: ThreadId,
        value: Option<LocalId>,
        result: Option<LocalId>,
        is_certain: bool,
    ) -> Stepped<()> {
        self.note_act(state);
        // The locks that the thread holds stay locked while it waits, and the other thread may need one of them.
        self.note_blocking(state);
        // A thread that is joined at several locations gets shadow state: a second join of it is misuse.
        let is_new = self.joined.insert(target);
        if !is_new {
            self.found.watched.insert(target);
        }
        let is_watched = self.is_watched(target);
        let (ended, returned) = self.outcome(target);
        let goes_on = self.pool.not(ended);
        let mut refused: Option<State> = None;
        if is_watched {
            let n_stuck = self.out.stuck.len();
            let stuck = self.may_be_stuck_at_join(cx, state, target, goes_on);
            self.out.stuck[n_stuck..].iter_mut().for_each(|stuck| stuck.is_join = cx.id == ThreadId(0));
            stuck?;
            self.atomic_begin(cx, state)?;
            let Standing { is_new, refused: code } = self.standing(cx, state, target)?;
            let is_old = self.pool.not(is_new);
            if let Some(guard) = state.guard.and(&mut self.pool, is_old) {
                let mut way = State { guard, ..state.clone() };
                let always = self.pool.bool(true);
                self.refused_if(cx, &way, always);
                self.atomic_end(cx, &mut way)?;
                self.deliver_code(cx, &mut way, procedure, result, code)?;
                refused = Some(way);
            }
            let joins = state.guard.and(&mut self.pool, is_new);
            let joins = joins.ok_or(Stopped).and_then(|guard| {
                state.guard = guard;
                self.stop_if(state, goes_on)
            });
            if joins.is_err() {
                *state = refused.ok_or(Stopped)?;
                return Ok(());
            }
        } else {
            let n_stuck = self.out.stuck.len();
            let stuck = self.stuck_if(cx, state, goes_on);
            self.out.stuck[n_stuck..].iter_mut().for_each(|stuck| stuck.is_join = cx.id == ThreadId(0));
            stuck?;
        }
        let guard = state.guard.term(&self.pool);
        self.event(cx, state, EventKind::Join(target), guard);
        if is_watched {
            let always = self.pool.bool(true);
            self.settle_thread(cx, state, target, JOINED, always)?;
            self.atomic_end(cx, state)?;
        }
        if cx.id == ThreadId(0) && is_certain && state.running.contains(&target) {
            let left = self.finished.get(&target).map(|finished| finished.running.clone());
            if let Some(left) = left {
                let running = Rc::make_mut(&mut state.running);
                running.remove(&target);
                running.extend(left);
                if running.is_empty() && state.atomic_depth == 0 {
                    state.alone = Some(self.begin_session(state));
                }
            }
        }
        if let Some(local) = value {
            self.deliver(cx, state, procedure, local, Slot::Scalar(returned))?;
        }
        self.deliver_number(cx, state, procedure, result, 0)?;
        if let Some(refused) = refused {
            let joined = std::mem::replace(state, refused.clone());
            *state = self.join(cx, procedure, joined, refused);
        }
        Ok(())
    }
}
