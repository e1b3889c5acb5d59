//! Replays a model: the executable semantics takes the transitions that the model describes.
//!
//! The model gives an order of the events, and for each thread the transitions that it takes. For each event, its
//! thread goes on to the transition of the event, and then further as long as no other thread can observe it. Choices
//! of the program are made as the model has them. If the semantics cannot follow, or does not end in the violation, the
//! model is wrong: a bug in Raddle, and no answer.

mod symbols;

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use raddle_logic::term::Term;
use raddle_program::entity::Entity;
use raddle_program::property::Property;
use raddle_program::semantics::{Enabled, Interruption, Machine, Outcome, Pending, Record, State, SymbolId};
use raddle_program::source::Span;
use raddle_program::syntax::{Effect, LocalId};
use rustc_hash::FxHashMap;

use crate::bmc::shorten::Move;
use crate::order::Encoding;
use crate::unwind::event::{CellKey, Event, EventId, EventKind, Step, StepKind, Thread};
use crate::unwind::object::{Names, ObjectId, ThreadId};
use crate::unwind::{InstanceId, Unwinding};
use raddle_verify::verdict::Reason;

/// What the model says, cached since the same is asked again and again.
pub(super) struct Model<'a> {
    unwinding: &'a Unwinding,
    encoding: &'a Encoding,
    /// The steps that the model has each thread take, and those of them that must not be taken before their event.
    steps: RefCell<FxHashMap<ThreadId, Rc<Taken>>>,
    numbers: RefCell<FxHashMap<Term, u128>>,
}

pub(super) struct Taken {
    steps: Vec<usize>,
    stops: Vec<usize>,
}

impl Model<'_> {
    fn holds(&self, condition: Term) -> bool {
        self.encoding.holds(&self.unwinding.pool, condition)
    }

    /// Whether a thread takes a step to its end.
    pub(super) fn takes(&self, thread: ThreadId, step: u32) -> bool {
        let thread = self.unwinding.unwound.thread(thread);
        thread.is_some_and(|thread| self.taken(thread).steps.binary_search(&(step as usize)).is_ok())
    }

    fn number(&self, term: Term) -> u128 {
        let mut numbers = self.numbers.borrow_mut();
        *numbers.entry(term).or_insert_with(|| self.encoding.number(&self.unwinding.pool, term))
    }

    fn taken(&self, thread: &Thread) -> Rc<Taken> {
        let mut known = self.steps.borrow_mut();
        let taken = known.entry(thread.id).or_insert_with(|| {
            let unwound = &self.unwinding.unwound;
            let steps: Vec<usize> =
                (0..thread.steps.len()).filter(|&step| self.holds(thread.steps[step].guard)).collect();
            let is_event = |event: &&Event| !matches!(event.kind, EventKind::Begin);
            let mut stops: Vec<usize> = thread
                .events
                .iter()
                .map(|&event| unwound.event(event))
                .filter(is_event)
                .filter(|event| self.holds(event.guard))
                .map(|event| event.step as usize)
                .collect();
            // A step that depends on what it reads (a call through a pointer) may be another one than its event says. A
            // section reads what it may need on any of its paths: an event of a path that is not taken delays no
            // thread.
            stops.retain_mut(|stop| {
                let meant = meant(&thread.steps, &steps, *stop);
                *stop = meant.unwrap_or(*stop);
                meant.is_some()
            });
            // The event of the end stands behind all paths. Other threads can observe the end, so the last step taken
            // waits for it.
            let ends = |&event: &EventId| {
                let event = unwound.event(event);
                matches!(event.kind, EventKind::End) && self.holds(event.guard)
            };
            if thread.events.iter().any(ends) {
                stops.extend(steps.last());
            }
            stops.sort_unstable();
            stops.dedup();
            Rc::new(Taken { steps, stops })
        });
        Rc::clone(taken)
    }
}

/// A thread of the trace.
pub(super) struct Cursor<'a> {
    thread: &'a Thread,
    taken: Rc<Taken>,
    next: usize,
    /// By depth: the instances of the locals of a frame.
    frames: Vec<FxHashMap<LocalId, InstanceId>>,
}

impl Cursor<'_> {
    /// The step that an event of a step means; on a path that was not taken, the step itself.
    fn meant(&self, step: usize) -> usize {
        meant(&self.thread.steps, &self.taken.steps, step).unwrap_or(step)
    }
}

