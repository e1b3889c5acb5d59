//! Which objects are synchronization objects, where they lie in other objects, and which of them a program may use.

use raddle_program::types::{ArrayLength, DataModel, TypeId, TypeKind, Types};
use rustc_hash::FxHashMap;

use super::numbers::Numbers;
use crate::check::walk::Rewrite;
use crate::typed::{Expr, ExprKind, FunctionId, Initializer, Storage, Unit, VariableId};

/// Functions whose first parameter points to a synchronization object begin like this.
const FAMILIES: [&str; 7] =
    ["pthread_mutex_", "pthread_cond_", "pthread_rwlock_", "pthread_barrier_", "sem_", "mtx_", "cnd_"];

/// Functions that write the bytes behind their first argument, and whether they copy them from what the second one points to. The size is
/// the last argument.
const WRITERS: [(&str, bool); 6] = [
    ("memset", false),
    ("bzero", false),
    ("explicit_bzero", false),
    ("memcpy", true),
    ("memmove", true),
    ("mempcpy", true),
];

/// More objects than this are not overwritten at once.
pub(super) const LIMIT: usize = 256;

/// A synchronization object in an object.
#[derive(Clone, Copy)]
pub(super) struct Part {
    pub offset: u64,
    /// Whether it is a mutex, with a kind in its bytes.
    pub has_kind: bool,
}

/// What is known of synchronization objects.
pub(super) struct Objects {
    /// Records that are one, and whether it is a mutex, with a kind in its bytes.
    pub types: FxHashMap<TypeId, bool>,
    /// Numbers that are one.
    pub numbers: Numbers,
    /// Whether there is anything that could overwrite one.
    pub may_be_written: bool,
    /// How often the address of a variable with a synchronization object in it, or of a part with one, goes somewhere else than to a
    /// function that copies or fills bytes.
    addressed: FxHashMap<VariableId, i64>,
}

impl Part {
    pub fn moved(self, bytes: u64) -> Part {
        Part { offset: self.offset + bytes, ..self }
    }
}

/// Where the kind of a mutex is, in its bytes.
pub(super) fn kind_offset(types: &Types) -> u64 {
    if types.model() == DataModel::Lp64 { 16 } else { 12 }
}

impl Objects {
    pub fn of(unit: &Unit, numbers: Numbers) -> Objects {
        let mut types = FxHashMap::default();
        for function in unit.functions.values().filter(|function| function.is_used && function.body.is_none()) {
            let begins = |names: &[&str]| names.iter().any(|name| function.name.starts_with(name));
            if begins(&FAMILIES)
                && let TypeKind::Function(signature) = unit.types.kind(function.ty)
                && let Some(first) = signature.parameters.first()
                && let TypeKind::Pointer(object) = unit.types.kind(first.ty)
                && matches!(unit.types.kind(object.ty), TypeKind::Record(_))
            {
                let is_mutex = begins(&["pthread_mutex_", "mtx_"]);
                let size = unit.types.size_of(object.ty).unwrap_or(0);
                types.insert(object.ty, is_mutex && size >= kind_offset(&unit.types) + 4);
            }
        }
        Objects { types, numbers, may_be_written: false, addressed: FxHashMap::default() }
    }

    /// The synchronization objects in an object of a type. `None` if there are too many.
    pub fn within(&self, types: &Types, ty: TypeId, at: u64, found: &mut Vec<Part>) -> Option<()> {
        if let Some(&has_kind) = self.types.get(&ty) {
            found.push(Part { offset: at, has_kind });
            return (found.len() <= LIMIT).then_some(());
        }
        match types.kind(ty) {
            TypeKind::Array { element, length: ArrayLength::Fixed(length) } => {
                let size = types.size_of(element.ty).unwrap_or(0);
                let mut inside = Vec::new();
                self.within(types, element.ty, 0, &mut inside)?;
                if inside.is_empty() {
                    return Some(());
                }
                for position in 0..*length {
                    found.extend(inside.iter().map(|part| part.moved(at + position * size)));
                    if found.len() > LIMIT {
                        return None;
                    }
                }
                Some(())
            }
            TypeKind::Record(record) => {
                let fields = types.record(*record).body.as_ref().map_or(&[][..], |body| &body.fields);
                for (number, field) in (0..).zip(fields) {
                    if self.numbers.members.contains(&(ty, number)) {
                        let count = match types.kind(field.ty.ty) {
                            TypeKind::Array { length: ArrayLength::Fixed(length), .. } => *length,
                            _ => 1,
                        };
                        let numbers = 0..count.min(LIMIT as u64 + 1);
                        found.extend(
                            numbers.map(|position| Part { offset: at + field.offset + 4 * position, has_kind: false }),
                        );
                    }
                    self.within(types, field.ty.ty, at + field.offset, found)?;
                }
                (found.len() <= LIMIT).then_some(())
            }
            _ => Some(()),
        }
    }

    pub fn are_within(&self, types: &Types, ty: TypeId) -> bool {
        let mut found = Vec::new();
        self.within(types, ty, 0, &mut found).is_none() || !found.is_empty()
    }

    /// Whether an lvalue is a number that is a synchronization object.
    pub fn is_number(&self, place: &Expr) -> bool {
        self.numbers.is_number(place)
    }

    /// Whether an lvalue is a part of a record that is a synchronization object.
    pub fn is_part(&self, place: &Expr) -> bool {
        match &place.kind {
            ExprKind::Member { base, .. } => self.types.contains_key(&base.ty) || self.is_part(base),
            _ => element_of(place).is_some_and(|array| self.is_part(array)),
        }
    }

