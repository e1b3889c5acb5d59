//! Variable arguments (C11 7.16) become ordinary C, so that nothing after the checker needs to know of them.
//!
//! Idea: the caller builds a record of the further arguments and passes its address as one more parameter. A `va_list` is
//! a record whose first member points to the next argument (of the size and alignment that gcc gives it):
//!
//! | written | becomes |
//! |---|---|
//! | `f(a, x, y)` | `f(a, &(struct { int x; long y; }){ x, y })`, each member in a slot of its own |
//! | `va_start(l, a)` | `l.next = <arguments>` |
//! | `va_arg(l, T)` | `(l.next += slot, *(T *)(l.next - slot))` |
//! | `va_copy(k, l)` | `k.next = l.next` |
//! | `va_end(l)` | nothing |
//!
//! So an argument that was not passed is an access out of bounds, and one read as a larger type reads indeterminate bytes.
//! Left out (`Unsupported` when reached): functions with variable arguments whose address is taken and that read them,
//! and lists given by expressions with effects. A list that was passed by value is used on as it was: C leaves that undefined.

use std::sync::Arc;

use raddle_program::source::Span;
use raddle_program::types::{DataModel, Field, Qualified, Record, RecordBody, TypeId, TypeKind, Types};
use rustc_hash::{FxHashMap, FxHashSet};

use super::Checker;
use super::walk::{Rewrite, walk, walk_initializer};
use crate::typed::{
    ElementSize, Expr, ExprKind, FieldIndex, FunctionId, Initializer, InitializerPart, Storage, Unit, Variable,
    VariableId,
};

const ARGUMENTS_NAME: &str = "<arguments>";
/// The only member of a list that is used.
const NEXT: FieldIndex = FieldIndex(0);

impl Checker {
    /// The type behind `va_list`.
    pub(super) fn variadic_list_type(&mut self) -> TypeId {
        if let Some(ty) = self.variadic_list {
            return ty;
        }
        let types = &mut self.unit.types;
        let void = types.void();
        let next = Qualified::plain(types.pointer_to(void));
        let (size, alignment) = match types.model() {
            DataModel::Ilp32 => (4, 4),
            DataModel::Lp64 | DataModel::Llp64 => (24, 8),
        };
        let span = Span::NOWHERE;
        let fields = vec![Field { name: Some("next".into()), ty: next, offset: 0, bits: None, span }];
        let body = Some(RecordBody { fields, size, alignment });
        let record = types.add_record(Record { tag: Some("__raddle_list".into()), is_union: false, body, span });
        let ty = types.intern(TypeKind::Record(record));
        self.variadic_list = Some(ty);
        ty
    }

    /// Rewrites all bodies, when all of them are known.
    pub(super) fn resolve_variable_arguments(&mut self) {
        let Some(list) = self.variadic_list else { return };
        let mut uses = Uses::default();
        for_bodies(&mut self.unit, |_, function, body| {
            uses.present = Some(function);
            walk(body, &mut uses);
        });
        // Static initializers call nothing: a function that they name has its address taken.
        for variable in self.unit.variables.ids() {
            if let Some(mut initializer) = self.unit.variables[variable].initializer.take() {
                walk_initializer(&mut initializer, &mut uses, &mut Vec::new());
                self.unit.variables[variable].initializer = Some(initializer);
            }
        }
        let hidden: FxHashMap<FunctionId, VariableId> = uses
            .readers
            .iter()
            .filter(|function| uses.named.get(function).copied().unwrap_or(0) == 0)
            .map(|&function| (function, self.add_hidden_parameter(function)))
            .collect();
        for_bodies(&mut self.unit, |unit, function, body| {
            let present = hidden.get(&function).copied();
            let mut resolve = Resolve { unit, function, present, hidden: &hidden, list };
            walk(body, &mut resolve);
        });
    }

    fn add_hidden_parameter(&mut self, function: FunctionId) -> VariableId {
        let void = self.unit.types.void();
        let pointer = Qualified::plain(self.unit.types.pointer_to(void));
        let span = self.unit.functions[function].span;
        let variable = self.unit.variables.push(object(ARGUMENTS_NAME, pointer.ty, Storage::Parameter, function, span));
        if let Some(mut ty) = self.function_type(self.unit.functions[function].ty).cloned() {
            ty.parameters.push(pointer);
            ty.is_variadic = false;
            self.unit.functions[function].ty = self.unit.types.intern(TypeKind::Function(ty));
        }
        self.unit.functions[function].parameters.push(variable);
        variable
    }
}

