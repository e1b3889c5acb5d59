//! Checks of the tables: ids, types, globals, procedures, locals.

use rustc_hash::FxHashSet;
use std::sync::Arc;

use super::{Checker, Rule};
use crate::entity::{Entity, Table};
use crate::source::Span;
use crate::syntax::{
    Global, GlobalId, InitialPart, InitialValue, LabelId, LocalId, LocalKind, Procedure, ProcedureId, Program,
};
use crate::types::{ArrayLength, RecordBody, TypeId, TypeKind, Types};
use crate::visit::{Visitor, walk_block};

impl Checker<'_> {
    /// The rule `Ids`, for the whole program.
    pub(super) fn ids(&mut self) {
        let program = self.program;
        let types = &program.types;
        let has_type = |ty: TypeId| types.kinds().get(ty).is_some();
        for (id, kind) in types.kinds().iter() {
            let is_known = parts_of(kind).iter().all(|part| part.index() < id.index())
                && !matches!(kind, TypeKind::Record(record) if types.records().get(*record).is_none());
            self.expect(is_known, Rule::Ids, || format!("{id} refers to what is not before it in the table"));
        }
        let is_void_first = types.kinds().values().next() == Some(&TypeKind::Void);
        self.expect(is_void_first, Rule::Ids, || "the first type is not void".to_owned());
        for (id, record) in types.records().iter() {
            let fields = record.body.iter().flat_map(|body| &body.fields);
            let is_known = fields.into_iter().all(|field| has_type(field.ty.ty));
            self.expect(is_known, Rule::Ids, || format!("a member of {id} has an unknown type"));
        }
        for (id, global) in program.globals.iter() {
            let is_known = has_type(global.ty)
                && global.initial.iter().all(|part| {
                    has_type(part.ty)
                        && match part.value {
                            InitialValue::Integer(_) => true,
                            InitialValue::Address(target, _) => program.globals.get(target).is_some(),
                            InitialValue::Procedure(procedure) => program.procedures.get(procedure).is_some(),
                        }
                });
            self.expect(is_known, Rule::Ids, || format!("{id} refers to something unknown"));
        }
        let has_main = program.procedures.get(program.main).is_some();
        self.expect(has_main, Rule::Ids, || "main is no procedure of the program".to_owned());
        for (id, procedure) in program.procedures.iter() {
            self.procedure = Some(id);
            let is_known = has_type(procedure.result)
                && procedure.locals.values().all(|local| has_type(local.ty))
                && procedure.parameters.iter().all(|&local| procedure.locals.get(local).is_some());
            self.expect(is_known, Rule::Ids, || format!("{id} refers to an unknown type or local"));
            let mut ids = UnknownIds { program, procedure, unknown: Vec::new() };
            walk_block(&procedure.body, &mut ids);
            let unknown = ids.unknown;
            self.expect(unknown.is_empty(), Rule::Ids, || format!("unknown: {}", unknown.join(", ")));
        }
        self.procedure = None;
    }

    /// The rules on types, globals and names.
    pub(super) fn tables(&mut self) {
        let program = self.program;
        for (_, record) in program.types.records().iter() {
            self.at(record.span);
            if let Some(body) = &record.body {
                self.layout(body);
            }
        }
        let names = |names: Vec<&Arc<str>>| names.into_iter().map(|name| name.to_string()).collect::<Vec<_>>();
        self.names("globals", names(program.globals.values().map(|global| &global.name).collect()));
        self.names("procedures", names(program.procedures.values().map(|procedure| &procedure.name).collect()));
        for (id, global) in program.globals.iter() {
            self.at(global.span);
            self.object_type(&global.name, global.ty);
            self.initial_values(id, global);
        }
        let main = &program.procedures[program.main];
        self.span = main.span;
        self.expect(main.is_defined && main.parameters.is_empty(), Rule::Main, || {
            "main has no body, or has parameters".to_owned()
        });
        self.span = Span::NOWHERE;
    }

    /// The rules on the locals and labels of a procedure, and on procedures without body.
    pub(super) fn locals(&mut self, procedure: &Procedure) {
        self.at(procedure.span);
        self.names("locals", procedure.locals.values().map(|local| local.name.to_string()).collect());
        self.names("labels", procedure.labels.values().map(|label| label.name.to_string()).collect());
        let are_first = procedure.parameters.iter().enumerate().all(|(index, local)| local.index() == index);
        let are_marked = procedure
            .locals
            .iter()
            .all(|(id, local)| (id.index() < procedure.parameters.len()) == (local.kind == LocalKind::Parameter));
        self.expect(are_first && are_marked, Rule::Parameters, || {
            "the parameters are not just the first locals".to_owned()
        });
        let is_empty = procedure.body.is_empty()
            && procedure.labels.is_empty()
            && procedure.locals.len() == procedure.parameters.len();
        self.expect(procedure.is_defined || is_empty, Rule::Declared, || {
            "a procedure that is only declared has code, labels or variables".to_owned()
        });
        for (_, local) in procedure.locals.iter() {
            self.at(local.span);
            self.object_type(&local.name, local.ty);
            self.expect(!local.is_register || is_scalar(&self.program.types, local.ty), Rule::Registers, || {
                format!("the register `{}` is no scalar", local.name)
            });
        }
        self.span = procedure.span;
    }

    fn names(&mut self, what: &str, names: Vec<String>) {
        let mut seen = FxHashSet::default();
        for name in names {
            let is_new = seen.insert(name.clone());
            self.expect(is_new, Rule::Names, || format!("two {what} are called `{name}`"));
        }
    }

    fn layout(&mut self, body: &RecordBody) {
        self.expect(body.alignment.is_power_of_two(), Rule::Layout, || {
            format!("the alignment {} is no power of two", body.alignment)
        });
        for field in &body.fields {
            self.at(field.span);
            let size = match field.bits {
                Some(bits) => {
                    let end = u64::from(bits.first_bit) + u64::from(bits.width);
                    let is_inside = (1..=16).contains(&bits.location_bytes)
                        && bits.width >= 1
                        && end <= 8 * u64::from(bits.location_bytes);
                    self.expect(is_inside, Rule::Layout, || format!("the bit-field {bits:?} leaves its location"));
                    u64::from(bits.location_bytes)
                }
                // A flexible array member has no size of its own.
                None => self.program.types.size_of(field.ty.ty).unwrap_or(0),
            };
            let is_inside = field.offset.checked_add(size).is_some_and(|end| end <= body.size);
            self.expect(is_inside, Rule::Layout, || {
                format!("the member at {} with {size} bytes leaves its record of {} bytes", field.offset, body.size)
            });
        }
    }

    fn object_type(&mut self, name: &str, ty: TypeId) {
        self.expect(is_object(&self.program.types, ty), Rule::ObjectTypes, || {
            format!("the type of `{name}` is incomplete or no object type")
        });
    }

    fn initial_values(&mut self, id: GlobalId, global: &Global) {
        self.expect(!global.is_external || global.initial.is_empty(), Rule::InitialValues, || {
            format!("{id} is external and has an initial value")
        });
        let size = self.program.types.size_of(global.ty).unwrap_or(0);
        let mut free = 0;
        for part in &global.initial {
            let end = self.program.types.size_of(part.ty).and_then(|bytes| part.offset.checked_add(bytes));
            let is_inside = part.offset >= free && end.is_some_and(|end| end <= size);
            self.expect(is_inside, Rule::InitialValues, || {
                format!("the part of {id} at {} overlaps or leaves the object", part.offset)
            });
            free = end.unwrap_or(free);
            let is_good = is_initial_value(&self.program.types, part);
            self.expect(is_good, Rule::InitialValues, || {
                format!("the part of {id} at {} is zero or not of its type", part.offset)
            });
        }
    }
}

