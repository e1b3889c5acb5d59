//! A state as bytes: equal bytes if and only if the rest of the execution is the same.
//!
//! Objects are numbered in the order in which they are first met, from the threads on; unreachable objects are left out. So are names and
//! counters that only traces show, and accesses that can no longer race. Nodes of the typed tree are represented by their memory addresses,
//! so the bytes have a meaning within one process only.

mod contents;
mod task;

use crate::machine::memory::Life;
use crate::machine::{Frame, Machine, Thread};
use crate::value::floating::Floating;
use crate::value::{Address, Byte, Mode, ObjectId, Place, Scalar, Value};
use raddle_program::source::Span;
use raddle_program::types::BitField;
use rustc_hash::FxHashMap;

/// The canonical bytes of a state, and the objects that some thread can reach, static ones excluded.
pub fn encode(machine: &Machine<'_>) -> (Vec<u8>, Vec<ObjectId>) {
    encode_with(machine, Values::Told)
}

/// The same without numbers, addresses and the contents of memory: the locations of threads, their remaining tasks, and the holders of
/// locks.
pub fn encode_standing(machine: &Machine<'_>) -> Vec<u8> {
    encode_with(machine, Values::LeftOut).0
}

/// Whether numbers and addresses are part of the bytes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Values {
    Told,
    LeftOut,
}

fn encode_with(machine: &Machine<'_>, values: Values) -> (Vec<u8>, Vec<ObjectId>) {
    let mut encoder = Encoder {
        bytes: Vec::with_capacity(1024),
        numbers: FxHashMap::default(),
        met: Vec::new(),
        statics: machine.statics.count,
        values,
    };
    encoder.flag(machine.is_over);
    encoder.number(machine.unfreed.len() as u64);
    encoder.number(machine.threads.len() as u64);
    for thread in &machine.threads {
        encoder.thread(thread);
    }
    encoder.between_threads(machine);
    for id in 0..machine.statics.count {
        encoder.contents(machine, ObjectId(id));
    }
    machine.apart.objects().into_iter().for_each(|id| encoder.object(id));
    // The list grows while its objects are visited.
    let mut next = 0;
    while let Some(&id) = encoder.met.get(next) {
        encoder.contents(machine, id);
        next += 1;
    }
    encoder.addresses(machine);
    (encoder.bytes, encoder.met)
}

struct Encoder {
    bytes: Vec<u8>,
    numbers: FxHashMap<ObjectId, u32>,
    met: Vec<ObjectId>,
    statics: u32,
    values: Values,
}

impl Encoder {
    fn tag(&mut self, tag: u8) {
        self.bytes.push(tag);
    }

    fn flag(&mut self, flag: bool) {
        self.bytes.push(u8::from(flag));
    }

    /// Seven bits a byte, the lowest first; the last byte has its high bit clear.
    fn number(&mut self, mut number: u64) {
        while number >= 0x80 {
            self.bytes.push(number as u8 | 0x80);
            number >>= 7;
        }
        self.bytes.push(number as u8);
    }

    fn wide(&mut self, number: i128) {
        match u64::try_from(number) {
            Ok(number) => {
                self.tag(0);
                self.number(number);
            }
            Err(_) => {
                self.tag(1);
                self.bytes.extend(number.to_le_bytes());
            }
        }
    }

    /// A number that may differ between the start and the end of a recurrent loop.
    fn varying(&mut self, number: i128) {
        if self.values == Values::Told {
            self.wide(number);
        }
    }

    fn node<T>(&mut self, node: &T) {
        self.number(std::ptr::from_ref(node) as usize as u64);
    }

    fn span(&mut self, span: Span) {
        self.number(u64::from(span.file.0));
        self.number(u64::from(span.start));
        self.number(u64::from(span.end));
    }

    fn object(&mut self, id: ObjectId) {
        let number = if id.0 < self.statics {
            id.0
        } else {
            let next = self.statics + self.met.len() as u32;
            *self.numbers.entry(id).or_insert_with(|| {
                self.met.push(id);
                next
            })
        };
        self.number(u64::from(number));
    }

    fn address(&mut self, address: Address) {
        self.object(address.object);
        self.wide(i128::from(address.offset));
    }

    fn scalar(&mut self, scalar: Scalar) {
        match scalar {
            Scalar::Integer(number) => {
                self.tag(0);
                self.varying(number);
            }
            Scalar::Address(address) => {
                self.tag(1);
                if self.values == Values::Told {
                    self.address(address);
                }
            }
            Scalar::Function(function) => {
                self.tag(2);
                self.number(u64::from(function.0));
            }
            Scalar::Label(label) => {
                self.tag(3);
                self.number(u64::from(label.0));
            }
            Scalar::Wild(number) => {
                self.tag(4);
                self.varying(number);
            }
            Scalar::Outside(number) => {
                self.tag(6);
                self.varying(number);
            }
            Scalar::Handle(number) => {
                self.tag(9);
                self.varying(number);
            }
            Scalar::ThreadId(number) => {
                self.tag(10);
                self.varying(number);
            }
            Scalar::Piece(piece) => {
                self.tag(8);
                self.bytes.extend([piece.start, piece.length, piece.size]);
                self.scalar(piece.whole());
            }
            Scalar::Floating(value) => {
                self.tag(if matches!(value, Floating::Single(_)) { 7 } else { 5 });
                self.varying(value.bits());
            }
        }
    }

