//! Marks on what functions without a body determine. They separate violations that depend on such a function from violations that occur
//! whatever it does.
//!
//! A replay with [`crate::machine::Settings::marks_outside`] marks the results of these functions, and what memory holds that they can
//! reach through their arguments ([`Scalar::Outside`]). Marked values are copied, and results that are computed from them are marked,
//! too. Where one decides what happens next (a branch, an address, the number that a library function gets), what follows depends on
//! the function, and the machine cannot go on. So a trace that is replayed to its end holds whatever the functions return and write.
//!
//! A function may end the process, and then nothing follows. To say so of each function would leave no violation behind a call. So only a function
//! whose name says that it does (`fatal`, `print_usage`) stops the replay; every other function is assumed to return.
//!
//! A function may also order threads. A race therefore depends on it where one of the two threads called one while there were other threads.

use crate::arithmetic::marked::{depends, outside};
use crate::machine::Machine;
use crate::machine::memory::{Memory, ObjectKind};
use crate::machine::synchronize::Target;
use crate::machine::task::Operation;
use crate::value::encoding::from_bits;
use crate::value::{Byte, ObjectId, PIECE_AS_NUMBER, Place, Scalar, Trouble, Value};
use raddle_cfront::externals::{is_library_variable, is_weak_reference, may_change_anything, may_end_the_process};
use raddle_cfront::typed::FunctionId;
use raddle_program::property::Property;
use raddle_program::trace::ObjectName;
use raddle_program::types::TypeKind;
use std::collections::BTreeSet;

impl Machine<'_> {
    /// A synchronization call must not hang on a marked value, nor on an object that a function without a body may have changed.
    ///
    /// # Errors
    /// Unsupported if it does, or if an operand is a piece of an address.
    pub(crate) fn check_undetermined(&self, target: Target, operands: &[Scalar]) -> Result<(), Trouble> {
        if operands.iter().any(|operand| matches!(operand, Scalar::Piece(_))) {
            return Trouble::unsupported(PIECE_AS_NUMBER);
        }
        let is_marked = |scalar: &Scalar| matches!(scalar, Scalar::Outside(_) | Scalar::Handle(_));
        let is_touched = match target {
            Target::Memory(at) => {
                let object = self.memory.object(at.object);
                let byte = object.bytes.get(&(at.offset as u64)).unwrap_or(&object.fill);
                part_of(byte).is_some_and(is_marked)
            }
            Target::Thread(_) | Target::Key(_) => false,
        };
        if is_touched || operands.iter().any(is_marked) { depends() } else { Ok(()) }
    }

    /// Whether a violation at the end of an execution may be none, depending on what functions without a body did: a thread waits for
    /// something that one may have changed, or memory is not freed that one may have freed.
    pub(crate) fn end_is_undetermined(&self, property: Property) -> bool {
        let waits_undetermined = |thread: usize| match self.pending(thread) {
            Some(Operation::Synchronize { subject, operands, .. }) => {
                self.target(thread, subject).is_ok_and(|target| self.check_undetermined(target, operands).is_err())
            }
            _ => false,
        };
        match property {
            Property::Deadlock | Property::Termination => (0..self.threads.len()).any(waits_undetermined),
            Property::Leaks => self.has_reached_outside,
            _ => false,
        }
    }

    /// Marks what a call of a function without a body reaches through its arguments, that its thread called one, and its result to come.
    ///
    /// # Errors
    /// Unsupported if the function may not return.
    pub(crate) fn mark_outside(
        &mut self,
        thread: usize,
        function: FunctionId,
        arguments: &[Value],
    ) -> Result<(), Trouble> {
        // Also of a function that is known to change nothing: its result is one value, and the machine tries any.
        self.thread_mut(thread).marks_result = self.settings.marks_outside;
        if !self.settings.marks_outside || !may_change_anything(self.unit, function) {
            return Ok(());
        }
        let called = &self.unit.functions[function];
        if !called.is_noreturn && may_end_the_process(&called.name) {
            return depends();
        }
        if self.threads.len() > 1 {
            self.thread_mut(thread).has_called_outside = true;
        }
        let TypeKind::Function(signature) = self.unit.types.kind(called.ty) else { return Ok(()) };
        let only_reads = |index: usize| {
            signature.parameters.get(index).is_some_and(|parameter| {
                matches!(self.unit.types.kind(parameter.ty), TypeKind::Pointer(target) if target.qualifiers.is_const)
            })
        };
        let (mut reached, mut written) = (BTreeSet::new(), BTreeSet::new());
        for (index, value) in arguments.iter().enumerate() {
            for object in objects_of(value) {
                if only_reads(index) {
                    reached.extend(led_to(&self.memory, object));
                } else {
                    reached.insert(object);
                }
            }
        }
        while let Some(object) = reached.pop_first() {
            if written.insert(object) {
                reached.extend(led_to(&self.memory, object));
            }
        }
        written.retain(|&object| !self.memory.object(object).is_read_only);
        self.has_reached_outside |= !written.is_empty();
        for id in written {
            let object = self.memory.object_mut(id);
            object.fill = marked(object.fill);
            object.bytes.values_mut().for_each(|byte| *byte = marked(*byte));
        }
        Ok(())
    }
}

