//! How a thread ends (`docs/library.md`): cleanup routines, then destructors of thread-specific data, then the end itself.
//!
//! Each routine is a frame on top of what the thread has (or, for destructors, its only frame); the step in which it returns
//! goes on with what comes next.

use crate::property::ViolationKind;
use crate::semantics::evaluate::Evaluation;
use crate::semantics::record::{Interruption, Token};
use crate::semantics::state::{Ending, Routine};
use crate::semantics::step::NO_FUNCTION;
use crate::semantics::value::Value;
use crate::trace::Event;

/// How often destructors are called for values that destructors have set (`PTHREAD_DESTRUCTOR_ITERATIONS`).
const DESTRUCTOR_ROUNDS: u32 = 4;

impl Evaluation<'_, '_, '_> {
    /// The thread begins to end, at the span of the evaluation. After a return no cleanup routine runs.
    pub(super) fn begin_end(&mut self, value: Value) -> Result<(), Interruption> {
        let thread = self.state.thread_mut(self.thread);
        if thread.ending.is_some() {
            return Err(Interruption::Unsupported("a thread that is ending ends once more".into()));
        }
        let (procedure, depth) = (thread.frame().procedure, thread.frames.len() as u32);
        let (round, next_key, has_called) = (0, 0, false);
        thread.ending = Some(Ending { value, span: self.span, procedure, depth, round, next_key, has_called });
        thread.cancellation.is_disabled = true;
        self.go_on_ending()
    }

    /// Whether the innermost frame is a routine or destructor of the thread's end.
    pub(super) fn is_last_routine(&self) -> bool {
        let thread = &self.state.threads[self.thread as usize];
        thread.ending.as_ref().is_some_and(|ending| thread.frames.len() as u32 == ending.depth + 1)
    }

    /// Does what comes next when a thread ends.
    pub(super) fn go_on_ending(&mut self) -> Result<(), Interruption> {
        if let Some(cleanup) = self.state.thread_mut(self.thread).cleanup.pop() {
            return self.call_routine(cleanup.routine, cleanup.argument);
        }
        while !self.state.threads[self.thread as usize].frames.is_empty() {
            self.pop_frame();
        }
        self.abandon_routines();
        if let Some((key, destructor, value)) = self.next_destructor() {
            self.span = self.state.threads[self.thread as usize].ending.as_ref().expect("it is ending").span;
            self.event(Event::Destructor { key }, None);
            return self.call_routine(destructor, value);
        }
        self.end_thread();
        Ok(())
    }

    fn call_routine(&mut self, routine: Routine, argument: Value) -> Result<(), Interruption> {
        match routine {
            Routine::Procedure(procedure) => {
                self.machine.push_frame(self.state, self.thread, procedure, &[argument], None)
            }
            Routine::NoFunction => Err(Interruption::Violation(ViolationKind::OutOfBounds, NO_FUNCTION.to_owned())),
        }
    }

    /// The destructor that is to be called next, with the value, which the thread has no more.
    fn next_destructor(&mut self) -> Option<(u32, Routine, Value)> {
        if self.state.threads[self.thread as usize].specific.is_empty() {
            return None;
        }
        self.record.tokens.push(Token::KeyUse);
        let keys = self.state.keys.clone();
        let thread = self.state.thread_mut(self.thread);
        let ending = thread.ending.as_mut().expect("destructors run when a thread ends");
        ending.depth = 0;
        while ending.round < DESTRUCTOR_ROUNDS {
            let destructors =
                keys.range(ending.next_key..).filter_map(|(key, destructor)| Some((*key, (*destructor)?)));
            for (key, destructor) in destructors {
                if let Some(value) = thread.specific.remove(&key) {
                    ending.next_key = key + 1;
                    ending.has_called = true;
                    return Some((key, destructor, value));
                }
            }
            if !ending.has_called {
                return None;
            }
            (ending.round, ending.next_key, ending.has_called) = (ending.round + 1, 0, false);
        }
        None
    }

    /// The end itself.
    fn end_thread(&mut self) {
        let ending = self.state.threads[self.thread as usize].ending.clone().expect("an ending thread has an ending");
        self.span = ending.span;
        self.event(Event::Exit, None);
        self.share_targets(&ending.value);
        let copies = std::mem::take(&mut self.state.thread_mut(self.thread).thread_locals);
        for (_, object) in copies {
            self.kill(object);
        }
        let thread = self.state.thread_mut(self.thread);
        thread.returned = ending.value;
        thread.ending = None;
        thread.specific.clear();
        thread.is_joined = thread.is_detached;
        thread.atomic_depth = 0;
        self.record.tokens.push(Token::End(self.thread));
    }
}
