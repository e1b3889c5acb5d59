//! The scheduler's side of the machine: which threads are enabled, and which choices their operations have.

use crate::machine::Machine;
use crate::machine::apart::Relation;
use crate::machine::synchronize::{CallReadiness, ECANCELED, Target};
use crate::machine::task::{Form, Operation, Subject};
use crate::value::encoding::{Decoded, Shape, decode, from_bits, shape};
use crate::value::floating::{Floating, is_floating};
use crate::value::{Scalar, Trouble};
use raddle_program::trace::{ChoiceKind, MemoryLocation, ObjectName};
use raddle_program::types::{TypeId, TypeKind};

/// Whether a thread is enabled.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Readiness {
    /// It has ended.
    Ended,
    /// It is blocked.
    Blocked,
    /// It waits for a condition and could wake up without a signal.
    Spurious,
    /// It is enabled.
    Ready,
}

/// The choice for an operation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Decision {
    /// Nothing.
    None,
    /// Any value of a type.
    Value(Scalar),
    /// The outcome of a synchronization.
    Outcome(i64),
}

/// The choice that an operation asks for.
#[derive(Clone, PartialEq, Debug)]
pub enum Question {
    /// Nothing.
    None,
    /// A value of a type, of which some bits are known.
    Value {
        /// The kind of the choice.
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
    /// One of several outcomes.
    Outcome(Vec<i64>),
}

impl Machine<'_> {
    /// Whether a thread is enabled.
    pub fn readiness(&self, thread: usize) -> Readiness {
        let Some(operation) = self.pending(thread) else {
            return Readiness::Ended;
        };
        match self.operation_readiness(thread, operation) {
            CallReadiness::Blocked => Readiness::Blocked,
            CallReadiness::Spurious => Readiness::Spurious,
            CallReadiness::Ready | CallReadiness::OneOf(_) => Readiness::Ready,
        }
    }

    /// Whether an operation can continue. An operation that cannot be executed at all can: it then reports why.
    fn operation_readiness(&self, thread: usize, operation: &Operation) -> CallReadiness {
        match operation {
            Operation::Synchronize { operation, subject, .. } => match self.target(thread, subject) {
                Ok(target) => self.call_readiness(thread as u32, *operation, target),
                Err(_) => CallReadiness::Ready,
            },
            Operation::Join { id, is_cancellable, .. } => {
                let may_be_cancelled = *is_cancellable && self.may_be_cancelled(thread as u32);
                let (readiness, code) = match self.joinable(thread as u32, self.named_thread(*id)) {
                    Ok(other) if self.thread(other as usize).result.is_none() => (CallReadiness::Blocked, 0),
                    Ok(_) => (CallReadiness::Ready, 0),
                    Err(reason) => (CallReadiness::Ready, reason.done().outcome),
                };
                readiness.or_cancelled(may_be_cancelled, code, ECANCELED)
            }
            _ => CallReadiness::Ready,
        }
    }

    /// Whether a thread may be scheduled. While threads inside of atomic sections are enabled, one of them runs; while the one that ran
    /// last is enabled, it runs.
    pub fn is_schedulable(&self, thread: usize) -> bool {
        let goes_on_inside = |other: usize| self.goes_on_inside(other);
        !self.is_over
            && matches!(self.readiness(thread), Readiness::Ready | Readiness::Spurious)
            && match self.section_owner {
                Some(owner) => owner == thread,
                None => goes_on_inside(thread) || !self.inside_sections.iter().copied().any(goes_on_inside),
            }
    }

    /// Whether a thread is inside of an atomic section and enabled.
    fn goes_on_inside(&self, thread: usize) -> bool {
        self.threads[thread].section_depth > 0 && self.readiness(thread) == Readiness::Ready
    }

    /// Updates the thread whose atomic section continues, after a step of a thread.
    pub(crate) fn note_section(&mut self, thread: usize) {
        let is_inside = self.threads[thread].section_depth > 0;
        if is_inside {
            self.inside_sections.insert(thread);
        } else {
            self.inside_sections.remove(&thread);
        }
        let owner = if is_inside { Some(thread) } else { self.section_owner };
        self.section_owner = owner.filter(|&owner| self.goes_on_inside(owner));
    }

