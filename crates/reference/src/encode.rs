//! A state as bytes: equal bytes if and only if the rest of the execution is the same.
//!
//! Objects are numbered in the order in which they are first met, from the threads on; what no thread can reach is left
//! out. So are names and counters that only traces show, and accesses that can no longer race. Nodes of the typed tree
//! stand for themselves by their address in memory: the bytes mean something within one process only.

use crate::machine::{Frame, Machine, Thread};
use crate::memory::{Life, ObjectKind};
use crate::order::Holder;
use crate::task::{Form, LoopPhase, Operation, Region, Task};
use crate::value::{Address, Byte, ObjectId, Place, Scalar, Value};
use raddle_program::source::Span;
use raddle_program::types::BitField;
use rustc_hash::FxHashMap;

/// The canonical bytes of a state, and the objects that some thread can reach, static ones excluded.
pub fn encode(machine: &Machine<'_>) -> (Vec<u8>, Vec<ObjectId>) {
    let mut encoder = Encoder {
        bytes: Vec::with_capacity(1024),
        numbers: FxHashMap::default(),
        met: Vec::new(),
        statics: machine.statics.count,
    };
    encoder.flag(machine.is_over);
    encoder.number(machine.threads.len() as u64);
    for thread in &machine.threads {
        encoder.thread(thread);
    }
    for &thread in &machine.locks.signalled {
        encoder.number(u64::from(thread));
    }
    encoder.tag(0xfe);
    for id in 0..machine.statics.count {
        encoder.contents(machine, ObjectId(id));
    }
    // The list grows while its objects are visited.
    let mut next = 0;
    while let Some(&id) = encoder.met.get(next) {
        encoder.contents(machine, id);
        next += 1;
    }
    (encoder.bytes, encoder.met)
}