/// Takes each body out of the unit while it is rewritten.
fn for_bodies(unit: &mut Unit, mut visit: impl FnMut(&mut Unit, FunctionId, &mut crate::typed::Block)) {
    for function in unit.functions.ids() {
        if let Some(mut body) = unit.functions[function].body.take() {
            visit(unit, function, &mut body);
            unit.functions[function].body = Some(body);
        }
    }
}

fn object(name: &str, ty: TypeId, storage: Storage, function: FunctionId, span: Span) -> Variable {
    let address_taken = storage == Storage::Automatic;
    Variable { storage, address_taken, ..Variable::automatic(name, ty, function, span) }
}

/// First walk: functions that read variable arguments, and functions that are used other than by a call.
#[derive(Default)]
struct Uses {
    present: Option<FunctionId>,
    /// Functions with a `va_start`.
    readers: Vec<FunctionId>,
    read: FxHashSet<FunctionId>,
    /// How often a function is named without being called there.
    named: FxHashMap<FunctionId, isize>,
}

impl Rewrite for Uses {
    fn expression(&mut self, expr: &mut Expr, _: &mut Vec<VariableId>) {
        match &expr.kind {
            ExprKind::Function(function) => *self.named.entry(*function).or_default() += 1,
            ExprKind::Call { callee, .. } => {
                if let ExprKind::Function(function) = callee.kind {
                    *self.named.entry(function).or_default() -= 1;
                }
            }
            ExprKind::Builtin { name, .. } if name.ends_with("va_start") || name.ends_with("stdarg_start") => {
                if let Some(function) = self.present
                    && self.read.insert(function)
                {
                    self.readers.push(function);
                }
            }
            _ => {}
        }
    }
}

/// Second walk.
struct Resolve<'a> {
    unit: &'a mut Unit,
    function: FunctionId,
    /// The hidden parameter of the present function.
    present: Option<VariableId>,
    hidden: &'a FxHashMap<FunctionId, VariableId>,
    list: TypeId,
}

impl Rewrite for Resolve<'_> {
    fn expression(&mut self, expr: &mut Expr, created: &mut Vec<VariableId>) {
        let span = expr.span;
        match &mut expr.kind {
            ExprKind::Call { callee, arguments } => {
                let ExprKind::Function(function) = callee.kind else { return };
                let Some(parameter) = self.hidden.get(&function) else { return };
                let ty = self.unit.variables[*parameter].ty.ty;
                callee.ty = self.unit.functions[function].ty;
                let named = self.unit.functions[function].parameters.len() - 1;
                let further = arguments.split_off(named.min(arguments.len()));
                let passed = self.passed(further, ty, span, created);
                arguments.push(passed);
            }
            ExprKind::Builtin { name, arguments } => {
                let name = name.clone();
                let Some(list) = arguments.first().filter(|list| list.ty == self.list && is_plain(list)) else {
                    return;
                };
                let next = self.next(list.clone());
                let replaced = match name.strip_prefix("__builtin_").unwrap_or(&name) {
                    "va_start" | "stdarg_start" => {
                        let Some(parameter) = self.present else { return };
                        let value = place(ExprKind::Variable(parameter), next.ty, span).load();
                        Some(next.assign(value))
                    }
                    "va_copy" => {
                        let Some(from) = arguments.get(1).filter(|from| from.ty == self.list && is_plain(from)) else {
                            return;
                        };
                        let from = self.next(from.clone());
                        let value = from.load();
                        Some(next.assign(value))
                    }
                    "va_end" => Some(place(ExprKind::Integer(0), self.int(), span)),
                    "va_arg" => return self.argument(expr, next),
                    _ => None,
                };
                if let Some(replaced) = replaced {
                    let void = self.unit.types.void();
                    expr.kind = ExprKind::Cast { operand: Box::new(replaced), is_explicit: false };
                    expr.ty = void;
                }
            }
            _ => {}
        }
    }
}

