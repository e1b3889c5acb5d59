//! The source names of slots, if a name is unambiguous.

use std::collections::HashMap;

use raddle_program::access_path::access_path;
use raddle_program::syntax::{LocalKind, Procedure, Program};
use raddle_program::types::{TypeId, TypeKind};

use super::c::{Kind, Named};
use crate::symbolic::layout::{Cells, Layout, Slot};

/// The names of slots.
pub(super) struct Names<'a> {
    program: &'a Program,
    layout: &'a Layout,
    globals: HashMap<Slot, Named>,
    /// With the context of the slot.
    locals: HashMap<Slot, (usize, Named)>,
}

impl<'a> Names<'a> {
    /// The names in a layout.
    pub(super) fn of(program: &'a Program, layout: &'a Layout) -> Names<'a> {
        let mut names = Names { program, layout, globals: HashMap::new(), locals: HashMap::new() };
        for (&global, &object) in &layout.globals {
            let data = &program.globals[global];
            if !data.is_thread_local && is_identifier(&data.name) {
                for (slot, named) in names.of_object(object, data.ty, &data.name) {
                    names.globals.insert(slot, named);
                }
            }
        }
        for (number, context) in layout.contexts.iter().enumerate() {
            let procedure = &program.procedures[context.procedure];
            for (local, data) in procedure.locals.iter() {
                let is_of_source = matches!(data.kind, LocalKind::Parameter | LocalKind::Variable);
                if !is_of_source || !is_only_one(procedure, &data.name) {
                    continue;
                }
                if let (Some(&slot), Some(kind)) = (context.registers.get(&local), kind_of(program, data.ty)) {
                    names.locals.insert(slot, (number, Named { text: data.name.to_string(), kind, is_local: true }));
                }
                if let Some(&object) = context.memory.get(&local) {
                    for (slot, named) in names.of_object(object, data.ty, &data.name) {
                        names.locals.insert(slot, (number, Named { is_local: true, ..named }));
                    }
                }
            }
        }
        names
    }

    /// The name of a slot for a thread in a context.
    pub(super) fn of_slot(&self, context: usize, slot: Slot) -> Option<Named> {
        if let Some((owner, named)) = self.locals.get(&slot) {
            return (*owner == context).then(|| named.clone());
        }
        let named = self.globals.get(&slot)?;
        let procedure = &self.program.procedures[self.layout.contexts[context].procedure];
        let name = named.text.split(['.', '[']).next().unwrap_or_default();
        let is_hidden = procedure.locals.values().any(|local| source_name(&local.name) == name);
        (!is_hidden).then(|| named.clone())
    }

    fn of_object(&self, object: usize, ty: TypeId, name: &str) -> Vec<(Slot, Named)> {
        let data = &self.layout.objects[object];
        let Some(Cells::Listed(cells)) = data.cells.as_ref().filter(|_| !data.has_opaque_parts) else {
            return Vec::new();
        };
        let mut found = Vec::new();
        for &(offset, scalar, slot) in cells {
            let size = self.program.types.size_of(scalar).unwrap_or(0);
            let text = format!("{name}{}", access_path(&self.program.types, ty, offset, size));
            let is_whole = cells.len() == 1 || text != name;
            if let Some(kind) = kind_of(self.program, scalar).filter(|_| is_whole && !text.contains("byte")) {
                found.push((slot, Named { text, kind, is_local: false }));
            }
        }
        found
    }
}

/// The kind of values of a type; `None` if C has no plain notation for them.
fn kind_of(program: &Program, ty: TypeId) -> Option<Kind> {
    match program.types.kind(ty) {
        TypeKind::Bool | TypeKind::Int(_) => {
            let (bits, is_signed) = program.types.scalar_shape(ty)?;
            Some(Kind::Number { bits, is_signed })
        }
        TypeKind::Pointer(_) => Some(Kind::Pointer),
        TypeKind::Void
        | TypeKind::Float(_)
        | TypeKind::Complex(_)
        | TypeKind::Array { .. }
        | TypeKind::Record(_)
        | TypeKind::Function(_) => None,
    }
}

/// Whether the procedure has only one local with this source name.
fn is_only_one(procedure: &Procedure, name: &str) -> bool {
    let of_source = |local: &&raddle_program::syntax::Local| source_name(&local.name) == name;
    is_identifier(name) && procedure.locals.values().filter(of_source).count() == 1
}

/// A name without the suffix that makes it unique.
fn source_name(name: &str) -> &str {
    let is_part = |symbol: char| symbol.is_ascii_alphanumeric() || symbol == '_';
    &name[..name.find(|symbol: char| !is_part(symbol)).unwrap_or(name.len())]
}

fn is_identifier(name: &str) -> bool {
    !name.is_empty()
        && source_name(name) == name
        && !name.starts_with("__")
        && !name.starts_with(|first: char| first.is_ascii_digit())
}