/// The types that a type is made of; records stand for themselves.
fn parts_of(kind: &TypeKind) -> Vec<TypeId> {
    match kind {
        TypeKind::Pointer(target) => vec![target.ty],
        TypeKind::Array { element, .. } => vec![element.ty],
        TypeKind::Function(function) => {
            std::iter::once(&function.result).chain(&function.parameters).map(|part| part.ty).collect()
        }
        TypeKind::Void
        | TypeKind::Bool
        | TypeKind::Int(_)
        | TypeKind::Float(_)
        | TypeKind::Complex(_)
        | TypeKind::Record(_) => Vec::new(),
    }
}

/// Whether a type is one that objects can have: complete, its length known.
fn is_object(types: &Types, ty: TypeId) -> bool {
    match types.kind(ty) {
        TypeKind::Void | TypeKind::Function(_) => false,
        TypeKind::Array { element, length } => {
            matches!(length, ArrayLength::Fixed(_)) && is_object(types, element.ty) && types.size_of(ty).is_some()
        }
        TypeKind::Bool
        | TypeKind::Int(_)
        | TypeKind::Float(_)
        | TypeKind::Complex(_)
        | TypeKind::Pointer(_)
        | TypeKind::Record(_) => types.size_of(ty).is_some(),
    }
}

/// Whether a type is arithmetic or a pointer.
pub(super) fn is_scalar(types: &Types, ty: TypeId) -> bool {
    types.scalar_shape(ty).is_some() || matches!(types.kind(ty), TypeKind::Float(_) | TypeKind::Complex(_))
}

/// Whether a number is in the range of a type: integers, `_Bool`, pointers. Of types with 128 bits every number is.
pub(super) fn is_in_range(types: &Types, ty: TypeId, value: i128) -> bool {
    if matches!(types.kind(ty), TypeKind::Bool) {
        return value == 0 || value == 1;
    }
    match types.scalar_shape(ty) {
        None => false,
        Some((bits, _)) if bits >= 128 => true,
        Some((bits, false)) => value >= 0 && value >> bits == 0,
        Some((bits, true)) => (-(1_i128 << (bits - 1))..1_i128 << (bits - 1)).contains(&value),
    }
}

fn is_initial_value(types: &Types, part: &InitialPart) -> bool {
    let is_pointer = matches!(types.kind(part.ty), TypeKind::Pointer(_));
    let has_pointer_bits =
        types.scalar_shape(part.ty).is_some_and(|(bits, _)| u64::from(bits) == 8 * types.model().pointer_bytes());
    match part.value {
        InitialValue::Integer(value) => value != 0 && is_in_range(types, part.ty, value),
        InitialValue::Address(..) | InitialValue::Procedure(_) => is_pointer || has_pointer_bits,
    }
}

struct UnknownIds<'p> {
    program: &'p Program,
    procedure: &'p Procedure,
    unknown: Vec<String>,
}

impl UnknownIds<'_> {
    fn look_up<I: Entity + std::fmt::Display, T>(&mut self, table: &Table<I, T>, id: I) {
        if table.get(id).is_none() {
            self.unknown.push(id.to_string());
        }
    }
}

impl Visitor for UnknownIds<'_> {
    fn ty(&mut self, ty: TypeId) {
        self.look_up(self.program.types.kinds(), ty);
    }
    fn local(&mut self, local: LocalId) {
        self.look_up(&self.procedure.locals, local);
    }
    fn global(&mut self, global: GlobalId) {
        self.look_up(&self.program.globals, global);
    }
    fn procedure(&mut self, procedure: ProcedureId) {
        self.look_up(&self.program.procedures, procedure);
    }
    fn label(&mut self, label: LabelId) {
        self.look_up(&self.procedure.labels, label);
    }
}