pub(super) struct Walk<'a, 'p> {
    pub(super) machine: &'a Machine<'p>,
    pub(super) unwinding: &'a Unwinding,
    model: &'a Model<'a>,
    names: &'a Names,
    pub(super) state: State,
    pub(super) record: Record,
    /// By number of the thread in the semantics.
    cursors: Vec<Cursor<'a>>,
    of_thread: FxHashMap<ThreadId, u32>,
    /// By object of the semantics: the object of the unwinding.
    objects: FxHashMap<raddle_program::semantics::ObjectId, ObjectId>,
    /// Variables of bytes that became indeterminate again.
    renewed: BTreeMap<CellKey, Term>,
    /// The moves so far.
    pub(super) moves: Vec<Move<ThreadId>>,
}

/// The outcome that a step takes, if the semantics has several.
#[derive(Clone, Copy)]
pub(super) enum Way {
    /// Any outcome.
    First,
    /// The one with this number.
    Number(u32),
    /// The one that releases or wakes this thread.
    Elects(u32),
}

/// Why a model cannot be followed.
pub(super) enum Failure {
    /// It is no execution: a bug in Raddle.
    Wrong(String),
    /// The execution ends at a step where the unwinding goes on, which may happen.
    Open(Reason),
}

impl From<String> for Failure {
    fn from(what: String) -> Self {
        Failure::Wrong(what)
    }
}

impl From<&str> for Failure {
    fn from(what: &str) -> Self {
        Failure::Wrong(what.to_owned())
    }
}

pub(super) type Followed<T> = Result<T, Failure>;

impl<'a> Model<'a> {
    /// The model of an encoding.
    pub(super) fn of(unwinding: &'a Unwinding, encoding: &'a Encoding) -> Self {
        Model { unwinding, encoding, steps: Default::default(), numbers: Default::default() }
    }
}

impl<'a, 'p> Walk<'a, 'p> {
    /// At the start of the program.
    pub(super) fn start(machine: &'a Machine<'p>, model: &'a Model<'a>, names: &'a Names) -> Followed<Self> {
        let state = machine.initial().map_err(|interruption| match interruption {
            Interruption::Unsupported(what) => {
                let place = machine.program.source.presumed(machine.program.procedures[machine.program.main].span);
                Failure::Open(Reason::Unsupported { what: what.to_string(), place })
            }
            other => Failure::Wrong(format!("there is no start: {other:?}")),
        })?;
        let mut walk = Walk {
            machine,
            unwinding: model.unwinding,
            model,
            names,
            state,
            record: Record::with_events(),
            cursors: Vec::new(),
            of_thread: FxHashMap::default(),
            objects: FxHashMap::default(),
            renewed: BTreeMap::new(),
            moves: Vec::new(),
        };
        walk.begin(&model.unwinding.unwound.threads[0], 0);
        Ok(walk)
    }
}

/// The first of some ascending steps that is not before one.
fn first_from(steps: &[usize], step: usize) -> Option<usize> {
    steps.get(steps.partition_point(|&it| it < step)).copied()
}

/// The step that an event of a step means: that step, or the one taken in its place, if what is read there decides
/// which one it is (a call through a pointer). An event on a path that was not taken means no step.
fn meant(all: &[Step], taken: &[usize], step: usize) -> Option<usize> {
    let of = |step: usize| all.get(step).map(|it| (it.procedure, it.transition));
    first_from(taken, step).filter(|&taken| taken == step || of(taken) == of(step))
}

impl Failure {
    /// Why the answer stays open.
    pub(super) fn reason(self) -> Reason {
        match self {
            Failure::Wrong(what) => Reason::Internal { message: format!("a model of bmc is no execution: {what}") },
            Failure::Open(reason) => reason,
        }
    }
}

