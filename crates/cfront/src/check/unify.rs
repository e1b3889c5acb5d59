//! Types of several files: a structure that two files declare in the same way, usually through a header, becomes one
//! (C11 6.2.7p1).
//!
//! Idea: partition refinement. At first all records of one tag whose members have the same names and places are in one class; a
//! class is split as long as members at the same place have types of different classes. An incomplete record joins the only class
//! of its tag. Then every type is written anew with the first record of each class.

use raddle_program::entity::Entity;
use raddle_program::types::{BitField, FunctionType, Qualified, RecordId, TypeId, TypeKind};
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;

use super::Checker;
use super::walk::{Rewrite, walk, walk_initializer};
use crate::typed::{Expr, ExprKind, Initializer, VariableId};

/// What can be told of a record without its members' types.
type Shape = (Option<Arc<str>>, bool, u64, u64, Vec<(Option<Arc<str>>, u64, Option<BitFieldKey>)>);
type BitFieldKey = (u32, u32, u32);

impl Checker {
    /// Makes one record of equal records, in programs of several files.
    pub(super) fn unify_types(&mut self) {
        if self.units.finished.len() < 2 {
            return;
        }
        let records = self.classes();
        if self.unit.types.records().ids().all(|record| records[record.index()] == record) {
            return;
        }
        let map = self.types_with(&records);
        self.write_types(&map);
        // What is written for the library later is in terms of the names of a file.
        let new = |ty: TypeId| map.get(ty.index()).copied().unwrap_or(ty);
        let class = |record: RecordId| records.get(record.index()).copied().unwrap_or(record);
        let finished = self.units.finished.iter_mut().map(|unit| &mut unit.scopes);
        finished.chain([&mut self.scopes]).for_each(|scopes| scopes.replace_types(new, class));
    }

    /// For each record, the first one of its class.
    fn classes(&self) -> Vec<RecordId> {
        let records = self.unit.types.records();
        let mut shapes: FxHashMap<Shape, RecordId> = FxHashMap::default();
        let mut classes: Vec<RecordId> = Vec::new();
        for (id, record) in records.iter() {
            let class = record.body.as_ref().map(|body| {
                let key = |bits: BitField| (bits.location_bytes, bits.first_bit, bits.width);
                let fields = body.fields.iter().map(|field| (field.name.clone(), field.offset, field.bits.map(key)));
                let shape = (record.tag.clone(), record.is_union, body.size, body.alignment, fields.collect());
                *shapes.entry(shape).or_insert(id)
            });
            classes.push(class.unwrap_or(id));
        }
        loop {
            self.join_incomplete(&mut classes);
            let types = self.representatives(&classes);
            let mut split: FxHashMap<(RecordId, Vec<(TypeId, bool)>), RecordId> = FxHashMap::default();
            let mut refined = classes.clone();
            for (id, record) in records.iter() {
                let Some(body) = &record.body else { continue };
                let members =
                    body.fields.iter().map(|field| (types[field.ty.ty.index()], field.ty.qualifiers.is_atomic));
                let members = members.collect();
                refined[id.index()] = *split.entry((classes[id.index()], members)).or_insert(id);
            }
            let count = |classes: &[RecordId]| {
                let complete = records.iter().filter(|(_, record)| record.body.is_some());
                complete.map(|(id, _)| classes[id.index()]).collect::<FxHashSet<_>>().len()
            };
            let is_stable = count(&refined) == count(&classes);
            classes = refined;
            if is_stable {
                return classes;
            }
        }
    }

    /// Puts each incomplete record into the only class of complete ones with its tag, if there is only one.
    fn join_incomplete(&self, classes: &mut [RecordId]) {
        let records = self.unit.types.records();
        let mut of_tag: FxHashMap<(&str, bool), Option<RecordId>> = FxHashMap::default();
        for (id, record) in records.iter() {
            let (Some(tag), Some(_)) = (&record.tag, &record.body) else { continue };
            let class = classes[id.index()];
            let only = of_tag.entry((&**tag, record.is_union)).or_insert(Some(class));
            if *only != Some(class) {
                *only = None;
            }
        }
        // Without a complete one, all incomplete records of a tag are the same.
        let mut first: FxHashMap<(&str, bool), RecordId> = FxHashMap::default();
        for (id, record) in records.iter().filter(|(_, record)| record.body.is_none()) {
            let Some(tag) = &record.tag else { continue };
            let key = (&**tag, record.is_union);
            classes[id.index()] = match of_tag.get(&key) {
                Some(Some(class)) => *class,
                Some(None) => id,
                None => *first.entry(key).or_insert(id),
            };
        }
    }

