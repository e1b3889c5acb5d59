//! Globals: objects with static or thread storage duration, string literals, and what `main` gets.

use std::collections::BTreeMap;
use std::sync::Arc;

use raddle_program::source::Span;
use raddle_program::syntax::{Global, GlobalId, InitialPart, InitialValue};
use raddle_program::types::{ArrayLength, BitField, IntKind, Qualified, TypeId, TypeKind};

use super::UnitLowering;
use super::initialize::string_value;
use crate::typed::{ExprKind as Typed, Initializer, Storage, StringId, VariableId};

/// Copies of constants inside constants end somewhere.
const MAXIMUM_DEPTH: usize = 64;

/// The bytes of an object's initial value, by offset. Scalars do not overlap.
type Parts = BTreeMap<u64, (TypeId, InitialValue)>;

impl UnitLowering<'_> {
    /// Makes a global of every object with static or thread storage duration.
    pub(super) fn declare_globals(&mut self) {
        for &variable in &self.unit.globals {
            self.variable_global(variable);
        }
    }

    /// Gives every such global its initial value.
    pub(super) fn initialize_globals(&mut self) {
        for &variable in &self.unit.globals {
            let Some(&global) = self.variable_globals.get(&variable) else { continue };
            let Some(initializer) = &self.unit.variables[variable].initializer else { continue };
            let mut parts = Parts::new();
            let is_known = self.initial_parts(initializer, 0, &mut parts, 0).is_some();
            if is_known {
                self.globals[global].initial = self.merged(parts);
            } else {
                // Any value at the start includes the one that could not be computed.
                self.globals[global].is_external = true;
            }
        }
    }

    /// The global of an object; `None` if its type is incomplete, so that its size is not known.
    pub(crate) fn variable_global(&mut self, variable: VariableId) -> Option<GlobalId> {
        if let Some(&global) = self.variable_globals.get(&variable) {
            return Some(global);
        }
        let source = &self.unit.variables[variable];
        self.types.size_of(source.ty.ty)?;
        let global = self.globals.push(Global {
            name: self.names.variables[variable].clone(),
            ty: source.ty.ty,
            is_thread_local: source.storage == Storage::Thread,
            is_read_only: self.is_constant(source.ty),
            is_external: source.is_undefined,
            initial: Vec::new(),
            span: source.span,
        });
        self.variable_globals.insert(variable, global);
        Some(global)
    }

    /// The type of a global.
    pub(super) fn global_type(&self, global: GlobalId) -> TypeId {
        self.globals[global].ty
    }

    /// `const`, or an array of such elements.
    fn is_constant(&self, ty: Qualified) -> bool {
        match self.types.kind(ty.ty) {
            TypeKind::Array { element, .. } => ty.qualifiers.is_const || self.is_constant(*element),
            _ => ty.qualifiers.is_const,
        }
    }

    /// The global of a string literal.
    pub(super) fn string_global(&mut self, string: StringId) -> GlobalId {
        if let Some(&global) = self.string_globals.get(&string) {
            return global;
        }
        let literal = &self.unit.strings[string];
        let mut parts = Parts::new();
        self.characters(string, literal.ty, 0, &mut parts);
        let initial = self.merged(parts);
        let name = self.names.strings[string].clone();
        let global = self.push_read_only(name, literal.ty, initial, literal.span);
        self.string_globals.insert(string, global);
        global
    }

    /// A null-terminated array of pointers that `main` gets, with at most one string in it.
    pub(super) fn main_strings(&mut self, name: &str, string: Option<(&str, &str)>) -> GlobalId {
        let byte = self.types.int(IntKind::Char);
        let pointer = self.types.pointer_to(byte);
        let mut initial = Vec::new();
        if let Some((name, text)) = string {
            let element = Qualified::plain(byte);
            let length = ArrayLength::Fixed(text.len() as u64 + 1);
            let ty = self.types.intern(TypeKind::Array { element, length });
            let characters = (0..).zip(text.bytes());
            let characters = characters.map(|(offset, unit)| InitialPart {
                offset,
                ty: byte,
                value: InitialValue::Integer(unit.into()),
            });
            let text = self.push_writable(name.into(), ty, characters.collect());
            initial.push(InitialPart { offset: 0, ty: pointer, value: InitialValue::Address(text, 0) });
        }
        let length = ArrayLength::Fixed(initial.len() as u64 + 1);
        let ty = self.types.intern(TypeKind::Array { element: Qualified::plain(pointer), length });
        self.push_writable(name.into(), ty, initial)
    }

    fn push_read_only(&mut self, name: Arc<str>, ty: TypeId, initial: Vec<InitialPart>, span: Span) -> GlobalId {
        self.globals.push(Global {
            name,
            ty,
            is_thread_local: false,
            is_read_only: true,
            is_external: false,
            initial,
            span,
        })
    }

    fn push_writable(&mut self, name: Arc<str>, ty: TypeId, initial: Vec<InitialPart>) -> GlobalId {
        let global = self.push_read_only(name, ty, initial, Span::NOWHERE);
        self.globals[global].is_read_only = false;
        global
    }

    /// Adds the parts of an initializer at an offset; `None` if some part has no known value.
    fn initial_parts(&mut self, initializer: &Initializer, base: u64, parts: &mut Parts, depth: usize) -> Option<()> {
        for part in &initializer.parts {
            let offset = base.checked_add(part.offset)?;
            if let Some(bits) = part.bits {
                let InitialValue::Integer(value) = self.constant(&part.value)? else { return None };
                self.set_bits(offset, bits, value, parts);
                continue;
            }
            if let Some(string) = string_value(&part.value) {
                self.characters(string, part.ty, offset, parts);
                continue;
            }
            // The value of a constant record, for instance of a compound literal at file scope.
            if matches!(self.types.kind(part.ty), TypeKind::Record(_)) {
                let variable = match &part.value.kind {
                    Typed::Load(inner) => match inner.kind {
                        Typed::Variable(variable) => variable,
                        Typed::CompoundLiteral { ref initializer, .. } if depth < MAXIMUM_DEPTH => {
                            self.clear(offset, self.types.size_of(part.ty)?, parts);
                            self.initial_parts(initializer, offset, parts, depth + 1)?;
                            continue;
                        }
                        _ => return None,
                    },
                    _ => return None,
                };
                let source = &self.unit.variables[variable];
                let is_known = matches!(source.storage, Storage::Static) && !source.is_undefined;
                if !is_known || depth >= MAXIMUM_DEPTH {
                    return None;
                }
                self.clear(offset, self.types.size_of(part.ty)?, parts);
                if let Some(initializer) = &source.initializer {
                    self.initial_parts(initializer, offset, parts, depth + 1)?;
                }
                continue;
            }
            let value = self.constant(&part.value)?;
            let ty = match self.types.kind(part.ty) {
                TypeKind::Float(_) => {
                    let bytes = self.types.size_of(part.ty)?;
                    let kind = if bytes == 4 { IntKind::UnsignedInt } else { IntKind::UnsignedLongLong };
                    self.types.int(kind)
                }
                TypeKind::Bool | TypeKind::Int(_) | TypeKind::Pointer(_) => self.program_type(part.ty),
                TypeKind::Void
                | TypeKind::Complex(_)
                | TypeKind::Array { .. }
                | TypeKind::Record(_)
                | TypeKind::Function(_) => return None,
            };
            self.set(offset, ty, value, parts);
        }
        Some(())
    }

    /// Adds the characters of a string that fit into an array type.
    fn characters(&mut self, string: StringId, ty: TypeId, offset: u64, parts: &mut Parts) {
        let TypeKind::Array { element, length } = *self.types.kind(ty) else { return };
        let units = self.unit.strings[string].units.clone();
        let length = match length {
            ArrayLength::Fixed(length) => length,
            ArrayLength::Unknown | ArrayLength::Variable(_) => units.len() as u64,
        };
        let size = self.types.size_of(element.ty).unwrap_or(1);
        for (position, &unit) in (0..length).zip(units.iter()) {
            let value = InitialValue::Integer(self.wrapped(i128::from(unit), element.ty));
            self.set(offset.saturating_add(position.saturating_mul(size)), element.ty, value, parts);
        }
    }

    /// Stores a scalar over what is there.
    fn set(&mut self, offset: u64, ty: TypeId, value: InitialValue, parts: &mut Parts) {
        self.clear(offset, self.types.size_of(ty).unwrap_or(0), parts);
        parts.insert(offset, (ty, value));
    }

    /// Makes a range zero. Numbers that reach out of it keep their other bytes.
    fn clear(&mut self, offset: u64, size: u64, parts: &mut Parts) {
        let end = offset.saturating_add(size);
        // No scalar is longer than 16 bytes.
        let near = parts.range(offset.saturating_sub(15)..end);
        let hit: Vec<u64> = near
            .filter(|&(&start, &(ty, _))| start + self.types.size_of(ty).unwrap_or(0) > offset)
            .map(|(&start, _)| start)
            .collect();
        let byte = self.types.int(IntKind::UnsignedChar);
        for start in hit {
            let Some((ty, value)) = parts.remove(&start) else { continue };
            let InitialValue::Integer(value) = value else { continue };
            for at in 0..self.types.size_of(ty).unwrap_or(0) {
                if !(offset..end).contains(&(start + at)) {
                    parts.insert(start + at, (byte, InitialValue::Integer(value >> (8 * at) & 0xff)));
                }
            }
        }
    }

    /// Stores a bit-field into the bytes of its location.
    fn set_bits(&mut self, offset: u64, bits: BitField, value: i128, parts: &mut Parts) {
        let byte = self.types.int(IntKind::UnsignedChar);
        for bit in 0..bits.width {
            let position = bits.first_bit + bit;
            let at = offset + u64::from(position / 8);
            let old = match parts.get(&at) {
                Some(&(ty, InitialValue::Integer(old))) if ty == byte => old,
                _ => 0,
            };
            let mask = 1_i128 << (position % 8);
            let new = if value >> bit.min(127) & 1 != 0 { old | mask } else { old & !mask };
            if !matches!(parts.get(&at), Some(&(ty, _)) if ty == byte) {
                self.clear(at, 1, parts);
            }
            parts.insert(at, (byte, InitialValue::Integer(new)));
        }
    }

    /// The parts that are not zero.
    fn merged(&self, parts: Parts) -> Vec<InitialPart> {
        let is_zero = |value: &InitialValue| matches!(value, InitialValue::Integer(0));
        let parts = parts.into_iter().filter(|(_, (_, value))| !is_zero(value));
        parts.map(|(offset, (ty, value))| InitialPart { offset, ty, value }).collect()
    }
}
