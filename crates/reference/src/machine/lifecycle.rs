//! How threads begin, end and are waited for.

use crate::machine::Machine;
use crate::machine::library::{Call, end_of_thread};
use crate::machine::memory::Life;
use crate::machine::order::Holder;
use crate::machine::perform::Outcome;
use crate::machine::schedule::Decision;
use crate::machine::synchronize::{Done, ECANCELED};
use crate::machine::task::{Operation, Task};
use crate::value::encoding::encode;
use crate::value::{Scalar, Trouble, Value};
use raddle_program::source::Span;
use raddle_program::trace::Event;

impl<'u> Machine<'u> {
    /// Performs [`Operation::Join`]: pushes the return code.
    pub(crate) fn join(&mut self, thread: usize, id: Scalar, decision: Decision, span: Span, outcome: &mut Outcome) {
        let me = thread as u32;
        let joined = self.joinable(me, self.named_thread(id));
        let (child, done) = match joined {
            _ if decision == Decision::Outcome(ECANCELED) => {
                self.accept_cancellation(me);
                (None, Done { outcome: ECANCELED, misuse: None })
            }
            Ok(child) => (Some(child), Done::default()),
            Err(reason) => (None, reason.done()),
        };
        self.list(thread, span, Event::Join { child, outcome: done.outcome }, outcome);
        if let Some(misuse) = done.misuse {
            self.misuse(misuse, span, outcome);
        }
        if let Some(child) = child {
            self.thread_mut(child as usize).is_joined = true;
            self.history.hand_on(Holder::Thread(child), Holder::Thread(me));
            self.history.drop_holder(Holder::Thread(child));
        }
        self.push_scalar(thread, Scalar::Integer(done.outcome.into()));
    }

    /// Performs [`Operation::Spawn`]: pushes the return code.
    pub(crate) fn spawn(
        &mut self,
        thread: usize,
        operation: Operation,
        span: Span,
        outcome: &mut Outcome,
    ) -> Result<(), Trouble> {
        let Operation::Spawn { start, argument, id, id_size, is_detached, .. } = operation else {
            panic!("only a spawn spawns");
        };
        let target = match id.pointer() {
            Scalar::Integer(0) => None,
            _ => Some(self.memory.locate(&id, id_size, true)?),
        };
        let child = self.new_thread(start);
        self.thread_mut(child).is_detached = is_detached;
        self.make_thread_locals(child).map_err(Trouble::Unsupported)?;
        let name = self.unit.functions[start].name.clone();
        self.list(thread, span, Event::Spawn { child: child as u32, start: name.clone() }, outcome);
        if let Some(at) = target {
            let number = self.id_of(child);
            self.memory.write(at, &encode(number, id_size));
            let (location, value) = (self.location(at, id_size), self.trace_value(number));
            self.list(thread, span, Event::Write { location, value, is_atomic: false }, outcome);
            self.note_access(thread, at, id_size, true, None, span, outcome);
        }
        self.history.hand_on(Holder::Thread(thread as u32), Holder::Thread(child as u32));
        let site = self.unit.functions[start].span;
        let mut tasks = vec![
            Task::Enter { function: start, arguments: vec![argument], span: site },
            Task::EndThread { span: site },
        ];
        if name.starts_with("__VERIFIER_atomic_") {
            tasks.insert(0, Task::Operation(Operation::AtomicBegin { is_operation: false, span: site }));
            tasks.insert(2, Task::Operation(Operation::AtomicEnd { is_operation: false, span: site }));
        }
        self.plan(child, tasks);
        self.settle(child);
        self.push_scalar(thread, Scalar::Integer(0));
        Ok(())
    }

    /// Runs [`Task::EndThread`]: the first function has returned.
    pub(crate) fn returned_from_start(&mut self, thread: usize, span: Span) {
        let value = self.pop(thread);
        let next = match thread {
            0 => Task::Operation(Operation::Stop { is_orderly: true, span }),
            _ => Task::Unwind { value, span },
        };
        self.plan(thread, vec![next]);
    }

    /// Runs [`Task::Unwind`]: leaves all functions; what is left is the launch, which runs destructors and exits.
    pub(crate) fn unwind(&mut self, thread: usize, value: Value, span: Span) {
        self.thread_mut(thread).cancellation.is_disabled = true;
        self.abandon_onces(thread as u32);
        let ending = self.thread_mut(thread);
        ending.handlers.clear();
        let mut objects = Vec::new();
        while ending.frames.len() > 1 {
            let frame = ending.frames.pop().expect("it was seen that there are more");
            objects.extend(frame.variables.into_values().chain(frame.stack_objects));
        }
        let launch = self.frame_mut(thread);
        launch.tasks.clear();
        launch.values.clear();
        let call = Call {
            thread,
            function: None,
            name: "the end of a thread",
            arguments: vec![(value, self.types().void())],
            span,
            ty: self.types().void(),
            text: "",
            written: &[],
        };
        self.start_model(end_of_thread, call, true);
        // Ends of lives come first.
        self.retire(thread, objects);
    }

    /// Ends a thread: its result waits for a join.
    pub(crate) fn end_thread(&mut self, thread: usize, value: Value) {
        let frames = std::mem::take(&mut self.thread_mut(thread).frames);
        let ending = self.thread(thread);
        let locals: Vec<_> = ending.locals.values().copied().chain(ending.error_number).collect();
        for frame in frames {
            for object in frame.variables.into_values().chain(frame.stack_objects) {
                self.end_object(object, Life::LeftScope);
            }
        }
        for object in locals {
            self.end_object(object, Life::LeftScope);
        }
        let ended = self.thread_mut(thread);
        ended.result = Some(value);
        ended.section_depth = 0;
        // These can no longer be observed.
        ended.specific.clear();
        ended.cancellation = Default::default();
        if ended.is_detached {
            self.history.drop_holder(Holder::Thread(thread as u32));
        }
        for holder in
            [Holder::Cancellation(thread as u32), Holder::Unfenced(thread as u32), Holder::Fenced(thread as u32)]
        {
            self.history.drop_holder(holder);
        }
    }
}