impl<'a> Walk<'a, '_> {
    /// What is said of a model that goes on behind an access to memory that has ended: the unwinding may leave out that it ends.
    pub(super) fn behind_an_access_outside(&self, span: Span) -> Failure {
        let place = self.machine.program.source.place(span);
        Failure::Open(Reason::GaveUp {
            why: format!("the violation that was found lies behind an access outside of every live object at {place}"),
            advice: "check memory first, or use another engine with --engine".into(),
        })
    }

    fn holds(&self, condition: Term) -> bool {
        self.model.holds(condition)
    }

    /// A thread of the unwinding is now one of the semantics. `n_before`: how many objects there were.
    fn begin(&mut self, thread: &'a Thread, n_before: usize) {
        let taken = self.model.taken(thread);
        let number = self.cursors.len() as u32;
        self.of_thread.insert(thread.id, number);
        let frames = vec![self.frame(thread.start, thread.entry.0)];
        self.cursors.push(Cursor { thread, taken, next: 0, frames });
        self.name_objects(n_before, &thread.entry.1);
        if number == 0 {
            for global in self.machine.program.globals.ids() {
                let key = crate::unwind::object::ObjectKey::Global(global);
                if let Some(object) = self.names.find(key) {
                    self.objects.insert(raddle_program::semantics::ObjectId::from_index(global.index()), object);
                }
            }
        }
    }

    fn frame(
        &self,
        procedure: raddle_program::syntax::ProcedureId,
        first: InstanceId,
    ) -> FxHashMap<LocalId, InstanceId> {
        let locals = self.machine.program.procedures[procedure].locals.ids();
        locals.map(|local| (local, InstanceId(first.0 + local.index() as u32))).collect()
    }

    /// The newest objects of the semantics are these.
    fn name_objects(&mut self, n_before: usize, objects: &[ObjectId]) {
        let fresh = (n_before..self.state.objects.len()).map(raddle_program::semantics::ObjectId::from_index);
        let first = self.state.objects.len().saturating_sub(objects.len());
        for (object, &known) in fresh.filter(|object| object.index() >= first).zip(objects) {
            self.objects.insert(object, known);
        }
    }

    /// Follows a part of the order.
    pub(super) fn pass(&mut self, schedule: &[EventId]) -> Followed<()> {
        for &id in schedule {
            let event = self.unwinding.unwound.event(id);
            // The thread that reads final values takes no steps.
            let is_step = self.unwinding.unwound.thread(event.thread).is_some_and(|thread| !thread.steps.is_empty());
            if !matches!(event.kind, EventKind::Begin) && is_step {
                let (thread, step) = (event.thread, event.step as usize);
                let number = self.number(thread)?;
                self.advance(number, step, false)?;
            }
        }
        Ok(())
    }

    /// Fails if another thread is inside an atomic section and can go on. The order of a model respects that; an order
    /// that is tried need not.
    pub(super) fn may_act(&self, number: u32) -> Followed<()> {
        let is_inside = |&thread: &u32| self.state.threads[thread as usize].atomic_depth > 0;
        let goes_on = |&thread: &u32| is_inside(&thread) && self.machine.enabled(&self.state, thread) != Enabled::No;
        if !is_inside(&number) && self.state.live_threads().any(|thread| goes_on(&thread)) {
            return Err("another thread is inside an atomic section".into());
        }
        Ok(())
    }

    /// Takes moves.
    pub(super) fn take_moves(&mut self, moves: &[Move<ThreadId>]) -> Followed<()> {
        for &(thread, step) in moves {
            let number = self.number(thread)?;
            let cursor = &self.cursors[number as usize];
            if cursor.taken.steps.get(cursor.next) != Some(&step) {
                return Err("a step is left out".into());
            }
            self.may_act(number)?;
            self.step(number, step)?;
        }
        Ok(())
    }

    /// The number of a thread in the semantics.
    pub(super) fn number(&self, thread: ThreadId) -> Followed<u32> {
        let number = self.of_thread.get(&thread).copied();
        number.ok_or_else(|| format!("thread {} acts before it is started", thread.0).into())
    }

    /// What a step of a thread chooses in the model.
    pub(super) fn chosen(&self, thread: ThreadId, step: u32) -> Vec<Term> {
        let thread = self.unwinding.unwound.thread(thread);
        match thread.and_then(|thread| thread.steps.get(step as usize)).map(|step| &step.kind) {
            Some(StepKind::Chosen(chosen)) => chosen.clone(),
            Some(
                StepKind::Plain
                | StepKind::Call(..)
                | StepKind::Live(..)
                | StepKind::Allocated(_)
                | StepKind::Spawned(_)
                | StepKind::Way(_)
                | StepKind::Elected(_),
            )
            | None => Vec::new(),
        }
    }

    /// The outcome that a step of a thread takes in the model.
    pub(super) fn way(&self, thread: ThreadId, step: u32) -> Way {
        let thread = self.unwinding.unwound.thread(thread);
        match thread.and_then(|thread| thread.steps.get(step as usize)).map(|step| &step.kind) {
            Some(StepKind::Way(way)) => Way::Number(self.model.number(*way) as u32),
            Some(StepKind::Elected(threads)) => {
                let elected = threads.iter().find(|(_, condition)| self.holds(*condition));
                let elected = elected.and_then(|(thread, _)| self.of_thread.get(thread));
                elected.map_or(Way::First, |&thread| Way::Elects(thread))
            }
            Some(
                StepKind::Plain
                | StepKind::Chosen(_)
                | StepKind::Call(..)
                | StepKind::Live(..)
                | StepKind::Allocated(_)
                | StepKind::Spawned(_),
            )
            | None => Way::First,
        }
    }

    /// A thread takes its steps up to one, that one included, and those behind it that have no event.
    pub(super) fn advance(&mut self, number: u32, step: usize, exactly: bool) -> Followed<()> {
        let step = if exactly { step } else { self.cursors[number as usize].meant(step) };
        loop {
            let cursor = &self.cursors[number as usize];
            let Some(&next) = cursor.taken.steps.get(cursor.next) else { return Ok(()) };
            let is_due = next <= step;
            let is_free =
                !exactly && cursor.taken.stops.binary_search(&next).is_err() && !self.shuts_others_out(number, next);
            if !is_due && !is_free {
                return Ok(());
            }
            self.step(number, next)?;
        }
    }

    /// Whether a step begins an atomic section that is inside no other: it waits for the first event of it.
    fn shuts_others_out(&self, number: u32, step: usize) -> bool {
        let Step { procedure, transition, .. } = self.cursors[number as usize].thread.steps[step];
        let is_inside = self.state.threads[number as usize].atomic_depth > 0;
        !is_inside && matches!(self.machine.automata[procedure].transitions[transition].effect, Effect::AtomicBegin)
    }

    /// The step with which a thread enters the atomic section that it is in before a step of it.
    pub(super) fn begin_of_section(&self, number: u32, step: u32) -> Option<u32> {
        let cursor = &self.cursors[number as usize];
        let mut begun = Vec::new();
        for &taken in cursor.taken.steps.iter().take_while(|&&taken| taken < step as usize) {
            let Step { procedure, transition, .. } = cursor.thread.steps[taken];
            let effect = &self.machine.automata[procedure].transitions[transition].effect;
            if matches!(effect, Effect::AtomicBegin) {
                begun.push(taken as u32);
            } else if matches!(effect, Effect::AtomicEnd) {
                begun.pop();
            }
        }
        begun.first().copied()
    }

    /// Takes a step of a thread, which must be the transition that the unwinding took.
    fn step(&mut self, number: u32, index: usize) -> Followed<()> {
        let thread = self.cursors[number as usize].thread;
        let step: &Step = &thread.steps[index];
        if self.state.threads[number as usize].has_ended() {
            return Err(format!("T{number} has ended").into());
        }
        let frame = self.state.threads[number as usize].frame();
        if frame.procedure != step.procedure {
            return Err(format!("T{number} is in another procedure").into());
        }
        let automaton = &self.machine.automata[step.procedure];
        if automaton.transitions[step.transition].from != frame.location {
            let place = self.machine.program.source.place(automaton.transitions[step.transition].span);
            return Err(format!("T{number} is not at {place}").into());
        }
        if self.machine.enabled(&self.state, number) == Enabled::No {
            let place = self.machine.program.source.place(automaton.transitions[step.transition].span);
            return Err(format!("T{number} waits at {place}").into());
        }
        self.cursors[number as usize].next += 1;
        self.record.violations.clear();
        self.moves.push((thread.id, index));
        let n_objects = self.state.objects.len();
        let n_threads = self.state.threads.len();
        let chosen = self.chosen(thread.id, index as u32);
        let way = self.way(thread.id, index as u32);
        match self.take(number, &chosen, way) {
            Ok(Outcome::Moved) => {}
            Ok(Outcome::Stopped) => return Ok(()),
            Err(Interruption::Violation(kind, _)) if kind.property() == Property::Memory => {
                return Err(self.behind_an_access_outside(automaton.transitions[step.transition].span));
            }
            Err(Interruption::Unsupported(what)) => {
                let place = self.machine.program.source.place(automaton.transitions[step.transition].span);
                return Err(Failure::Open(Reason::Unsupported { what: what.to_string(), place }));
            }
            other => {
                let place = self.machine.program.source.place(automaton.transitions[step.transition].span);
                return Err(format!("T{number} does not go on at {place}: {other:?}").into());
            }
        }
        self.renewed.extend(step.renewed.iter().copied());
        match &step.kind {
            StepKind::Plain | StepKind::Chosen(_) | StepKind::Way(_) | StepKind::Elected(_) => {}
            StepKind::Call(first, objects) => {
                let procedure = self.state.threads[number as usize].frame().procedure;
                let frame = self.frame(procedure, *first);
                self.cursors[number as usize].frames.push(frame);
                self.name_objects(n_objects, objects);
            }
            StepKind::Live(instance, object) => {
                if let Effect::Live { local, .. } = &automaton.transitions[step.transition].effect
                    && let Some(frame) = self.cursors[number as usize].frames.last_mut()
                {
                    frame.insert(*local, *instance);
                }
                let objects: Vec<ObjectId> = object.iter().copied().collect();
                self.name_objects(n_objects, &objects);
            }
            StepKind::Allocated(object) => self.name_objects(n_objects, &[*object]),
            StepKind::Spawned(child) => {
                let child = self.unwinding.unwound.thread(*child).ok_or("a thread was not unwound")?;
                if self.state.threads.len() != n_threads + 1 {
                    return Err("no thread was started".into());
                }
                self.begin(child, n_objects);
            }
        }
        let depth = self.state.threads[number as usize].frames.len();
        let routine = step.routines.iter().find(|routine| self.holds(routine.guard));
        if let Some(routine) = routine.filter(|_| depth > 0) {
            // A routine of the thread's end is the innermost frame now, perhaps the only one.
            let procedure = self.state.threads[number as usize].frame().procedure;
            let frame = self.frame(procedure, routine.first);
            self.cursors[number as usize].frames.truncate(depth.saturating_sub(1));
            self.cursors[number as usize].frames.push(frame);
            self.name_objects(n_objects, &routine.objects);
        }
        self.cursors[number as usize].frames.truncate(depth);
        Ok(())
    }

    /// One transition with all that it chooses decided by the model.
    pub(super) fn take(&mut self, number: u32, chosen: &[Term], way: Way) -> Result<Outcome, Interruption> {
        let mut choice = None;
        let mut chosen = chosen.iter().copied();
        let effect = &self.machine.next(&self.state, number).effect;
        let origin = self.origin(number, effect);
        let n_symbols_before = self.state.symbols.len();
        loop {
            let n_symbols = self.state.symbols.len();
            let n_events = self.record.events.as_ref().map_or(0, Vec::len);
            let n_accesses = self.record.accesses.len();
            let result = self.machine.step(&mut self.state, number, choice.take(), &mut self.record);
            match result {
                Err(Interruption::Split(symbol, _)) => {
                    self.settle(number, symbol, origin, &mut chosen);
                    self.undo(n_events, n_accesses);
                }
                // Two values that nothing restricts are compared: the model has both.
                Err(Interruption::LargeInput(..)) if self.is_open_since(n_symbols_before) => {
                    for index in n_symbols_before..self.state.symbols.len() {
                        self.settle(number, SymbolId::from_index(index), origin, &mut chosen);
                    }
                    self.undo(n_events, n_accesses);
                }
                Err(Interruption::Choose(n_ways)) => {
                    choice = Some(match way {
                        Way::First => 0,
                        Way::Number(way) => way.min(n_ways - 1),
                        Way::Elects(thread) => self.electing(number, thread, n_ways),
                    });
                    self.undo(n_events, n_accesses);
                }
                other => {
                    for index in n_symbols..self.state.symbols.len() {
                        self.settle(number, SymbolId::from_index(index), origin, &mut chosen);
                    }
                    return other;
                }
            }
        }
    }

    /// The number of the outcome of a step that releases or wakes a thread.
    fn electing(&self, number: u32, thread: u32, n_ways: u32) -> u32 {
        let is_elected = |state: &State| {
            let thread = &state.threads[thread as usize];
            thread.waiting.is_some_and(|waiting| waiting.is_signalled)
                || thread.barrier.is_some_and(|wait| wait.released == Some(true))
        };
        let elects = |&way: &u32| {
            let mut state = self.state.clone();
            let outcome = self.machine.step(&mut state, number, Some(way), &mut Record::default());
            matches!(outcome, Ok(Outcome::Moved)) && is_elected(&state)
        };
        (0..n_ways).find(elects).unwrap_or(0)
    }

    /// Whether a symbol from this one on has more than one value.
    fn is_open_since(&self, first: usize) -> bool {
        self.state.symbols.values().skip(first).any(|interval| interval.low != interval.high)
    }

    /// Forgets what an interrupted transition listed; what it chose stays chosen and listed.
    fn undo(&mut self, n_events: usize, n_accesses: usize) {
        self.record.violations.clear();
        self.record.accesses.truncate(n_accesses);
        if let Some(events) = &mut self.record.events {
            let attempted = events.split_off(n_events.min(events.len()));
            events.extend(attempted.into_iter().filter(Pending::is_choice));
        }
    }
}
