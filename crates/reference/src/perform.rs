//! The scheduler's side of the machine: who can go on, what can be decided there, and what an operation does.

use crate::encoding::{Decoded, Shape, decode, encode, insert, shape};
use crate::machine::Machine;
use crate::memory::{Life, Object, ObjectKind};
use crate::order::{Access, Holder};
use crate::task::{Form, Operation, Region, Task};
use crate::value::{Address, Byte, Place, Scalar, Trouble, Value};
use raddle_cfront::typed::FunctionId;
use raddle_program::property::ViolationKind;
use raddle_program::source::Span;
use raddle_program::syntax::Synchronization;
use raddle_program::trace::{ChoiceKind, Event, ObjectName, TraceStep, TraceValue};
use raddle_program::types::TypeId;
use std::collections::BTreeMap;

/// Whether a thread can go on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Readiness {
    /// It has ended.
    Ended,
    /// It waits.
    Blocked,
    /// It waits for a condition and could wake up without a signal.
    Spurious,
    /// It can go on.
    Ready,
}

/// What an operation leaves open.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Decision {
    /// Nothing.
    None,
    /// Any value of a type.
    Value(Scalar),
    /// Which thread a signal wakes.
    Woken(Option<u32>),
}

/// What an operation asks for.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Question {
    /// Nothing.
    None,
    /// A value of a type, of which some bits are known.
    Value {
        /// Who asks.
        kind: ChoiceKind,
        /// The type; of a bit-field, its declared type.
        ty: TypeId,
        /// The known bits, the others zero.
        value: u128,
        /// Which bits are known.
        known: u128,
        /// How many bits the value has.
        bits: u32,
    },
    /// A thread that waits for the condition at an address.
    Woken(Address),
}

/// A violation that an operation is.
#[derive(Clone, PartialEq, Debug)]
pub struct Found {
    /// What is violated.
    pub kind: ViolationKind,
    /// A sentence for people.
    pub message: String,
    /// Where.
    pub span: Span,
    /// How many of the steps of the outcome come before it.
    pub after: usize,
}

/// What performing an operation did.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Outcome {
    /// The listed events.
    pub steps: Vec<TraceStep>,
    /// What it violates.
    pub found: Vec<Found>,
    /// Whether the execution ends here, by a violation or a failing assumption or the end of the process.
    pub is_end: bool,
    /// Why we cannot follow this execution any further.
    pub unknown: Option<String>,
}

impl<'u> Machine<'u> {
    /// Whether a thread can go on.
    pub fn readiness(&self, thread: usize) -> Readiness {
        let Some(operation) = self.pending(thread) else {
            return Readiness::Ended;
        };
        let waits = match operation {
            Operation::Synchronize { operation: Synchronization::MutexLock, object, .. } => {
                match self.memory.locate(object, 1, false) {
                    Ok(address) => !self.can_lock(thread as u32, address),
                    Err(_) => false,
                }
            }
            Operation::Synchronize { operation: Synchronization::ConditionWake, .. } => {
                if !self.locks.signalled.contains(&(thread as u32)) {
                    return Readiness::Spurious;
                }
                false
            }
            Operation::Join { id, .. } => match self.joinable(*id) {
                Some(child) if child == thread => false,
                Some(child) => self.threads[child].result.is_none(),
                None => false,
            },
            _ => false,
        };
        if waits { Readiness::Blocked } else { Readiness::Ready }
    }

    /// Whether a thread may be scheduled: while a thread inside an atomic section can go on, only it runs.
    pub fn is_schedulable(&self, thread: usize) -> bool {
        let inside = (0..self.threads.len())
            .find(|&other| self.threads[other].section_depth > 0 && self.readiness(other) == Readiness::Ready);
        !self.is_over
            && matches!(self.readiness(thread), Readiness::Ready | Readiness::Spurious)
            && inside.is_none_or(|inside| inside == thread)
    }