    /// The first waiting thread, if some thread waits and no thread is enabled.
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

    /// The choice that the pending operation of a thread asks for.
    pub fn question(&self, thread: usize) -> Question {
        match self.pending(thread) {
            Some(Operation::Choose { kind, ty, keep, value, known, .. }) => {
                let bits = match keep.and_then(|place| place.bits) {
                    Some(bits) => bits.width,
                    None => self.types().size_of(*ty).unwrap_or(0) as u32 * 8,
                };
                Question::Value { kind: *kind, ty: *ty, value: *value, known: *known, bits }
            }
            Some(&Operation::Compare { left, right, asks, .. }) => {
                let (kind, ty) = (asks.kind(), self.basic().bool);
                let bits = self.types().size_of(ty).unwrap_or(1) as u32 * 8;
                let answer = match asks {
                    Relation::Equal => self.known_equality(left, right),
                    Relation::InFront => self.apart.known_order(left.object, right.object),
                };
                let (value, known) = match answer {
                    Some(holds) => (u128::from(holds), 1),
                    None => (0, 0),
                };
                Question::Value { kind, ty, value, known, bits }
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
            Some(operation @ (Operation::Synchronize { .. } | Operation::Join { .. })) => {
                match self.operation_readiness(thread, operation) {
                    CallReadiness::OneOf(outcomes) => Question::Outcome(outcomes),
                    CallReadiness::Blocked | CallReadiness::Spurious | CallReadiness::Ready => Question::None,
                }
            }
            _ => Question::None,
        }
    }

    /// The object of a synchronization call.
    ///
    /// # Errors
    /// The violation of `memory` by an access to the object, or Unsupported.
    pub fn target(&self, thread: usize, subject: &Subject) -> Result<Target, Trouble> {
        Ok(match subject {
            Subject::Object(place) => Target::Memory(self.memory.locate(place, 1, true)?),
            Subject::Thread(id) => Target::Thread(self.named_thread(*id)),
            Subject::Oneself => Target::Thread(Some(thread as u32)),
            Subject::Key(Scalar::Integer(number) | Scalar::Wild(number)) => {
                Target::Key(u32::try_from(*number).unwrap_or(u32::MAX))
            }
            Subject::Key(_) => return Trouble::unsupported("an address used as a key"),
            Subject::NewKey => Target::Key(self.next_key()),
        })
    }

    /// The name of a synchronization object in traces.
    pub fn target_location(&self, target: Target) -> MemoryLocation {
        let object = match target {
            Target::Memory(at) => return self.location(at, 1),
            Target::Thread(thread) => ObjectName::Thread(thread.unwrap_or(u32::MAX)),
            Target::Key(number) => ObjectName::Key(number),
        };
        MemoryLocation { text: object.to_string(), object, offset: 0, size: 0 }
    }

    /// The values of a type out of a small domain that agree with the known bits.
    pub fn candidates(&self, ty: TypeId, value: u128, known: u128, bits: u32, domain: &[i128]) -> Vec<Scalar> {
        let types = self.types();
        let is_signed = types.integer_shape(ty).is_some_and(|(_, is_signed)| is_signed);
        let is_bool = matches!(types.kind(ty), TypeKind::Bool);
        let is_pointer = matches!(types.kind(ty), TypeKind::Pointer(_));
        if !matches!(shape(types, ty), Shape::Scalar(_)) || types.scalar_shape(ty).is_none() {
            return Vec::new();
        }
        if is_floating(types, ty) {
            // Whole numbers. If some bits are known, no candidate can be derived for the others.
            let value = |&number: &i128| Scalar::Floating(Floating::of(types, ty, number as f64));
            return if known == 0 { domain.iter().map(value).collect() } else { Vec::new() };
        }
        // A truth value has both values, whatever the domain is.
        let domain = if is_bool { &[0, 1] } else { domain };
        let mut values = Vec::new();
        for &number in domain {
            let merged = (number as u128 & !known) | value;
            let number = from_bits(merged, bits, is_signed);
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
