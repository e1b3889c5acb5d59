//! What an operation does, and which events it lists.

use crate::arithmetic::marked::depends;
use crate::machine::apart::Relation;
use crate::machine::memory::{Life, Object, ObjectKind};
use crate::machine::order::{Access, Holder};
use crate::machine::schedule::Decision;
use crate::machine::synchronize::Request;
use crate::machine::task::{Form, Operation, Region, Task};
use crate::machine::{Frame, Machine};
use crate::value::encoding::{Decoded, decode, encode, insert};
use crate::value::{Address, Byte, Mode, Place, Scalar, Trouble, Value};
use raddle_program::property::ViolationKind;
use raddle_program::source::Span;
use raddle_program::trace::{Caller, ChoiceKind, Event, ObjectName, TraceStep, TraceValue};
use raddle_program::types::TypeId;
use std::collections::BTreeMap;

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
    /// Of a race: the thread of the earlier access.
    pub rival: Option<u32>,
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
                outcome.found.push(Found { kind, message, span, after, rival: None });
                outcome.is_end = true;
            }
            Err(Trouble::Unsupported(what)) => {
                let place = self.unit.source.place(span);
                outcome.unknown = Some(format!("unsupported: {what} at {place}"));
                outcome.is_end = true;
            }
        }
        if self.settings.tracks_order {
            let is_live = |other: &u32| {
                let thread = self.thread(*other as usize);
                thread.result.is_none() && !thread.is_gone
            };
            let live: Vec<u32> = (0..self.threads.len() as u32).filter(is_live).collect();
            self.history.prune(&live);
        }
        if outcome.is_end {
            self.is_over = true;
        } else {
            self.settle(thread);
            self.note_section(thread);
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
                            let chosen = self.chosen_for(at.object, chosen)?;
                            let kind = ChoiceKind::Indeterminate;
                            self.list(thread, span, Event::Choice { kind, value: value.clone() }, outcome);
                            self.memory.write(at, &encode(chosen, size));
                            (Value::Scalar(chosen), value)
                        }
                        (Decoded::Indeterminate { .. }, Decision::None | Decision::Outcome(_)) => {
                            panic!("an indeterminate value needs a decision")
                        }
                    },
                };
                let (location, is_atomic) = (self.location(at, size), place.atomic.is_some());
                self.list(thread, span, Event::Read { location, value: shown, is_atomic }, outcome);
                self.note_access(thread, at, size, false, place.atomic, span, outcome);
                self.push(thread, value);
            }
            Operation::Write { place, bytes, shown, .. } => {
                let size = bytes.len() as u64;
                let at = self.memory.locate(&place, size, true)?;
                self.memory.write(at, &bytes);
                let value = shown.map_or(TraceValue::Opaque, |scalar| self.trace_value(scalar));
                let (location, is_atomic) = (self.location(at, size), place.atomic.is_some());
                self.list(thread, span, Event::Write { location, value, is_atomic }, outcome);
                self.note_access(thread, at, size, true, place.atomic, span, outcome);
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
            Operation::Compare { left, right, asks, .. } => {
                let Decision::Value(chosen) = decision else { panic!("a choice needs a decision") };
                let holds = chosen != Scalar::Integer(0);
                match asks {
                    Relation::Equal => self.note_equality(left, right, holds)?,
                    Relation::InFront if holds => self.apart.note_order(left.object, right.object)?,
                    Relation::InFront => self.apart.note_order(right.object, left.object)?,
                }
                let (kind, value) = (asks.kind(), self.trace_value(chosen));
                self.list(thread, span, Event::Choice { kind, value }, outcome);
                self.push_scalar(thread, chosen);
            }
            Operation::Copy { to, from, size, may_overlap, .. } => {
                let from = self.memory.locate(&from, size, false)?;
                let to = self.memory.locate(&to, size, true)?;
                if !may_overlap
                    && from.object == to.object
                    && from.offset < to.offset + size as i64
                    && to.offset < from.offset + size as i64
                {
                    let message = "memory is copied to where it comes from, at least in part";
                    return Err(Trouble::Violation(ViolationKind::OutOfBounds, message.into()));
                }
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
            Operation::AtomicBegin { is_operation, .. } => {
                self.thread_mut(thread).section_depth += 1;
                if !is_operation && self.thread(thread).section_depth == 1 {
                    self.history.hand_on(Holder::Sections, me);
                }
                self.list(thread, span, Event::AtomicBegin, outcome);
            }
            Operation::AtomicEnd { is_operation, .. } => {
                if self.thread(thread).section_depth == 0 {
                    return Trouble::unsupported("the end of an atomic section that was not begun");
                }
                if !is_operation && self.thread(thread).section_depth == 1 {
                    self.history.hand_on(me, Holder::Sections);
                }
                self.thread_mut(thread).section_depth -= 1;
                self.list(thread, span, Event::AtomicEnd, outcome);
            }
            Operation::Synchronize { operation, subject, operands, .. } => {
                let target = self.target(thread, &subject)?;
                self.check_undetermined(target, &operands)?;
                let decided = match decision {
                    Decision::Outcome(outcome) => Some(outcome),
                    Decision::None | Decision::Value(_) => None,
                };
                let request = Request { thread: thread as u32, operation, target, operands: &operands, decided };
                let done = self.synchronize(&request)?;
                let (object, number) = (self.target_location(target), done.outcome);
                self.list(thread, span, Event::Synchronize { operation, object, outcome: number }, outcome);
                if let Some(misuse) = done.misuse {
                    self.misuse(misuse, span, outcome);
                }
                self.push_scalar(thread, Scalar::Integer(number.into()));
            }
            Operation::Spawn { .. } => self.spawn(thread, operation, span, outcome)?,
            Operation::Join { id, .. } => self.join(thread, id, decision, span, outcome),
            Operation::NextDestructor { from, .. } => {
                let next = self.next_destructor(thread, from);
                if let Some(key) = next {
                    self.list(thread, span, Event::Destructor { key }, outcome);
                }
                self.push_scalar(thread, Scalar::Integer(next.map_or(-1, i128::from)));
            }
            Operation::Exit { value, .. } => {
                self.list(thread, span, Event::Exit, outcome);
                self.end_thread(thread, value);
                if self.threads.iter().all(|thread| thread.result.is_some() || thread.is_gone) {
                    self.look_for_leaks(span, outcome);
                    outcome.is_end = true;
                }
            }
            // Offsets are signed: the end of a larger object would lie in front of it.
            Operation::Allocate { size, .. } if i64::try_from(size).is_err() => {
                return Err(Trouble::Unsupported(format!("an object of {size} bytes")));
            }
            Operation::Allocate { size, is_zeroed, region, replaces, .. } => {
                let name = ObjectName::Heap(thread as u32, self.thread(thread).allocations);
                self.thread_mut(thread).allocations += 1;
                let object = self.memory.create(Object {
                    name: name.clone(),
                    ty: None,
                    size,
                    kind: match region {
                        Region::Heap => ObjectKind::Heap,
                        Region::Stream => ObjectKind::Stream,
                        Region::Mapping | Region::ConstantMapping => ObjectKind::Mapping,
                        Region::Function | Region::Block => ObjectKind::Stack,
                    },
                    life: Life::Alive,
                    is_unlisted: false,
                    is_read_only: region == Region::ConstantMapping,
                    alignment: 0,
                    ended_at: None,
                    replaces,
                    fill: if is_zeroed { Byte::ZERO } else { Byte::UNKNOWN },
                    bytes: BTreeMap::new(),
                });
                match region {
                    Region::Function => self.frame_mut(thread).stack_objects.push(object),
                    Region::Heap if self.settings.tracks_leaks => self.unfreed.push((object, span)),
                    Region::Heap | Region::Stream | Region::Mapping | Region::ConstantMapping | Region::Block => {}
                }
                self.list(thread, span, Event::Allocate { object: name, size }, outcome);
                self.push_scalar(thread, Scalar::Address(Address { object, offset: 0 }));
            }
            Operation::Free { pointer, region, .. } => {
                let at = self.freeable(pointer, region)?;
                let (name, size) = (self.memory.object(at.object).name.clone(), self.memory.object(at.object).size);
                self.list(thread, span, Event::Free { object: name }, outcome);
                self.note_access(thread, at, size.max(1), true, None, span, outcome);
                self.unfreed.retain(|(object, _)| *object != at.object);
                self.end_object(at.object, Life::Freed);
            }
            Operation::EndLife { objects } => {
                for object in objects {
                    self.end_object(object, Life::LeftScope);
                }
            }
            Operation::Fail { kind, message, ends, .. } => {
                outcome.found.push(Found { kind, message, span, after: 0, rival: None });
                outcome.is_end = ends;
            }
            Operation::Stop { is_orderly, .. } => {
                if is_orderly {
                    self.look_for_leaks(span, outcome);
                }
                outcome.is_end = true;
            }
            Operation::Prune { .. } => outcome.is_end = true,
            Operation::Unsupported { what, .. } => return Err(Trouble::Unsupported(what)),
            Operation::Pass { .. } => {}
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

    /// The process ends in order: what was allocated and not freed is a leak.
    fn look_for_leaks(&self, span: Span, outcome: &mut Outcome) {
        let Some((_, place)) = self.unfreed.first() else { return };
        let place = self.unit.source.place(*place);
        let message = match self.unfreed.len() {
            1 => format!("what was allocated at {place} is not freed when the process ends"),
            more => format!("{more} objects are not freed when the process ends, the first was allocated at {place}"),
        };
        let (kind, after) = (ViolationKind::Leak, outcome.steps.len());
        outcome.found.push(Found { kind, message, span, after, rival: None });
    }

    /// The object of a region that a pointer gives back.
    pub fn freeable(&self, pointer: Scalar, region: Region) -> Result<Address, Trouble> {
        let invalid = |message: String| Err(Trouble::Violation(ViolationKind::InvalidFree, message));
        let (wanted, done, maker) = match region {
            Region::Stream => (ObjectKind::Stream, "closed", "opened as a stream"),
            Region::Mapping | Region::ConstantMapping => (ObjectKind::Mapping, "unmapped", "mapped by `mmap`"),
            Region::Heap | Region::Function | Region::Block => (ObjectKind::Heap, "freed", "allocated on the heap"),
        };
        match pointer {
            Scalar::Address(at) => {
                let object = self.memory.object(at.object);
                match object.kind {
                    kind if kind != wanted => invalid(format!("`{}` is {done}, which was not {maker}", object.name)),
                    ObjectKind::Mapping if at.offset != 0 => Trouble::unsupported("a part of a mapping is unmapped"),
                    _ if object.life == Life::Freed => Err(Trouble::Violation(
                        ViolationKind::DoubleFree,
                        format!("`{}` is {done} a second time", object.name),
                    )),
                    _ if at.offset != 0 => invalid(format!("a pointer into the middle of `{}` is {done}", object.name)),
                    _ => Ok(at),
                }
            }
            Scalar::Outside(_) | Scalar::Handle(_) | Scalar::ThreadId(_) => depends(),
            Scalar::Wild(_) | Scalar::Piece(_) => {
                Trouble::unsupported(format!("a pointer without a known target is {done}"))
            }
            Scalar::Integer(_) | Scalar::Function(_) | Scalar::Label(_) | Scalar::Floating(_) => {
                invalid(format!("something is {done} that is no object"))
            }
        }
    }

    pub(crate) fn end_object(&mut self, object: crate::value::ObjectId, life: Life) {
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

    pub(crate) fn list(&self, thread: usize, span: Span, event: Event, outcome: &mut Outcome) {
        outcome.steps.push(TraceStep {
            thread: thread as u32,
            span,
            place: self.unit.source.place(span),
            function: self.function_name(thread),
            callers: if self.settings.lists_callers { self.callers(thread) } else { Vec::new() },
            event,
        });
    }

    /// The calls that a thread is in, the innermost first.
    fn callers(&self, thread: usize) -> Vec<Caller> {
        // The lowest frame only calls the thread's first function.
        let [_, frames @ .., _] = self.thread(thread).frames.as_slice() else { return Vec::new() };
        let call = |frame: &Frame<'_>| Caller {
            function: self.unit.functions[frame.function].name.clone(),
            place: self.unit.source.place(frame.call),
        };
        frames.iter().rev().filter(|frame| frame.call != Span::NOWHERE).map(call).collect()
    }

    fn list_range(&mut self, thread: usize, at: Address, size: u64, is_write: bool, span: Span, outcome: &mut Outcome) {
        let (location, value, is_atomic) = (self.location(at, size), TraceValue::Opaque, false);
        let event = if is_write {
            Event::Write { location, value, is_atomic }
        } else {
            Event::Read { location, value, is_atomic }
        };
        self.list(thread, span, event, outcome);
        self.note_access(thread, at, size, is_write, None, span, outcome);
    }

    pub(crate) fn misuse(&self, what: &str, span: Span, outcome: &mut Outcome) {
        let (kind, message) = (ViolationKind::Misuse(what.into()), what.to_string());
        outcome.found.push(Found { kind, message, span, after: outcome.steps.len(), rival: None });
    }

    /// Records an access for the detection of races, and reports those that it completes.
    #[expect(clippy::too_many_arguments, reason = "an access, its place and its outcome")]
    pub(crate) fn note_access(
        &mut self,
        thread: usize,
        at: Address,
        size: u64,
        is_write: bool,
        mode: Option<Mode>,
        span: Span,
        outcome: &mut Outcome,
    ) {
        if !self.settings.tracks_order {
            return;
        }
        // An access in an atomic section is an atomic access: it does not race with atomic accesses, and it orders them.
        let mode = mode.or((self.thread(thread).section_depth > 0).then_some(Mode::TOTAL));
        let is_atomic = mode.is_some();
        let start = at.offset as u64;
        let access = Access { start, end: start.saturating_add(size), thread: thread as u32, is_write, is_atomic };
        if let (Some(mode), false) = (mode, is_write) {
            self.history.atomic_read(at, thread as u32, mode);
        }
        let rivals = self.history.record(at.object, access);
        if is_write {
            self.history.write(at, size, thread as u32, mode);
        }
        for (number, first) in rivals.iter().enumerate() {
            // One of each thread is enough.
            if rivals[..number].iter().any(|other| other.thread == first.thread) {
                continue;
            }
            let word = |is_write| if is_write { "write" } else { "read" };
            let message = format!(
                "the {} of `{}` by thread {thread} is unordered with a {} by thread {}",
                word(is_write),
                self.location(at, size).text,
                word(first.is_write),
                first.thread
            );
            let (kind, after) = (ViolationKind::DataRace, outcome.steps.len());
            outcome.found.push(Found { kind, message, span, after, rival: Some(first.thread) });
        }
    }
}