    /// Whether some thread waits and none can go on: the first that waits.
    pub fn deadlocked_thread(&self) -> Option<usize> {
        let mut waiting = None;
        for thread in 0..self.threads.len() {
            match self.readiness(thread) {
                Readiness::Ended => {}
                Readiness::Ready => return None,
                Readiness::Blocked | Readiness::Spurious => waiting = waiting.or(Some(thread)),
            }
        }
        waiting.filter(|_| !self.is_over)
    }

    /// What the pending operation of a thread leaves open.
    pub fn question(&self, thread: usize) -> Question {
        match self.pending(thread) {
            Some(Operation::Choose { kind, ty, keep, value, known, .. }) => {
                let bits = match keep.and_then(|place| place.bits) {
                    Some(bits) => bits.width,
                    None => self.types().size_of(*ty).unwrap_or(0) as u32 * 8,
                };
                Question::Value { kind: *kind, ty: *ty, value: *value, known: *known, bits }
            }
            Some(Operation::Read { place, size, form: Form::Scalar(ty), .. }) => {
                let Ok(bytes) = self.memory.locate(place, *size, false).and_then(|at| self.memory.read(at, *size))
                else {
                    return Question::None;
                };
                match decode(self.types(), *ty, &bytes) {
                    Decoded::Indeterminate { value, known } => {
                        let kind = ChoiceKind::Indeterminate;
                        Question::Value { kind, ty: *ty, value, known, bits: *size as u32 * 8 }
                    }
                    Decoded::Known(_) | Decoded::Torn => Question::None,
                }
            }
            Some(Operation::Synchronize { operation: Synchronization::ConditionSignal, object, .. }) => {
                match self.memory.locate(object, 1, false) {
                    Ok(address) if !self.condition(address).waiters.is_empty() => Question::Woken(address),
                    Ok(_) | Err(_) => Question::None,
                }
            }
            _ => Question::None,
        }
    }

    /// Performs the pending operation of a thread, and brings it to its next one.
    ///
    /// # Panics
    /// If the thread is blocked or has ended, or the decision does not answer the question.
    pub fn perform(&mut self, thread: usize, decision: Decision) -> Outcome {
        let Some(Task::Operation(operation)) = self.frame_mut(thread).tasks.pop() else {
            panic!("a thread that is scheduled stands in front of an operation");
        };
        let mut outcome = Outcome::default();
        let span = operation.span().unwrap_or(self.site(thread));
        match self.execute(thread, operation, decision, span, &mut outcome) {
            Ok(()) => {}
            Err(Trouble::Violation(kind, message)) => {
                let after = outcome.steps.len();
                outcome.found.push(Found { kind, message, span, after });
                outcome.is_end = true;
            }
            Err(Trouble::Unsupported(what)) => {
                let place = self.unit.source.place(span);
                outcome.unknown = Some(format!("unsupported: {what} at {place}"));
                outcome.is_end = true;
            }
        }
        if self.settings.tracks_order {
            let live: Vec<u32> =
                (0..self.threads.len() as u32).filter(|&other| self.threads[other as usize].result.is_none()).collect();
            self.history.prune(&live);
        }
        if outcome.is_end {
            self.is_over = true;
        } else {
            self.settle(thread);
        }
        outcome
    }