struct Encoder {
    bytes: Vec<u8>,
    numbers: FxHashMap<ObjectId, u32>,
    met: Vec<ObjectId>,
    statics: u32,
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
                self.wide(number);
            }
            Scalar::Address(address) => {
                self.tag(1);
                self.address(address);
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
                self.wide(number);
            }
            Scalar::Floating(bits) => {
                self.tag(5);
                self.number(bits);
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
        bytes.iter().for_each(|&byte| self.byte(byte));
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
        self.wide(i128::from(place.offset));
        self.bits(place.bits);
        self.flag(place.is_atomic);
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

    fn thread(&mut self, thread: &Thread<'_>) {
        match &thread.result {
            None => self.tag(0),
            Some(value) => {
                self.tag(1);
                self.value(value);
            }
        }
        self.flag(thread.is_joined);
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

    fn task(&mut self, task: &Task<'_>) {
        match task {
            Task::Eval(expr) => {
                self.tag(0);
                self.node(*expr);
            }
            Task::Place(expr) => {
                self.tag(1);
                self.node(*expr);
            }
            Task::Finish(expr, stage) => {
                self.tag(2);
                self.node(*expr);
                self.tag(*stage);
            }
            Task::Load { place, ty, span } => {
                self.tag(3);
                self.place(place);
                self.number(u64::from(ty.0));
                self.span(*span);
            }
            Task::Store { place, ty, value, span } => {
                self.tag(4);
                self.place(place);
                self.number(u64::from(ty.0));
                self.value(value);
                self.span(*span);
            }
            Task::StorePopped { place, ty, span } => {
                self.tag(5);
                self.place(place);
                self.number(u64::from(ty.0));
                self.span(*span);
            }
            Task::Keep { place, ty } => {
                self.tag(6);
                self.place(place);
                self.number(u64::from(ty.0));
            }
            Task::Extract { place, bits, ty, span } => {
                self.tag(7);
                self.place(place);
                self.bits(Some(*bits));
                self.number(u64::from(ty.0));
                self.span(*span);
            }
            Task::Insert { place, bits, value, span } => {
                self.tag(8);
                self.place(place);
                self.bits(Some(*bits));
                self.scalar(*value);
                self.span(*span);
            }
            Task::Gather { place, ty, next, bytes, span } => {
                self.tag(9);
                self.place(place);
                self.number(u64::from(ty.0));
                self.number(*next as u64);
                self.byte_string(bytes);
                self.span(*span);
            }
            Task::Scatter { place, ty, next, bytes, span } => {
                self.tag(10);
                self.place(place);
                self.number(u64::from(ty.0));
                self.number(*next as u64);
                self.byte_string(bytes);
                self.span(*span);
            }
            Task::Initialize { place, initializer, next } => {
                self.tag(11);
                self.place(place);
                self.node(*initializer);
                self.number(*next as u64);
            }
            Task::Push(value) => {
                self.tag(12);
                self.value(value);
            }
            Task::Discard => self.tag(13),
            Task::Block { block, next, height, yields } => {
                self.tag(14);
                self.node(*block);
                self.number(*next as u64);
                self.number(*height as u64);
                self.flag(*yields);
            }
            Task::Branch(statement) => {
                self.tag(15);
                self.node(*statement);
            }
            Task::Loop { statement, phase, height } => {
                self.tag(match phase {
                    LoopPhase::Test => 16,
                    LoopPhase::Decide => 17,
                    LoopPhase::Step => 18,
                });
                self.node(*statement);
                self.number(*height as u64);
            }
            Task::Select { statement, height } => {
                self.tag(19);
                self.node(*statement);
                self.number(*height as u64);
            }
            Task::SwitchEnd { height } => {
                self.tag(20);
                self.number(*height as u64);
            }
            Task::ComputedGoto => self.tag(21),
            Task::Return { has_value } => {
                self.tag(22);
                self.flag(*has_value);
            }
            Task::FixLength(number) => {
                self.tag(23);
                self.number(u64::from(*number));
            }
            Task::MakeArray { variable, span } => {
                self.tag(24);
                self.number(u64::from(variable.0));
                self.span(*span);
            }
            Task::NameArray(variable) => {
                self.tag(25);
                self.number(u64::from(variable.0));
            }
            Task::Enter { function, arguments, span } => {
                self.tag(26);
                self.number(u64::from(function.0));
                self.number(arguments.len() as u64);
                for (value, ty) in arguments {
                    self.value(value);
                    self.number(u64::from(ty.0));
                }
                self.span(*span);
            }
            Task::Returned(expr) => {
                self.tag(27);
                self.node(*expr);
            }
            Task::EndThread { span } => {
                self.tag(28);
                self.span(*span);
            }
            Task::InitializeMutex { object, span } => {
                self.tag(30);
                self.place(object);
                self.span(*span);
            }
            Task::Reallocate { old, common, span } => {
                self.tag(31);
                self.scalar(*old);
                self.number(*common);
                self.span(*span);
            }
            Task::Operation(operation) => {
                self.tag(29);
                self.operation(operation);
            }
        }
    }

    fn operation(&mut self, operation: &Operation) {
        match operation {
            Operation::Read { place, size, form, .. } => {
                self.tag(0);
                self.place(place);
                self.number(*size);
                match form {
                    Form::Scalar(ty) => self.number(u64::from(ty.0) + 1),
                    Form::Raw => self.number(0),
                }
            }
            Operation::Write { place, bytes, .. } => {
                self.tag(1);
                self.place(place);
                self.byte_string(bytes);
            }
            Operation::Choose { kind, ty, keep, value, known, .. } => {
                self.tag(2);
                self.tag(*kind as u8);
                self.number(u64::from(ty.0));
                match keep {
                    Some(place) => {
                        self.tag(1);
                        self.place(place);
                    }
                    None => self.tag(0),
                }
                self.wide(*value as i128);
                self.wide(*known as i128);
            }
            Operation::Copy { to, from, size, .. } => {
                self.tag(3);
                self.place(to);
                self.place(from);
                self.number(*size);
            }
            Operation::Fill { to, size, byte, .. } => {
                self.tag(4);
                self.place(to);
                self.number(*size);
                self.byte(*byte);
            }
            Operation::AtomicBegin { .. } => self.tag(5),
            Operation::AtomicEnd { .. } => self.tag(6),
            Operation::Synchronize { operation, object, mutex, kind, .. } => {
                self.tag(7);
                self.tag(*operation as u8);
                self.place(object);
                match mutex {
                    Some(place) => {
                        self.tag(1);
                        self.place(place);
                    }
                    None => self.tag(0),
                }
                self.tag(*kind);
            }
            Operation::Spawn { start, argument, id, id_size, .. } => {
                self.tag(8);
                self.number(u64::from(start.0));
                self.value(&argument.0);
                self.number(u64::from(argument.1.0));
                self.place(id);
                self.number(*id_size);
            }
            Operation::Join { id, result, .. } => {
                self.tag(9);
                self.scalar(*id);
                match result {
                    Some((place, ty)) => {
                        self.tag(1);
                        self.place(place);
                        self.number(u64::from(ty.0));
                    }
                    None => self.tag(0),
                }
            }
            Operation::Exit { value, .. } => {
                self.tag(10);
                self.value(value);
            }
            Operation::Allocate { size, is_zeroed, region, .. } => {
                self.tag(match region {
                    Region::Heap => 11,
                    Region::Function => 12,
                    Region::Block => 13,
                });
                self.number(*size);
                self.flag(*is_zeroed);
            }
            Operation::Free { pointer, .. } => {
                self.tag(14);
                self.scalar(*pointer);
            }
            Operation::EndLife { objects } => {
                self.tag(15);
                self.number(objects.len() as u64);
                objects.iter().for_each(|&object| self.object(object));
            }
            Operation::Fail { kind, ends, .. } => {
                self.tag(16);
                self.bytes.extend(format!("{kind:?}").bytes());
                self.tag(0xff);
                self.flag(*ends);
            }
            Operation::Stop { .. } => self.tag(17),
            Operation::Prune { .. } => self.tag(18),
            Operation::Unsupported { .. } => self.tag(19),
            Operation::Diverge { certain, .. } => {
                self.tag(20);
                self.flag(*certain);
            }
        }
        if let Some(span) = operation.span() {
            self.span(span);
        }
    }

    /// What an object holds, the locks in it and the accesses to it.
    fn contents(&mut self, machine: &Machine<'_>, id: ObjectId) {
        let object = machine.memory.object(id);
        self.tag(0xfd);
        self.tag(match object.life {
            Life::Alive => 0,
            Life::LeftScope => 1,
            Life::Freed => 2,
        });
        if object.life != Life::Alive {
            return;
        }
        if !(object.is_read_only && object.kind == ObjectKind::Static) {
            self.tag(object.kind as u8);
            self.number(object.size);
            self.flag(object.is_unlisted);
            self.flag(object.is_read_only);
            self.byte(object.fill);
            self.number(object.bytes.len() as u64);
            for (&offset, &byte) in &object.bytes {
                self.number(offset);
                self.byte(byte);
            }
        } else {
            // Its bytes never change, but they may point to objects: static ones only.
            self.tag(0xfc);
        }
        let whole = Address { object: id, offset: i64::MIN }..=Address { object: id, offset: i64::MAX };
        for (address, mutex) in machine.locks.mutexes.range(whole.clone()) {
            self.tag(1);
            self.wide(i128::from(address.offset));
            self.tag(mutex.kind as u8);
            match mutex.owner {
                None => self.tag(0),
                Some((owner, count)) => {
                    self.tag(1);
                    self.number(u64::from(owner));
                    self.number(u64::from(count));
                }
            }
            self.flag(mutex.is_initialized);
            self.flag(mutex.is_destroyed);
        }
        self.tag(2);
        for (address, condition) in machine.locks.conditions.range(whole) {
            self.tag(1);
            self.wide(i128::from(address.offset));
            self.flag(condition.is_destroyed);
            self.number(condition.waiters.len() as u64);
            condition.waiters.iter().for_each(|&thread| self.number(u64::from(thread)));
        }
        self.tag(2);
        for (access, after) in machine.history.records(id) {
            self.tag(1);
            self.number(access.start);
            self.number(access.end);
            self.number(u64::from(access.thread));
            self.flag(access.is_write);
            self.flag(access.is_atomic);
            self.flag(access.in_section);
            for &holder in after {
                self.holder(holder);
            }
            self.tag(0xfb);
        }
        self.tag(2);
    }

    fn holder(&mut self, holder: Holder) {
        match holder {
            Holder::Thread(thread) => {
                self.tag(0);
                self.number(u64::from(thread));
            }
            Holder::Mutex(address) => {
                self.tag(1);
                self.address(address);
            }
            Holder::Sections => self.tag(2),
            Holder::Location(address) => {
                self.tag(3);
                self.address(address);
            }
        }
    }
}
