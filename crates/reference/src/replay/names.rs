//! What a replay learns for the names in a trace: the arguments of threads, and paths to the addresses that are values.

use super::Replay;
use crate::machine::Machine;
use crate::machine::memory::Life;
use crate::machine::perform::Outcome;
use crate::machine::task::Operation;
use crate::value::encoding::{Decoded, decode};
use crate::value::{Address, Scalar, Value};
use raddle_program::trace::{Event, ObjectName, TraceValue};
use raddle_program::types::TypeKind;

impl Replay<'_, '_> {
    /// Notes the argument of the thread that is about to be created, if one is.
    pub(super) fn note_argument(&mut self, thread: usize) {
        if let Some(&Operation::Spawn { argument: (Value::Scalar(argument), _), .. }) = self.machine.pending(thread) {
            self.note_address(argument);
            let value = self.machine.trace_value(argument);
            self.visited.arguments.insert(self.step, value);
        }
    }

    /// Notes the names of the addresses that an operation read or wrote.
    pub(super) fn note_addresses(&mut self, outcome: &Outcome) {
        for step in &outcome.steps {
            if let Event::Read { value: TraceValue::Pointer(name, offset), .. }
            | Event::Write { value: TraceValue::Pointer(name, offset), .. } = &step.event
                // Allocations have no declared type.
                && !matches!(name, ObjectName::Heap(..))
                && !self.visited.addresses.contains_key(&(name.clone(), *offset))
                && let Some(object) = self.machine.memory.named(name)
            {
                self.note_address(Scalar::Address(Address { object, offset: *offset }));
            }
        }
    }

    /// Notes where threads stand, and what the variables of the violating thread's function hold.
    pub(super) fn note_ends(&mut self) {
        for thread in 0..self.machine.threads.len() {
            if let Some(span) = self.machine.pending(thread).and_then(Operation::span) {
                self.visited.ends.insert(thread as u32, span);
            }
        }
        let violating = self.trace.violation.thread as usize;
        let machine = &self.machine;
        let Some(frame) = machine.threads.get(violating).and_then(|thread| thread.frames.last()) else { return };
        for &object in frame.variables.values() {
            let data = machine.memory.object(object);
            let (ObjectName::Local(_, _, name), Some(ty)) = (&data.name, data.ty) else { continue };
            let is_scalar =
                matches!(machine.types().kind(ty), TypeKind::Bool | TypeKind::Int(_) | TypeKind::Pointer(_));
            let at = Address { object, offset: 0 };
            if is_scalar
                && data.life == Life::Alive
                && let Ok(bytes) = machine.memory.read(at, data.size)
                && let Decoded::Known(value) = decode(machine.types(), ty, &bytes)
            {
                let value = machine.trace_value(value);
                self.visited.variables.push((name.to_string(), value));
            }
        }
    }

    fn note_address(&mut self, value: Scalar) {
        if let Scalar::Address(at) = value
            && let Some(text) = path(&self.machine, at)
        {
            let name = self.machine.memory.object(at.object).name.clone();
            self.visited.addresses.insert((name, at.offset), text);
        }
    }
}

/// The name of an address in a declared object.
fn path(machine: &Machine<'_>, at: Address) -> Option<String> {
    machine.memory.object(at.object).ty?;
    (at.offset >= 0).then(|| machine.address_text(at))
}