    fn execute(
        &mut self,
        thread: usize,
        operation: Operation,
        decision: Decision,
        span: Span,
        outcome: &mut Outcome,
    ) -> Result<(), Trouble> {
        let me = Holder::Thread(thread as u32);
        match operation {
            Operation::Read { place, size, form, .. } => {
                let at = self.memory.locate(&place, size, false)?;
                let bytes = self.memory.read(at, size)?;
                let (value, shown) = match form {
                    Form::Raw => (Value::Bytes(bytes.into()), TraceValue::Opaque),
                    Form::Scalar(ty) => match (decode(self.types(), ty, &bytes), decision) {
                        (Decoded::Known(scalar), _) => (Value::Scalar(scalar), self.trace_value(scalar)),
                        (Decoded::Torn, _) => return Trouble::unsupported("part of an address is read as a number"),
                        (Decoded::Indeterminate { .. }, Decision::Value(chosen)) => {
                            let value = self.trace_value(chosen);
                            let kind = ChoiceKind::Indeterminate;
                            self.list(thread, span, Event::Choice { kind, value: value.clone() }, outcome);
                            self.memory.write(at, &encode(chosen, size));
                            (Value::Scalar(chosen), value)
                        }
                        (Decoded::Indeterminate { .. }, Decision::None | Decision::Woken(_)) => {
                            panic!("an indeterminate value needs a decision")
                        }
                    },
                };
                let (location, is_atomic) = (self.location(at, size), place.is_atomic);
                self.list(thread, span, Event::Read { location, value: shown, is_atomic }, outcome);
                self.note_access(thread, at, size, false, is_atomic, span, outcome);
                self.push(thread, value);
            }
            Operation::Write { place, bytes, shown, .. } => {
                let size = bytes.len() as u64;
                let at = self.memory.locate(&place, size, true)?;
                self.memory.write(at, &bytes);
                let value = shown.map_or(TraceValue::Opaque, |scalar| self.trace_value(scalar));
                let (location, is_atomic) = (self.location(at, size), place.is_atomic);
                self.list(thread, span, Event::Write { location, value, is_atomic }, outcome);
                self.note_access(thread, at, size, true, is_atomic, span, outcome);
            }
            Operation::Choose { kind, ty, keep, .. } => {
                let Decision::Value(chosen) = decision else { panic!("a choice needs a decision") };
                if let Some(place) = keep {
                    self.keep_choice(place, ty, chosen)?;
                }
                let value = self.trace_value(chosen);
                self.list(thread, span, Event::Choice { kind, value }, outcome);
                self.push_scalar(thread, chosen);
            }
            Operation::Copy { to, from, size, .. } => {
                let from = self.memory.locate(&from, size, false)?;
                let to = self.memory.locate(&to, size, true)?;
                let bytes = self.memory.read(from, size)?;
                self.list_range(thread, from, size, false, span, outcome);
                self.memory.write(to, &bytes);
                self.list_range(thread, to, size, true, span, outcome);
            }
            Operation::Fill { to, size, byte, .. } => {
                let to = self.memory.locate(&to, size, true)?;
                self.memory.fill(to, size, byte)?;
                self.list_range(thread, to, size, true, span, outcome);
            }
            Operation::AtomicBegin { .. } => {
                self.thread_mut(thread).section_depth += 1;
                if self.thread(thread).section_depth == 1 {
                    self.history.hand_on(Holder::Sections, me);
                }
                self.list(thread, span, Event::AtomicBegin, outcome);
            }
            Operation::AtomicEnd { .. } => {
                if self.thread(thread).section_depth == 0 {
                    return Trouble::unsupported("the end of an atomic section that was not begun");
                }
                if self.thread(thread).section_depth == 1 {
                    self.history.hand_on(me, Holder::Sections);
                }
                self.thread_mut(thread).section_depth -= 1;
                self.list(thread, span, Event::AtomicEnd, outcome);
            }
            Operation::Synchronize { operation, object, mutex, kind, .. } => {
                let at = self.memory.locate(&object, 1, false)?;
                let mutex = mutex.map(|mutex| self.memory.locate(&mutex, 1, false)).transpose()?;
                let woken = match decision {
                    Decision::Woken(woken) => woken,
                    Decision::None | Decision::Value(_) => None,
                };
                let done = self.synchronize(thread as u32, operation, at, mutex, kind, woken);
                let (object, number) = (self.location(at, 1), done.outcome);
                self.list(thread, span, Event::Synchronize { operation, object, outcome: number }, outcome);
                if let Some(misuse) = done.misuse {
                    self.misuse(misuse, span, outcome);
                }
                self.push_scalar(thread, Scalar::Integer(number.into()));
            }
            Operation::Spawn { start, argument, id, id_size, .. } => {
                self.spawn(thread, start, argument, id, id_size, span, outcome)?;
            }
            Operation::Join { id, result, .. } => self.join(thread, id, result, span, outcome)?,
            Operation::Exit { value, .. } => {
                self.list(thread, span, Event::Exit, outcome);
                self.end_thread(thread, value);
                if self.threads.iter().all(|thread| thread.result.is_some()) {
                    outcome.is_end = true;
                }
            }
            Operation::Allocate { size, is_zeroed, region, .. } => {
                let name = ObjectName::Heap(thread as u32, self.thread(thread).allocations);
                self.thread_mut(thread).allocations += 1;
                let object = self.memory.create(Object {
                    name: name.clone(),
                    ty: None,
                    size,
                    kind: if region == Region::Heap { ObjectKind::Heap } else { ObjectKind::Stack },
                    life: Life::Alive,
                    is_unlisted: false,
                    is_read_only: false,
                    fill: if is_zeroed { Byte::ZERO } else { Byte::UNKNOWN },
                    bytes: BTreeMap::new(),
                });
                if region == Region::Function {
                    self.frame_mut(thread).stack_objects.push(object);
                }
                self.list(thread, span, Event::Allocate { object: name, size }, outcome);
                self.push_scalar(thread, Scalar::Address(Address { object, offset: 0 }));
            }
            Operation::Free { pointer, .. } => {
                let at = self.freeable(pointer)?;
                let (name, size) = (self.memory.object(at.object).name.clone(), self.memory.object(at.object).size);
                self.list(thread, span, Event::Free { object: name }, outcome);
                self.note_access(thread, at, size.max(1), true, false, span, outcome);
                self.end_object(at.object, Life::Freed);
            }
            Operation::EndLife { objects } => {
                for object in objects {
                    self.end_object(object, Life::LeftScope);
                }
            }
            Operation::Fail { kind, message, ends, .. } => {
                outcome.found.push(Found { kind, message, span, after: 0 });
                outcome.is_end = ends;
            }
            Operation::Stop { .. } | Operation::Prune { .. } => outcome.is_end = true,
            Operation::Unsupported { what, .. } => return Err(Trouble::Unsupported(what)),
            Operation::Diverge { certain: true, .. } => {
                // It goes round for ever: it stays where it is.
                self.plan(thread, vec![Task::Operation(operation)]);
            }
            Operation::Diverge { certain: false, .. } => {
                let place = self.unit.source.place(span);
                outcome.unknown = Some(format!("thread {thread} does not reach an event within the limit at {place}"));
                outcome.is_end = true;
            }
        }
        Ok(())
    }

