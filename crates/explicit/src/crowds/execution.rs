//! One execution whose state is changed in place. A copy for each step would cost time proportional to the number of
//! threads.

use raddle_program::automaton::Location;
use raddle_program::property::Violation;
use raddle_program::semantics::{Enabled, Interruption, Machine, Naming, Outcome, Record, State};
use raddle_program::syntax::ProcedureId;
use raddle_program::trace::{TRACE_FORMAT, Trace, TraceNames};

use raddle_verify::task::Task;

/// How many steps a thread may take until it must be at its stop, wait, or have ended.
const STEPS: usize = 2_000;

/// How often a step may be interrupted for a choice.
const ATTEMPTS: usize = 64;

/// A location of a procedure in front of which a thread stays.
pub type Stop = (ProcedureId, Location);

/// How far a thread came.
pub enum Ran {
    /// To its stop, to a wait, or to its end.
    Stands,
    /// To a violation.
    Violated(Violation),
    /// To the end of the execution, or to what is left out.
    Over,
}

/// An execution.
pub struct Execution<'m, 'p> {
    machine: &'m Machine<'p>,
    /// Where it has come.
    pub state: State,
    record: Record,
    /// The thread that was created first and stands at the stop.
    first: Option<u32>,
}

impl<'m, 'p> Execution<'m, 'p> {
    /// At the start of the program.
    pub fn start(machine: &'m Machine<'p>, keeps_events: bool) -> Option<Self> {
        let state = machine.initial().ok()?;
        let record = if keeps_events { Record::with_events() } else { Record::default() };
        Some(Execution { machine, state, record, first: None })
    }

    /// A copy, which keeps no events.
    pub fn copied(&self) -> Self {
        Execution { machine: self.machine, state: self.state.clone(), record: Record::default(), first: self.first }
    }

    /// Main goes on until it has created one more thread.
    pub fn create(&mut self) -> Option<()> {
        let n_threads = self.state.threads.len();
        for _ in 0..STEPS {
            if !self.can_go_on(0) {
                return None;
            }
            match self.step(0) {
                Ok(Ok(Outcome::Moved)) => {}
                Ok(_) | Err(()) => return None,
            }
            if self.state.threads.len() > n_threads {
                return Some(());
            }
        }
        None
    }

    /// Main creates one more thread. That thread, and all threads that it creates, run to the stop. Returns the first thread at the stop.
    pub fn next_thread(&mut self, stop: Stop) -> Option<u32> {
        let mut next = self.state.threads.len();
        self.create()?;
        while next < self.state.threads.len() {
            let thread = u32::try_from(next).ok()?;
            match self.run(thread, Some(stop)) {
                Ran::Stands if self.stands_at(thread, stop) => {
                    self.first.get_or_insert(thread);
                }
                Ran::Stands => {}
                Ran::Violated(_) | Ran::Over => return None,
            }
            next += 1;
        }
        self.first
    }

    /// A thread goes on to a stop, or to its end. It first leaves the stop at which it stands.
    pub fn run(&mut self, thread: u32, stop: Option<Stop>) -> Ran {
        for n_steps in 0..STEPS {
            let is_at_stop = n_steps > 0 && stop.is_some_and(|stop| self.stands_at(thread, stop));
            if is_at_stop || !self.can_go_on(thread) {
                return Ran::Stands;
            }
            let span = self.machine.next(&self.state, thread).span;
            match self.step(thread) {
                Ok(Ok(Outcome::Moved)) => {}
                Ok(Err(Interruption::Violation(kind, message))) => {
                    return Ran::Violated(Violation { kind, thread, span, message });
                }
                Ok(Ok(Outcome::Refuted | Outcome::Stopped) | Err(_)) | Err(()) => return Ran::Over,
            }
        }
        Ran::Over
    }

    /// The locations at which a thread that runs to its end takes a step that other threads may observe, outside of
    /// atomic sections.
    pub fn seen_by_others(&mut self, thread: u32) -> Vec<Stop> {
        let mut seen = Vec::new();
        for _ in 0..STEPS {
            if !self.can_go_on(thread) {
                break;
            }
            let data = &self.state.threads[thread as usize];
            let here = (data.frame().procedure, data.frame().location);
            let depth = data.atomic_depth;
            self.record.accesses.clear();
            let went = self.step(thread);
            let begins = self.state.threads[thread as usize].atomic_depth > depth;
            if depth == 0 && (begins || !self.record.accesses.is_empty()) && !seen.contains(&here) {
                seen.push(here);
            }
            if !matches!(went, Ok(Ok(Outcome::Moved))) {
                break;
            }
        }
        seen
    }

    /// The trace of a violation in the last step.
    pub fn trace(mut self, task: &Task, violation: Violation) -> Option<Trace> {
        let events = self.record.events.take()?;
        let naming = Naming { program: self.machine.program, state: &self.state };
        Some(Trace {
            format: TRACE_FORMAT,
            file: task.file.clone(),
            property: violation.kind.property(),
            steps: events.into_iter().map(|event| naming.settle(event)).collect(),
            violation,
            loop_start: None,
            is_recurrent: false,
            names: TraceNames::default(),
        })
    }

    fn can_go_on(&self, thread: u32) -> bool {
        self.machine.enabled(&self.state, thread) == Enabled::Yes
    }

    fn stands_at(&self, thread: u32, (procedure, location): Stop) -> bool {
        let data = &self.state.threads[thread as usize];
        !data.has_ended() && data.atomic_depth == 0 && {
            let frame = data.frame();
            frame.procedure == procedure && frame.location == location
        }
    }

    /// Takes a transition, however often it is interrupted for a choice.
    fn step(&mut self, thread: u32) -> Result<Result<Outcome, Interruption>, ()> {
        let mut choice = None;
        for _ in 0..ATTEMPTS {
            let n_events = self.record.events.as_ref().map_or(0, Vec::len);
            self.record.accesses.clear();
            self.record.violations.clear();
            match self.machine.step(&mut self.state, thread, choice, &mut self.record) {
                Err(Interruption::Split(symbol, pieces)) => {
                    self.state.symbols[symbol] = *pieces.first().ok_or(())?;
                    if let Some(events) = &mut self.record.events {
                        let attempted = events.split_off(n_events.min(events.len()));
                        events.extend(attempted.into_iter().filter(|event| event.is_choice()));
                    }
                }
                Err(Interruption::Choose(_)) if choice.is_none() => choice = Some(0),
                result => return Ok(result),
            }
        }
        Err(())
    }
}
