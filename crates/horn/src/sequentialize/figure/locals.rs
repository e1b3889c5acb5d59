//! Initializes locals when their lifetime begins: with zero or any value.

use raddle_program::builder::{address_of, cast, deref, integer, pointer_add};
use raddle_program::syntax::{Block, Effect, InputSource, LocalId, Place};
use raddle_program::types::{ArrayLength, IntKind, TypeKind};

use super::rewrite::{Copy, Writer};
use super::{Figure, statement};

/// The most elements of an array that are initialized one by one.
const ELEMENTS: u64 = 64;

impl Figure<'_> {
    /// Gives any value to registers that may be read before they are assigned.
    pub(super) fn begin(&mut self, writer: &Writer, copy: &Copy, block: &mut Block) {
        let procedure = self.simulation.procedure(copy.context);
        let program = self.simulation.task.program.clone();
        let data = &program.procedures[procedure];
        let entry = self.simulation.automata[procedure].entry;
        for (local, declared) in data.locals.iter() {
            let is_unset = declared.is_register && !data.parameters.contains(&local);
            if is_unset && self.simulation.live[procedure].is_live(entry, local) {
                let place = self.local_place(copy.context, local);
                let mut steps = Vec::new();
                if self.renew(writer, place, false, &mut steps).is_some() {
                    self.execute(block, steps);
                } else {
                    self.unsupported(block, "a local of a type without a text that gives it any value");
                }
            }
        }
    }

    /// Begins the lifetime of a local: it gets any value. A register that is not live afterwards is skipped.
    pub(super) fn live(
        &mut self,
        writer: &Writer,
        copy: &Copy,
        local: LocalId,
        is_zeroed: bool,
        number: usize,
        block: &mut Block,
    ) {
        let place = self.local_place(copy.context, local);
        let procedure = self.simulation.procedure(copy.context);
        let is_register = self.simulation.task.program.procedures[procedure].locals[local].is_register;
        let automaton = &self.simulation.automata[procedure];
        let after = automaton.transitions.values().find(|data| data.statement as usize == number).map(|data| data.to);
        if is_register && after.is_some_and(|after| !self.simulation.live[procedure].is_live(after, local)) {
            return;
        }
        let mut steps = Vec::new();
        if self.renew(writer, place, is_zeroed, &mut steps).is_none() {
            return self.unsupported(block, "a local of a type without a text that gives it any value");
        }
        self.execute(block, steps);
    }

    /// Sets an object to zero or any value, scalar by scalar. `None` if its type is unsupported.
    fn renew(&mut self, writer: &Writer, place: Place, is_zeroed: bool, steps: &mut Block) -> Option<()> {
        match self.out.types.kind(place.ty).clone() {
            TypeKind::Bool | TypeKind::Int(_) | TypeKind::Pointer(_) if is_zeroed => {
                let value = integer(0, place.ty);
                steps.push(statement(Effect::Assign { target: place, value }));
            }
            TypeKind::Bool | TypeKind::Int(_) | TypeKind::Pointer(_) => {
                let source = InputSource::Function("an indeterminate value".into());
                steps.extend(self.any(writer, place, &source));
            }
            TypeKind::Array { element, length: ArrayLength::Fixed(length) }
                if length <= ELEMENTS && steps.len() <= ELEMENTS as usize =>
            {
                let _ = element;
                for at in 0..length {
                    let at = integer(i128::from(at), self.int);
                    let element = raddle_program::builder::index(&self.out.types, place.clone(), at);
                    self.renew(writer, element, is_zeroed, steps)?;
                }
            }
            // An uninitialized synchronization object is used like a new one.
            TypeKind::Record(record) if super::stubs::is_object(self.out.types.record(record)) => {
                self.clear(place, steps);
            }
            TypeKind::Record(record) if !self.out.types.record(record).is_union => {
                let fields = self.out.types.record(record).body.clone()?.fields;
                for (number, field) in (0..).zip(&fields) {
                    if field.bits.is_some() {
                        return None;
                    }
                    let field = raddle_program::builder::field(&self.out.types, place.clone(), number);
                    self.renew(writer, field, is_zeroed, steps)?;
                }
            }
            _ if is_zeroed => self.clear(place, steps),
            // A union is initialized byte by byte.
            TypeKind::Record(_) if self.out.types.size_of(place.ty).is_some_and(|size| size <= ELEMENTS) => {
                let size = self.out.types.size_of(place.ty).unwrap_or(0);
                let byte = self.out.types.int(IntKind::UnsignedChar);
                let pointer = self.out.types.pointer_to(byte);
                let first = cast(address_of(&mut self.out.types, place), pointer);
                for at in 0..size {
                    let index = integer(i128::from(at), self.int);
                    let address = pointer_add(&self.out.types, first.clone(), index);
                    let byte = deref(&self.out.types, address);
                    self.renew(writer, byte, false, steps)?;
                }
            }
            TypeKind::Record(_)
            | TypeKind::Array { .. }
            | TypeKind::Void
            | TypeKind::Float(_)
            | TypeKind::Complex(_)
            | TypeKind::Function(_) => return None,
        }
        Some(())
    }

    /// Sets all bytes of an object to zero.
    fn clear(&mut self, place: Place, steps: &mut Block) {
        let size = self.out.types.size_of(place.ty).unwrap_or(0);
        let (void, byte) = (self.out.types.void(), self.out.types.int(IntKind::UnsignedChar));
        let pointer = self.out.types.pointer_to(void);
        let size_type = self.out.types.int(IntKind::UnsignedLong);
        let target = cast(address_of(&mut self.out.types, place), pointer);
        let (byte, size) = (integer(0, byte), integer(i128::from(size), size_type));
        steps.push(statement(Effect::FillBytes { target, byte, size }));
    }
}