    /// The thread that an id names, if it can be joined.
    pub fn joinable(&self, id: Scalar) -> Option<usize> {
        let Scalar::Integer(number) = id else { return None };
        let child = usize::try_from(number.checked_sub(1)?).ok()?;
        self.threads.get(child).filter(|thread| !thread.is_joined).map(|_| child)
    }

    fn join(
        &mut self,
        thread: usize,
        id: Scalar,
        result: Option<(Place, TypeId)>,
        span: Span,
        outcome: &mut Outcome,
    ) -> Result<(), Trouble> {
        const ESRCH: i64 = 3;
        const EDEADLK: i64 = 35;
        let child = self.joinable(id);
        let (code, misuse) = match child {
            None => (ESRCH, Some("the id to join names no thread that can be joined")),
            Some(child) if child == thread => (EDEADLK, None),
            Some(_) => (0, None),
        };
        let listed = child.filter(|_| code == 0).map(|child| child as u32);
        self.list(thread, span, Event::Join { child: listed, outcome: code }, outcome);
        if let Some(misuse) = misuse {
            self.misuse(misuse, span, outcome);
        }
        let mut tasks = vec![Task::Push(Value::Scalar(Scalar::Integer(code.into())))];
        if let Some(child) = child.filter(|&child| child != thread) {
            self.thread_mut(child).is_joined = true;
            self.history.hand_on(Holder::Thread(child as u32), Holder::Thread(thread as u32));
            let value = self.threads[child].result.clone().expect("a join waits for the end of the thread");
            if let Some((place, ty)) = result {
                let value = match value {
                    Value::Void => crate::expression::choose(ChoiceKind::Indeterminate, ty, span),
                    value => Task::Push(value),
                };
                let mut first = vec![value, Task::StorePopped { place, ty, span }];
                first.append(&mut tasks);
                tasks = first;
            }
        }
        self.plan(thread, tasks);
        Ok(())
    }

