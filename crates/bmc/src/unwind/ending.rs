//! How a thread ends (`docs/library.md`): cleanup routines, then destructors of thread-specific data, then the end itself.
//!
//! A routine is unwound like a call, but no transition calls it: it follows the step before it (the exit, or the return
//! of the routine before). So that step records which routines may follow, each under its guard.

use raddle_logic::term::Term;
use raddle_program::types::TypeId;

use crate::unwind::event::Routine;
use crate::unwind::object::{ObjectId, ObjectKey};
use crate::unwind::shadow::{FIRST, SECOND};
use crate::unwind::state::State;
use crate::unwind::value::{Slot, Value};
use crate::unwind::{Pass, Stepped, Stopped, ThreadData};

/// How often destructors are called for values that destructors have set.
const DESTRUCTOR_ROUNDS: u32 = 4;

/// A routine that is to be called if the thread ends early.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Cleanup {
    /// A function pointer.
    pub routine: Value,
    /// Its argument, with its type.
    pub argument: (Value, TypeId),
}

impl Pass<'_> {
    /// A thread calls `pthread_exit`: the step was noted already.
    pub(super) fn exit(&mut self, cx: &mut ThreadData, state: State, value: Value) -> Stepped<()> {
        let mut state = state;
        if cx.is_ending {
            return self.unsupported(cx, &mut state, "a thread that is ending ends once more");
        }
        if state.atomic_depth > 0 && !state.cleanup.is_empty() {
            return self.unsupported(cx, &mut state, "a cleanup routine inside an atomic section");
        }
        self.refuse_once(cx, &mut state)?;
        cx.leaving = vec![self.out.threads[cx.index].steps.len() - 1];
        cx.is_ending = true;
        let registers = state.registers.clone();
        let ended = self.exit_routines(cx, &mut state);
        cx.is_ending = false;
        ended?;
        cx.step = cx.leaving.last().copied().unwrap_or_default() as u32;
        self.end_frames(cx, &mut state, registers)?;
        self.come_to_end(cx, state, value)
    }

    fn exit_routines(&mut self, cx: &mut ThreadData, state: &mut State) -> Stepped<()> {
        self.disable_cancellation(cx, state)?;
        state.registers = Vec::new();
        while let Some(cleanup) = std::rc::Rc::make_mut(&mut state.cleanup).pop() {
            self.routine(cx, state, cleanup.routine, cleanup.argument)?;
        }
        Ok(())
    }

    /// Destructors run, and the thread is at its end. `cx.leaving` are the steps that may be the last ones before.
    pub(super) fn come_to_end(&mut self, cx: &mut ThreadData, state: State, value: Value) -> Stepped<()> {
        let mut state = state;
        self.escape_value(cx, &mut state, value);
        state.registers = Vec::new();
        cx.is_ending = true;
        let destructed = self.destructors(cx, &mut state);
        cx.is_ending = false;
        destructed?;
        cx.step = (self.out.threads[cx.index].steps.len() as u32).saturating_sub(1);
        self.end_thread_locals(cx, &mut state)?;
        self.end_sessions(cx, &mut state);
        cx.exits.push((state, value));
        Ok(())
    }

    fn destructors(&mut self, cx: &mut ThreadData, state: &mut State) -> Stepped<()> {
        let Some(ty) = self.assumed.key_type else { return Ok(()) };
        // A thread that returns is not cancelled any more, either.
        self.disable_cancellation(cx, state)?;
        for _ in 0..DESTRUCTOR_ROUNDS {
            let mut has_called = false;
            for key in 0..self.assumed.n_keys {
                has_called |= self.destructor(cx, state, key, ty)?;
            }
            if !has_called {
                break;
            }
        }
        Ok(())
    }

    /// Calls the destructor of a key if there is one and the thread has a value. Returns whether that is possible.
    fn destructor(&mut self, cx: &mut ThreadData, state: &mut State, key: u32, ty: TypeId) -> Stepped<bool> {
        let value = self.specific(cx, state, key)?;
        let has_value = value.truth(&mut self.pool);
        if state.guard.decides(&mut self.pool, has_value) == Some(false) {
            return Ok(false);
        }
        cx.step = cx.leaving.last().copied().unwrap_or_default() as u32;
        let (destructor, is_used) = self.destructor_of(cx, state, key)?;
        let is_given = destructor.truth(&mut self.pool);
        let calls = self.pool.and(is_given, is_used);
        let calls = self.pool.and(has_value, calls);
        let skips = self.pool.not(calls);
        let called = state.guard.and(&mut self.pool, calls);
        let skipped = state.guard.and(&mut self.pool, skips);
        let Some(guard) = called else { return Ok(false) };
        if state.atomic_depth > 0 {
            return self.unsupported(cx, state, "a destructor inside an atomic section");
        }
        let before = cx.leaving.clone();
        let mut way = State { guard, ..state.clone() };
        let width = self.pointer_bits();
        let null = Value::number(&mut self.pool, width, 0);
        let always = self.pool.bool(true);
        self.set_specific(cx, &mut way, key, null, always)?;
        let done = self.routine(cx, &mut way, destructor, (value, ty));
        *state = match (done, skipped) {
            (Ok(()), None) => way,
            (Ok(()), Some(guard)) => {
                cx.leaving.extend(before);
                let other = State { guard, ..state.clone() };
                // No frame is left, so no registers are joined.
                self.join(cx, self.source.program.main, way, other)
            }
            (Err(Stopped), None) => return Err(Stopped),
            (Err(Stopped), Some(guard)) => {
                cx.leaving = before;
                State { guard, ..state.clone() }
            }
        };
        Ok(true)
    }

    /// Unwinds a routine that follows the steps of `cx.leaving`; afterwards these are its returns.
    fn routine(
        &mut self,
        cx: &mut ThreadData,
        state: &mut State,
        pointer: Value,
        (argument, ty): (Value, TypeId),
    ) -> Stepped<()> {
        let targets = self.procedures(cx, state, pointer)?;
        let leaving = std::mem::take(&mut cx.leaving);
        let span = cx.span;
        let depth = cx.stack.len() + 1;
        let mut joined: Option<State> = None;
        let mut returns = Vec::new();
        for (condition, target) in targets {
            let Some(guard) = state.guard.and(&mut self.pool, condition) else { continue };
            let mut way = State { guard, ..state.clone() };
            cx.span = span;
            cx.step = leaving.last().copied().unwrap_or_default() as u32;
            let arguments = [(Slot::Scalar(argument), ty)];
            let Ok(arguments) = self.convert_arguments(cx, &mut way, target, &arguments) else { continue };
            let (first, objects) = self.enter(cx, &mut way, target, arguments);
            let guard = way.guard.term(&self.pool);
            for &step in &leaving {
                let routine = Routine { guard, first, objects: objects.clone() };
                self.out.threads[cx.index].steps[step].routines.push(routine);
            }
            cx.returns.insert(depth, Vec::new());
            let returned = self.run(cx, target, way, None);
            returns.extend(cx.returns.remove(&depth).unwrap_or_default());
            let Some((mut after, _)) = returned else { continue };
            after.registers = Vec::new();
            joined = Some(match joined {
                None => after,
                Some(other) => self.join(cx, target, other, after),
            });
        }
        cx.leaving = returns;
        cx.span = span;
        *state = joined.ok_or(Stopped)?;
        Ok(())
    }

    /// A thread that ends inside a routine of `pthread_once` makes the once control unused again: that is unsupported.
    fn refuse_once(&mut self, cx: &mut ThreadData, state: &mut State) -> Stepped<()> {
        let known: Vec<_> = self.assumed.shadows.iter().copied().collect();
        for (base, offset) in known {
            let own = self.names.object(ObjectKey::Own(cx.id, base, offset));
            let runs = self.get(cx, state, own, SECOND)?;
            let is_outside = self.pool.is_number(runs, 0);
            let is_inside = self.pool.not(is_outside);
            self.unsupported_if(cx, state, is_inside, "a thread that ends inside of a routine of pthread_once")?;
        }
        Ok(())
    }

    /// The shadow state that a thread keeps about itself.
    pub(super) fn own_notes(&mut self, cx: &ThreadData) -> ObjectId {
        self.names.object(ObjectKey::Own(cx.id, ObjectId(0), 0))
    }

    fn disable_cancellation(&mut self, cx: &mut ThreadData, state: &mut State) -> Stepped<()> {
        let own = self.own_notes(cx);
        let (disabled, always) = (self.number_of(1), self.pool.bool(true));
        self.put(cx, state, (own, FIRST), disabled, always)
    }

    /// Cleanup routines where two paths join. They are pushed and popped in pairs, so both paths have as many; else
    /// `false`.
    pub(super) fn join_cleanup(&mut self, one: &mut State, two: &State, selector: Term) -> bool {
        if one.cleanup == two.cleanup {
            return true;
        }
        if one.cleanup.len() != two.cleanup.len() {
            return false;
        }
        let pairs = one.cleanup.iter().zip(two.cleanup.iter());
        let joined: Vec<Cleanup> = pairs
            .map(|(a, b)| Cleanup {
                routine: Value::choose(&mut self.pool, selector, a.routine, b.routine),
                argument: (Value::choose(&mut self.pool, selector, a.argument.0, b.argument.0), a.argument.1),
            })
            .collect();
        one.cleanup = joined.into();
        true
    }
}