    fn byte(&mut self, byte: Byte) {
        match byte {
            Byte::Bits { value, known } => {
                self.tag(0);
                self.bytes.extend([value, known]);
            }
            Byte::Part { whole, index, size } => {
                self.tag(1);
                self.scalar(whole);
                self.bytes.extend([index, size]);
            }
        }
    }

    fn byte_string(&mut self, bytes: &[Byte]) {
        self.number(bytes.len() as u64);
        if self.values == Values::Told {
            bytes.iter().for_each(|&byte| self.byte(byte));
        }
    }

    fn bits(&mut self, bits: Option<BitField>) {
        match bits {
            None => self.tag(0),
            Some(BitField { location_bytes, first_bit, width }) => {
                self.tag(1);
                self.number(u64::from(location_bytes));
                self.number(u64::from(first_bit));
                self.number(u64::from(width));
            }
        }
    }

    fn place(&mut self, place: &Place) {
        self.scalar(place.base);
        self.varying(i128::from(place.offset));
        self.bits(place.bits);
        self.tag(match place.atomic {
            None => 0,
            Some(Mode { acquires, releases, is_update }) => {
                1 + u8::from(acquires) + 2 * u8::from(releases) + 4 * u8::from(is_update)
            }
        });
    }

    fn value(&mut self, value: &Value) {
        match value {
            Value::Void => self.tag(0),
            Value::Scalar(scalar) => {
                self.tag(1);
                self.scalar(*scalar);
            }
            Value::Bytes(bytes) => {
                self.tag(2);
                self.byte_string(bytes);
            }
            Value::Place(place) => {
                self.tag(3);
                self.place(place);
            }
        }
    }

    /// State that belongs to no single thread or object: threads that were woken up, keys.
    fn between_threads(&mut self, machine: &Machine<'_>) {
        // If at most one thread is inside of a section, the section's owner follows from whether that thread is enabled.
        let n_inside = machine.threads.iter().filter(|thread| thread.section_depth > 0).count();
        let owner = machine.section_owner.filter(|_| n_inside > 1);
        self.number(owner.map_or(0, |owner| owner as u64 + 1));
        for (&thread, &condition) in &machine.locks.signalled {
            self.number(u64::from(thread));
            self.address(condition);
        }
        self.tag(0xfe);
        for (&thread, &is_serial) in &machine.locks.released {
            self.number(u64::from(thread));
            self.flag(is_serial);
        }
        self.tag(0xfe);
        for (&number, key) in &machine.locks.keys {
            self.number(u64::from(number));
            self.scalar(key.destructor);
        }
        self.tag(0xfe);
    }

    /// Which objects that have ended could have lent their addresses to which objects, and what was found out about that.
    fn addresses(&mut self, machine: &Machine<'_>) {
        if self.values == Values::LeftOut {
            return;
        }
        let met = std::mem::take(&mut self.met);
        for (number, &id) in met.iter().enumerate() {
            if machine.memory.object(id).life == Life::Alive {
                continue;
            }
            self.number(number as u64);
            self.number(machine.memory.object(id).size);
            for &other in &met {
                self.flag(machine.lived_together(id, other));
            }
        }
        self.met = met;
        let mut facts = Vec::new();
        for (fact, one, other) in machine.apart.facts() {
            let start = self.bytes.len();
            self.tag(fact as u8);
            self.address(one);
            self.address(other);
            facts.push(self.bytes.split_off(start));
        }
        facts.sort();
        self.bytes.extend(facts.into_iter().flatten());
    }

    fn thread(&mut self, thread: &Thread<'_>) {
        match &thread.result {
            None => self.tag(0),
            Some(value) => {
                self.tag(1);
                self.value(value);
            }
        }
        self.flag(thread.is_joined);
        self.flag(thread.is_detached);
        self.flag(thread.is_gone);
        self.flag(thread.cancellation.is_marked);
        self.flag(thread.cancellation.is_disabled);
        self.number(thread.handlers.len() as u64);
        for handler in &thread.handlers {
            self.scalar(handler.routine);
            self.scalar(handler.argument);
            self.number(handler.frames as u64);
        }
        self.number(thread.specific.len() as u64);
        for (&key, &value) in &thread.specific {
            self.number(u64::from(key));
            self.scalar(value);
        }
        if let Some(object) = thread.error_number {
            self.object(object);
        }
        self.number(u64::from(thread.section_depth));
        for (variable, &object) in &thread.locals {
            self.number(u64::from(variable.0));
            self.object(object);
        }
        self.number(thread.frames.len() as u64);
        thread.frames.iter().for_each(|frame| self.frame(frame));
    }

    fn frame(&mut self, frame: &Frame<'_>) {
        self.number(u64::from(frame.function.0));
        self.number(frame.variables.len() as u64);
        for (variable, &object) in &frame.variables {
            self.number(u64::from(variable.0));
            self.object(object);
        }
        self.number(frame.lengths.len() as u64);
        for (&number, &length) in &frame.lengths {
            self.number(u64::from(number));
            self.number(length);
        }
        self.number(frame.stack_objects.len() as u64);
        frame.stack_objects.iter().for_each(|&object| self.object(object));
        self.number(frame.values.len() as u64);
        frame.values.iter().for_each(|value| self.value(value));
        self.number(frame.tasks.len() as u64);
        frame.tasks.iter().for_each(|task| self.task(task));
    }
}