    #[expect(clippy::too_many_arguments, reason = "the operands of the operation, its place and its outcome")]
    fn spawn(
        &mut self,
        thread: usize,
        start: FunctionId,
        argument: (Value, TypeId),
        id: Place,
        id_size: u64,
        span: Span,
        outcome: &mut Outcome,
    ) -> Result<(), Trouble> {
        let target = match id.pointer() {
            Scalar::Integer(0) => None,
            _ => Some(self.memory.locate(&id, id_size, true)?),
        };
        let child = self.new_thread(start);
        self.make_thread_locals(child).map_err(Trouble::Unsupported)?;
        let name = self.unit.functions[start].name.clone();
        self.list(thread, span, Event::Spawn { child: child as u32, start: name.clone() }, outcome);
        if let Some(at) = target {
            let number = Scalar::Integer(child as i128 + 1);
            self.memory.write(at, &encode(number, id_size));
            let (location, value) = (self.location(at, id_size), self.trace_value(number));
            self.list(thread, span, Event::Write { location, value, is_atomic: false }, outcome);
            self.note_access(thread, at, id_size, true, false, span, outcome);
        }
        self.history.hand_on(Holder::Thread(thread as u32), Holder::Thread(child as u32));
        let site = self.unit.functions[start].span;
        let mut tasks = vec![
            Task::Enter { function: start, arguments: vec![argument], span: site },
            Task::EndThread { span: site },
        ];
        if name.starts_with("__VERIFIER_atomic_") {
            tasks.insert(0, Task::Operation(Operation::AtomicBegin { span: site }));
            tasks.insert(2, Task::Operation(Operation::AtomicEnd { span: site }));
        }
        self.plan(child, tasks);
        self.settle(child);
        self.push_scalar(thread, Scalar::Integer(0));
        Ok(())
    }

    /// Ends a thread: its locals end with it, its result waits for a join.
    fn end_thread(&mut self, thread: usize, value: Value) {
        let frames = std::mem::take(&mut self.thread_mut(thread).frames);
        let locals: Vec<_> = self.thread(thread).locals.values().copied().collect();
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
    }

    /// The object that a pointer frees.
    pub fn freeable(&self, pointer: Scalar) -> Result<Address, Trouble> {
        let invalid = |message: String| Err(Trouble::Violation(ViolationKind::InvalidFree, message));
        match pointer {
            Scalar::Address(at) => {
                let object = self.memory.object(at.object);
                match (object.kind, object.life) {
                    (ObjectKind::Heap, Life::Freed) => Err(Trouble::Violation(
                        ViolationKind::DoubleFree,
                        format!("`{}` is freed a second time", object.name),
                    )),
                    (ObjectKind::Heap, _) if at.offset != 0 => {
                        invalid(format!("a pointer into the middle of `{}` is freed", object.name))
                    }
                    (ObjectKind::Heap, _) => Ok(at),
                    (ObjectKind::Static | ObjectKind::ThreadLocal | ObjectKind::Local | ObjectKind::Stack, _) => {
                        invalid(format!("`{}` is freed, which was not allocated on the heap", object.name))
                    }
                }
            }
            Scalar::Wild(_) => Trouble::unsupported("a pointer without a known target is freed"),
            Scalar::Integer(_) | Scalar::Function(_) | Scalar::Label(_) | Scalar::Floating(_) => {
                invalid("something is freed that is no object".to_string())
            }
        }
    }

    fn end_object(&mut self, object: crate::value::ObjectId, life: Life) {
        self.memory.end(object, life);
        self.locks.forget(object);
        self.history.forget(object);
    }