impl Resolve<'_> {
    /// The address of a record with the arguments; null if there are none.
    fn passed(&mut self, further: Vec<Expr>, ty: TypeId, span: Span, created: &mut Vec<VariableId>) -> Expr {
        if further.is_empty() {
            return place(ExprKind::Integer(0), ty, span);
        }
        let (mut fields, mut parts, mut size) = (Vec::new(), Vec::new(), 0);
        for value in further {
            let field_type = Qualified::plain(value.ty);
            let name = Some(Arc::from(format!("a{}", fields.len())));
            fields.push(Field { name, ty: field_type, offset: size, bits: None, span: value.span });
            let slot = slot(&self.unit.types, value.ty);
            parts.push(InitializerPart { offset: size, ty: value.ty, bits: None, value });
            size += slot;
        }
        let body = Some(RecordBody { fields, size, alignment: SLOT });
        let record = self.unit.types.add_record(Record { tag: None, is_union: false, body, span });
        let record = self.unit.types.intern(TypeKind::Record(record));
        let variable =
            self.unit.variables.push(object(ARGUMENTS_NAME, record, Storage::Automatic, self.function, span));
        self.unit.functions[self.function].locals.push(variable);
        created.push(variable);
        let literal = place(ExprKind::CompoundLiteral { variable, initializer: Initializer { parts } }, record, span);
        let pointer = self.unit.types.pointer_to(record);
        let address = place(ExprKind::AddressOf(Box::new(literal)), pointer, span);
        place(ExprKind::Cast { operand: Box::new(address), is_explicit: false }, ty, span)
    }

    /// `va_arg`: the type of the expression is that of the argument.
    fn argument(&mut self, expr: &mut Expr, next: Expr) {
        let span = expr.span;
        let Some(bytes) = self.unit.types.size_of(expr.ty) else { return };
        let slot = place(ExprKind::Integer(i128::from(round(bytes))), self.int(), span);
        let pointer = next.ty;
        let step = ExprKind::PointerAssign {
            target: Box::new(next.clone()),
            index: Box::new(slot.clone()),
            is_subtraction: false,
            element: ElementSize::Fixed(1),
        };
        let step = place(step, pointer, span);
        let back = ExprKind::PointerAdd {
            pointer: Box::new(next.load()),
            index: Box::new(slot),
            is_subtraction: true,
            element: ElementSize::Fixed(1),
        };
        let back = place(back, pointer, span);
        let typed = self.unit.types.pointer_to(expr.ty);
        let typed = place(ExprKind::Cast { operand: Box::new(back), is_explicit: false }, typed, span);
        let value = place(ExprKind::Deref(Box::new(typed)), expr.ty, span).load();
        expr.kind = ExprKind::Comma(Box::new(step), Box::new(value));
    }

    fn next(&mut self, list: Expr) -> Expr {
        let void = self.unit.types.void();
        let (ty, span) = (self.unit.types.pointer_to(void), list.span);
        place(ExprKind::Member { base: Box::new(list), field: NEXT }, ty, span)
    }

    fn int(&mut self) -> TypeId {
        self.unit.types.int(raddle_program::types::IntKind::Int)
    }
}

/// Every argument begins at a multiple of so many bytes.
const SLOT: u64 = 8;

fn round(bytes: u64) -> u64 {
    bytes.div_ceil(SLOT) * SLOT
}

fn slot(types: &Types, ty: TypeId) -> u64 {
    round(types.size_of(ty).unwrap_or(SLOT))
}

fn place(kind: ExprKind, ty: TypeId, span: Span) -> Expr {
    Expr { kind, ty, span }
}

/// Whether an lvalue may be evaluated twice: nothing happens when it is.
fn is_plain(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Variable(_) | ExprKind::Integer(_) => true,
        ExprKind::Deref(operand)
        | ExprKind::Member { base: operand, .. }
        | ExprKind::Load(operand)
        | ExprKind::Decay(operand)
        | ExprKind::AddressOf(operand)
        | ExprKind::Cast { operand, .. } => is_plain(operand),
        ExprKind::PointerAdd { pointer, index, .. } => is_plain(pointer) && is_plain(index),
        _ => false,
    }
}