    /// For each type the first one that is the same under classes of records. Parts of a type come before it.
    fn representatives(&self, classes: &[RecordId]) -> Vec<TypeId> {
        let mut known: FxHashMap<TypeKind, TypeId> = FxHashMap::default();
        let mut map: Vec<TypeId> = Vec::new();
        for (id, kind) in self.unit.types.kinds().iter() {
            let kind = mapped(kind, &map, classes);
            map.push(*known.entry(kind).or_insert(id));
        }
        map
    }

    /// Writes all types anew, with the first record of each class; returns what became of each type.
    fn types_with(&mut self, classes: &[RecordId]) -> Vec<TypeId> {
        let kinds: Vec<TypeKind> = self.unit.types.kinds().values().cloned().collect();
        let mut map: Vec<TypeId> = Vec::new();
        for kind in &kinds {
            let kind = mapped(kind, &map, classes);
            map.push(self.unit.types.intern(kind));
        }
        for id in self.unit.types.records().ids().collect::<Vec<_>>() {
            let mut record = self.unit.types.record(id).clone();
            if let Some(body) = &mut record.body {
                body.fields.iter_mut().for_each(|field| field.ty.ty = map[field.ty.ty.index()]);
                self.unit.types.replace_record(id, record);
            }
        }
        map
    }

    /// Puts the new types into the tree.
    fn write_types(&mut self, map: &[TypeId]) {
        let new = |ty: TypeId| map.get(ty.index()).copied().unwrap_or(ty);
        let mut writing = Writing { map };
        for (_, variable) in self.unit.variables.iter_mut() {
            variable.ty.ty = new(variable.ty.ty);
            if let Some(initializer) = &mut variable.initializer {
                walk_initializer(initializer, &mut writing, &mut Vec::new());
                writing.initializer(initializer);
            }
        }
        for (_, function) in self.unit.functions.iter_mut() {
            function.ty = new(function.ty);
            if let Some(body) = &mut function.body {
                walk(body, &mut writing);
            }
        }
        self.unit.strings.iter_mut().for_each(|(_, string)| string.ty = new(string.ty));
        self.visible_types.values_mut().for_each(|ty| *ty = new(*ty));
        self.variadic_list = self.variadic_list.map(new);
    }
}

fn mapped(kind: &TypeKind, map: &[TypeId], classes: &[RecordId]) -> TypeKind {
    let new = |part: Qualified| Qualified { ty: map.get(part.ty.index()).copied().unwrap_or(part.ty), ..part };
    match kind {
        TypeKind::Pointer(target) => TypeKind::Pointer(new(*target)),
        TypeKind::Array { element, length } => TypeKind::Array { element: new(*element), length: *length },
        TypeKind::Record(record) => TypeKind::Record(classes[record.index()]),
        TypeKind::Function(function) => TypeKind::Function(FunctionType {
            result: new(function.result),
            parameters: function.parameters.iter().map(|&parameter| new(parameter)).collect(),
            ..function.clone()
        }),
        TypeKind::Void | TypeKind::Bool | TypeKind::Int(_) | TypeKind::Float(_) | TypeKind::Complex(_) => kind.clone(),
    }
}

struct Writing<'m> {
    map: &'m [TypeId],
}

impl Writing<'_> {
    fn new_type(&self, ty: &mut TypeId) {
        *ty = self.map.get(ty.index()).copied().unwrap_or(*ty);
    }

    fn initializer(&self, initializer: &mut Initializer) {
        initializer.parts.iter_mut().for_each(|part| self.new_type(&mut part.ty));
    }
}

impl Rewrite for Writing<'_> {
    fn expression(&mut self, expr: &mut Expr, _: &mut Vec<VariableId>) {
        self.new_type(&mut expr.ty);
        match &mut expr.kind {
            ExprKind::CompoundAssign { computation, .. } => self.new_type(computation),
            ExprKind::CompoundLiteral { initializer, .. } => self.initializer(initializer),
            _ => {}
        }
    }

    fn declaration(&mut self, _: VariableId, initializer: &mut Initializer) {
        self.initializer(initializer);
    }
}