    /// An indeterminate object keeps the value that was chosen for it.
    fn keep_choice(&mut self, place: Place, ty: TypeId, chosen: Scalar) -> Result<(), Trouble> {
        // The owner may be read-only for the program, but reading it fixed its value.
        let size = match place.bits {
            Some(bits) => u64::from(bits.location_bytes),
            None => self.types().size_of(ty).unwrap_or(0),
        };
        let Ok(at) = self.memory.locate(&place, size, false) else { return Ok(()) };
        match (place.bits, chosen) {
            (Some(bits), Scalar::Integer(number)) => {
                let mut location = self.memory.read(at, size)?;
                insert(&mut location, bits, number as u128);
                self.memory.write(at, &location);
            }
            (Some(_), _) => {}
            (None, _) => self.memory.write(at, &encode(chosen, size)),
        }
        Ok(())
    }

    fn list(&self, thread: usize, span: Span, event: Event, outcome: &mut Outcome) {
        outcome.steps.push(TraceStep {
            thread: thread as u32,
            span,
            place: self.unit.source.place(span),
            function: self.function_name(thread),
            event,
        });
    }

    fn list_range(&mut self, thread: usize, at: Address, size: u64, is_write: bool, span: Span, outcome: &mut Outcome) {
        let (location, value, is_atomic) = (self.location(at, size), TraceValue::Opaque, false);
        let event = if is_write {
            Event::Write { location, value, is_atomic }
        } else {
            Event::Read { location, value, is_atomic }
        };
        self.list(thread, span, event, outcome);
        self.note_access(thread, at, size, is_write, false, span, outcome);
    }

    fn misuse(&self, what: &str, span: Span, outcome: &mut Outcome) {
        let (kind, message) = (ViolationKind::Misuse(what.into()), what.to_string());
        outcome.found.push(Found { kind, message, span, after: outcome.steps.len() });
    }

    /// Records an access for the detection of races, and reports those that it completes.
    #[expect(clippy::too_many_arguments, reason = "an access, its place and its outcome")]
    fn note_access(
        &mut self,
        thread: usize,
        at: Address,
        size: u64,
        is_write: bool,
        is_atomic: bool,
        span: Span,
        outcome: &mut Outcome,
    ) {
        if !self.settings.tracks_order {
            return;
        }
        let start = at.offset as u64;
        let access = Access {
            start,
            end: start.saturating_add(size),
            thread: thread as u32,
            is_write,
            is_atomic,
            in_section: self.thread(thread).section_depth > 0,
        };
        let me = Holder::Thread(thread as u32);
        if is_atomic && !is_write {
            self.history.hand_on(Holder::Location(at), me);
        }
        let rivals = self.history.record(at.object, access);
        if is_atomic && is_write {
            self.history.replace(me, Holder::Location(at));
        }
        if let Some(first) = rivals.first() {
            let word = |is_write| if is_write { "write" } else { "read" };
            let message = format!(
                "the {} of `{}` by thread {thread} is unordered with a {} by thread {}",
                word(is_write),
                self.location(at, size).text,
                word(first.is_write),
                first.thread
            );
            outcome.found.push(Found { kind: ViolationKind::DataRace, message, span, after: outcome.steps.len() });
        }
    }

    /// The values of a type out of a small domain that agree with the known bits.
    pub fn candidates(&self, ty: TypeId, value: u128, known: u128, bits: u32, domain: &[i128]) -> Vec<Scalar> {
        let types = self.types();
        let is_signed = types.integer_shape(ty).is_some_and(|(_, is_signed)| is_signed);
        let is_bool = matches!(types.kind(ty), raddle_program::types::TypeKind::Bool);
        let is_pointer = matches!(types.kind(ty), raddle_program::types::TypeKind::Pointer(_));
        if !matches!(shape(types, ty), Shape::Scalar(_)) || types.integer_shape(ty).is_none() {
            return Vec::new();
        }
        let mut values = Vec::new();
        for &number in domain {
            let merged = (number as u128 & !known) | value;
            let number = crate::encoding::from_bits(merged, bits, is_signed);
            let scalar = match number {
                0 => Scalar::Integer(0),
                _ if is_bool => Scalar::Integer(1),
                _ if is_pointer => Scalar::Wild(number),
                _ => Scalar::Integer(number),
            };
            if !values.contains(&scalar) {
                values.push(scalar);
            }
        }
        values
    }
}