impl Machine<'_> {
    /// Marks bytes that a library function wrote.
    ///
    /// # Errors
    /// As for an access.
    pub(crate) fn mark_bytes(&mut self, from: Place, count: i128) -> Result<(), Trouble> {
        let Scalar::Address(at) = from.pointer() else { return Ok(()) };
        let object = self.memory.object_mut(at.object);
        for offset in (at.offset..).take(count.max(0) as usize) {
            let Ok(offset) = u64::try_from(offset) else { continue };
            let byte = object.bytes.get(&offset).copied().unwrap_or(object.fill);
            object.bytes.insert(offset, marked(byte));
        }
        Ok(())
    }

    /// Marks an `int` that a library function may have left in an object. It keeps its value.
    pub(crate) fn mark_int(&mut self, at: Place) {
        const SIZE: u8 = 4;
        let Scalar::Address(at) = at.pointer() else { return };
        let Ok(first) = u64::try_from(at.offset) else { return };
        let object = self.memory.object_mut(at.object);
        let mut number = 0u128;
        for (offset, index) in (first..).zip(0..SIZE) {
            match object.bytes.get(&offset).copied().unwrap_or(object.fill) {
                Byte::Bits { value, .. } => number |= u128::from(value) << (8 * u32::from(index)),
                Byte::Part { .. } => return,
            }
        }
        let whole = Scalar::Outside(from_bits(number, 8 * u32::from(SIZE), true));
        for (offset, index) in (first..).zip(0..SIZE) {
            object.bytes.insert(offset, Byte::Part { whole, index, size: SIZE });
        }
    }

    /// A value that is chosen for the bytes of an object: marked if the library defines the object, or if it says that a library defines a
    /// weak symbol.
    ///
    /// # Errors
    /// Unsupported for what is no number.
    pub(crate) fn chosen_for(&self, object: ObjectId, chosen: Scalar) -> Result<Scalar, Trouble> {
        let object = self.memory.object(object);
        // Objects with static storage that the program defines are zero at first.
        let is_undefined = object.kind == ObjectKind::Static && object.fill == Byte::UNKNOWN;
        let is_of_library = matches!(&object.name, ObjectName::Global(name)
            if is_library_variable(name) || (is_weak_reference(name) && chosen != Scalar::Integer(0)));
        if self.settings.marks_outside && is_undefined && is_of_library { outside(chosen) } else { Ok(chosen) }
    }
}

/// A byte with a mark. A number keeps its value, so that what the trace lists can be compared.
fn marked(byte: Byte) -> Byte {
    let number = match byte {
        Byte::Bits { value, known: 0xff } => i128::from(value),
        Byte::Part {
            whole: Scalar::Outside(number) | Scalar::Handle(number) | Scalar::ThreadId(number),
            size: 1,
            ..
        } => number,
        Byte::Bits { .. } | Byte::Part { .. } => 0,
    };
    Byte::Part { whole: Scalar::Outside(number), index: 0, size: 1 }
}

/// The objects that a value holds addresses of.
fn objects_of(value: &Value) -> Vec<ObjectId> {
    let object = |scalar: &Scalar| match scalar {
        Scalar::Address(address) => Some(address.object),
        Scalar::Piece(piece) => piece.object(),
        _ => None,
    };
    match value {
        Value::Scalar(scalar) => object(scalar).into_iter().collect(),
        Value::Bytes(bytes) => bytes.iter().filter_map(part_of).filter_map(object).collect(),
        Value::Void | Value::Place(_) => Vec::new(),
    }
}

/// The objects that the bytes of an object hold addresses of.
fn led_to(memory: &Memory, object: ObjectId) -> Vec<ObjectId> {
    let is_address = |scalar: &Scalar| match scalar {
        Scalar::Address(address) => Some(address.object),
        _ => None,
    };
    memory.object(object).bytes.values().filter_map(part_of).filter_map(is_address).collect()
}

fn part_of(byte: &Byte) -> Option<&Scalar> {
    match byte {
        Byte::Part { whole, .. } => Some(whole),
        Byte::Bits { .. } => None,
    }
}