    /// Whether an lvalue holds synchronization objects, or is one or a part of one.
    fn concerns(&self, types: &Types, place: &Expr) -> bool {
        self.are_within(types, place.ty) || self.is_number(place) || self.is_part(place)
    }

    /// Whether an object is a local variable that no thread can use as a synchronization object.
    pub fn is_private(&self, unit: &Unit, place: &Expr) -> bool {
        root(place).is_some_and(|variable| {
            unit.variables[variable].storage == Storage::Automatic && !self.is_addressed(variable)
        })
    }

    pub fn is_addressed(&self, variable: VariableId) -> bool {
        self.addressed.get(&variable).is_some_and(|count| *count > 0) || self.numbers.has_variable(variable)
    }

    /// Whether what is copied may be an object that a thread uses.
    pub fn may_be_used(&self, value: &Expr) -> bool {
        match &value.kind {
            ExprKind::Load(place) => self.may_be_used(place),
            ExprKind::Comma(_, value) | ExprKind::Assign { value, .. } => self.may_be_used(value),
            ExprKind::Cast { operand, .. } => self.may_be_used(operand),
            ExprKind::Conditional { then, otherwise, .. } => self.may_be_used(then) || self.may_be_used(otherwise),
            ExprKind::CompoundLiteral { .. } | ExprKind::Call { .. } | ExprKind::Statement(_) => false,
            _ => root(value).is_none_or(|variable| self.is_addressed(variable)),
        }
    }
}

/// The array that an lvalue is an element of.
pub(super) fn element_of(place: &Expr) -> Option<&Expr> {
    let ExprKind::Deref(pointer) = &place.kind else { return None };
    match &pointer.kind {
        ExprKind::Decay(array) => Some(array),
        ExprKind::PointerAdd { pointer, .. } => match &pointer.kind {
            ExprKind::Decay(array) => Some(array),
            _ => None,
        },
        _ => None,
    }
}

/// The variable that an lvalue is, or is a part of.
fn root(place: &Expr) -> Option<VariableId> {
    match &place.kind {
        ExprKind::Variable(variable) => Some(*variable),
        ExprKind::Member { base, .. } => root(base),
        _ => element_of(place).and_then(root),
    }
}

/// A pointer without the conversions around it.
pub(super) fn unconverted(pointer: &Expr) -> &Expr {
    match &pointer.kind {
        ExprKind::Cast { operand, .. } => unconverted(operand),
        _ => pointer,
    }
}

/// What a pointer certainly points to, as far as that is written: an lvalue.
pub(super) fn object_of(pointer: &Expr) -> Option<&Expr> {
    match &unconverted(pointer).kind {
        ExprKind::AddressOf(place) | ExprKind::Decay(place) => Some(place),
        _ => None,
    }
}

pub(super) fn called(expr: &Expr) -> Option<(FunctionId, &[Expr])> {
    match &expr.kind {
        ExprKind::Call { callee, arguments } => match callee.kind {
            ExprKind::Function(function) => Some((function, arguments)),
            _ => None,
        },
        _ => None,
    }
}

/// The row of a function that writes bytes.
pub(super) fn writer(unit: &Unit, function: FunctionId) -> Option<bool> {
    let function = &unit.functions[function];
    let name = function.name.strip_prefix("__builtin_").unwrap_or(&function.name);
    let row = WRITERS.iter().find(|(listed, _)| *listed == name)?;
    (function.body.is_none() || name == "explicit_bzero").then_some(row.1)
}

/// Looks for what may overwrite synchronization objects, and for addresses of variables.
pub(super) struct Found<'a> {
    pub unit: &'a Unit,
    pub objects: &'a mut Objects,
}

impl Rewrite for Found<'_> {
    fn expression(&mut self, expr: &mut Expr, _: &mut Vec<VariableId>) {
        match &expr.kind {
            ExprKind::AddressOf(place) | ExprKind::Decay(place) => self.count(place, 1),
            ExprKind::Assign { target, .. }
            | ExprKind::CompoundAssign { target, .. }
            | ExprKind::PointerAssign { target, .. }
            | ExprKind::Increment { target, .. } => {
                self.objects.may_be_written |= self.objects.concerns(&self.unit.types, target);
            }
            _ => {}
        }
        let Some((function, arguments)) = called(expr) else { return };
        if writer(self.unit, function).is_some() {
            let pointee = arguments.first().map(unconverted).map(|pointer| match &pointer.kind {
                ExprKind::Decay(array) => array.ty,
                _ => match self.unit.types.kind(pointer.ty) {
                    TypeKind::Pointer(pointee) => pointee.ty,
                    _ => pointer.ty,
                },
            });
            let is_number = arguments.first().is_some_and(|pointer| self.objects.numbers.points_to_number(pointer));
            self.objects.may_be_written |=
                is_number || pointee.is_some_and(|ty| self.objects.are_within(&self.unit.types, ty));
            for place in arguments.iter().filter_map(object_of) {
                self.count(place, -1);
            }
        }
    }

    fn declaration(&mut self, variable: VariableId, initializer: &mut Initializer) {
        let is_record = |ty| matches!(self.unit.types.kind(ty), TypeKind::Record(_));
        let is_copy = initializer.parts.iter().any(|part| is_record(part.ty));
        let ty = self.unit.variables[variable].ty.ty;
        self.objects.may_be_written |= is_copy && self.objects.are_within(&self.unit.types, ty);
    }
}

impl Found<'_> {
    fn count(&mut self, place: &Expr, change: i64) {
        let holds = self.objects.are_within(&self.unit.types, place.ty) || self.objects.is_number(place);
        if let Some(variable) = root(place).filter(|_| holds) {
            *self.objects.addressed.entry(variable).or_default() += change;
        }
    }
}
