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
//! | `va_end(l)` | nothing, or `l.next = 0` |
//! | `vprintf(f, l)` | the same, or `vprintf(f, (k = l, l.next = 0, k))` with a new list `k` |
//! | `g(l)` | the same, or `g((k = l, k.caller = &l, k))` |
//!
//! A list that a function read by `va_arg` is indeterminate in the caller (C11 7.16p3). The second forms say so, where a list may be used again:
//! the functions of the library read it in any case, and functions of the program reset the lists of their callers when they read it.
//!
//! So an argument that was not passed is an access out of bounds, and one read as a larger type reads indeterminate bytes.
//! A call through a pointer passes the record, too, if each function with variable arguments whose address is taken has a body.
//! Left out (`Unsupported` when reached): readers of variable arguments whose address is taken where this is not so,
//! and lists given by expressions with effects. With 32-bit pointers a list has no room for `caller`: there, a list that a function of the program
//! read is used on as it was, which is what the machine does.
//! Tests: in `library`: `argument_list_*`.

mod uses;

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
use uses::{Uses, is_own, is_reader, root};

const ARGUMENTS_NAME: &str = "<arguments>";
/// The next argument.
const NEXT: FieldIndex = FieldIndex(0);
/// The list that the caller passed, or null.
const CALLER: FieldIndex = FieldIndex(1);

/// Resets the lists of the callers.
const RESET: &str = "void __raddle_list_is_read(void *list)\n{\n    void **present = list;\n    \
                     for (void **caller = present[1]; caller; caller = caller[1])\n        caller[0] = 0;\n}\n";

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
        let has_callers = self.unit.types.model() != DataModel::Ilp32;
        let mut uses = Uses::of(list);
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
        let (used_again, ended_early) = uses.lists(&self.unit);
        // Functions of the program that get a list which is used again tell their callers that they read it.
        let reset = (has_callers && uses.is_passed_on(&self.unit, &used_again))
            .then(|| self.own_function("__raddle_list_is_read", RESET))
            .flatten();
        if reset.is_some() {
            self.add_caller(list);
        }
        // A pointer to a function with variable arguments leads to functions of the program only, or calls through pointers stay as they are.
        let is_named = |function: &FunctionId| uses.named.get(function).copied().unwrap_or(0) != 0;
        let is_variadic = |id: &FunctionId| {
            self.function_type(self.unit.functions[*id].ty).is_some_and(|ty| ty.is_variadic && ty.has_prototype)
        };
        let pointed: Vec<FunctionId> = self.unit.functions.ids().filter(|id| is_named(id) && is_variadic(id)).collect();
        let are_known = pointed.iter().all(|&id| self.unit.functions[id].body.is_some());
        let not_pointed = uses.readers.iter().copied().filter(|function| !is_named(function));
        let wanted: Vec<FunctionId> = match are_known {
            true => not_pointed.chain(pointed).collect(),
            false => not_pointed.collect(),
        };
        let hidden: FxHashMap<FunctionId, VariableId> =
            wanted.into_iter().map(|function| (function, self.add_hidden_parameter(function))).collect();
        for_bodies(&mut self.unit, |unit, function, body| {
            let present = hidden.get(&function).copied();
            let lists = Lists { used_again: &used_again, ended_early: &ended_early, reset };
            let mut resolve = Resolve { unit, function, present, hidden: &hidden, list, lists, are_known };
            walk(body, &mut resolve);
        });
    }

    /// Adds the second member. Without it, a copy of a list is a single access.
    fn add_caller(&mut self, list: TypeId) {
        let types = &mut self.unit.types;
        let void = types.void();
        let ty = Qualified::plain(types.pointer_to(void));
        let TypeKind::Record(id) = *types.kind(list) else { return };
        let mut record = types.record(id).clone();
        if let Some(body) = &mut record.body {
            let offset = body.alignment;
            body.fields.push(Field { name: Some("caller".into()), ty, offset, bits: None, span: record.span });
        }
        types.replace_record(id, record);
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

/// What is known of lists.
#[derive(Clone, Copy)]
struct Lists<'a> {
    /// They may be used behind a call that they are passed to.
    used_again: &'a FxHashSet<VariableId>,
    /// They may be used behind `va_end`.
    ended_early: &'a FxHashSet<VariableId>,
    /// Resets the lists of the callers.
    reset: Option<FunctionId>,
}

/// Second walk.
struct Resolve<'a> {
    unit: &'a mut Unit,
    function: FunctionId,
    /// The hidden parameter of the present function.
    present: Option<VariableId>,
    hidden: &'a FxHashMap<FunctionId, VariableId>,
    list: TypeId,
    lists: Lists<'a>,
    /// Whether calls through pointers to functions with variable arguments pass a record.
    are_known: bool,
}

impl Rewrite for Resolve<'_> {
    fn expression(&mut self, expr: &mut Expr, created: &mut Vec<VariableId>) {
        let span = expr.span;
        match &mut expr.kind {
            ExprKind::Call { callee, arguments } => {
                let called = match callee.kind {
                    ExprKind::Function(function) => Some(function),
                    _ => None,
                };
                arguments.iter_mut().for_each(|argument| self.pass(argument, called, created));
                let Some(function) = called else {
                    if self.are_known {
                        self.call_through_a_pointer(callee, arguments, created);
                    }
                    return;
                };
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
                let list = list.clone();
                let next = self.next(list.clone());
                let null = place(ExprKind::Integer(0), next.ty, span);
                let replaced = match name.strip_prefix("__builtin_").unwrap_or(&name) {
                    "va_start" | "stdarg_start" => {
                        let Some(parameter) = self.present else { return };
                        let value = place(ExprKind::Variable(parameter), next.ty, span).load();
                        Some(self.begun(list, next.assign(value)))
                    }
                    "va_copy" => {
                        let Some(from) = arguments.get(1).filter(|from| from.ty == self.list && is_plain(from)) else {
                            return;
                        };
                        let from = self.next(from.clone());
                        let value = from.load();
                        Some(self.begun(list, next.assign(value)))
                    }
                    "va_end" if root(&list).is_some_and(|root| self.lists.ended_early.contains(&root)) => {
                        Some(next.assign(null))
                    }
                    "va_end" => Some(place(ExprKind::Integer(0), self.int(), span)),
                    "va_arg" => {
                        let reset = self.reset(&list);
                        self.argument(expr, next);
                        if let Some(reset) = reset {
                            let value = std::mem::replace(expr, null);
                            *expr = reset.then(value);
                        }
                        return;
                    }
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
    /// What a function that gets this argument does with the list of its caller.
    fn pass(&mut self, argument: &mut Expr, called: Option<FunctionId>, created: &mut Vec<VariableId>) {
        let (ExprKind::Load(list), true) = (&argument.kind, argument.ty == self.list) else { return };
        let span = argument.span;
        let (list, Some(root)) = ((**list).clone(), root(list)) else { return };
        if !is_plain(&list) || is_own(self.unit, self.function) {
            return;
        }
        let is_read = called.is_some_and(|called| is_reader(self.unit, called));
        let is_unknown = called.is_some_and(|called| self.unit.functions[called].body.is_none());
        let reset = if is_read { self.reset(&list) } else { None };
        let is_used_again = self.lists.used_again.contains(&root);
        let is_told = self.lists.reset.is_some() && !is_read && !is_unknown;
        if is_used_again && is_read || is_told {
            let copy = object("<list>", self.list, Storage::Automatic, self.function, span);
            let copy = self.unit.variables.push(copy);
            self.unit.functions[self.function].locals.push(copy);
            created.push(copy);
            // The literal begins the life of the copy.
            let part = InitializerPart { offset: 0, ty: self.list, bits: None, value: list.clone().load() };
            let initializer = Initializer { parts: vec![part] };
            let literal = place(ExprKind::CompoundLiteral { variable: copy, initializer }, self.list, span);
            let copied = self.address(literal);
            let copy = place(ExprKind::Variable(copy), self.list, span);
            let change = if is_read {
                let next = self.next(list);
                let null = place(ExprKind::Integer(0), next.ty, span);
                next.assign(null)
            } else {
                let address = self.address(list);
                self.caller(copy.clone()).assign(address)
            };
            *argument = copied.then(change).then(copy.load());
        }
        if let Some(reset) = reset {
            let null = place(ExprKind::Integer(0), self.list, span);
            let value = std::mem::replace(argument, null);
            *argument = reset.then(value);
        }
    }

    /// `list.caller = 0` behind an assignment to its other member: nothing is told to a caller.
    fn begun(&mut self, list: Expr, assigned: Expr) -> Expr {
        if self.lists.reset.is_none() {
            return assigned;
        }
        let caller = self.caller(list);
        let null = place(ExprKind::Integer(0), caller.ty, caller.span);
        assigned.then(caller.assign(null))
    }

    /// The call that tells the callers that a parameter is read.
    fn reset(&mut self, list: &Expr) -> Option<Expr> {
        let function = self.lists.reset?;
        let ExprKind::Variable(variable) = list.kind else { return None };
        if self.unit.variables[variable].storage != Storage::Parameter {
            return None;
        }
        let span = list.span;
        let (void, ty) = (self.unit.types.void(), self.unit.functions[function].ty);
        let callee = Box::new(place(ExprKind::Function(function), ty, span));
        let arguments = vec![self.address(list.clone())];
        Some(place(ExprKind::Call { callee, arguments }, void, span))
    }

    /// The address of a list, as `void *`.
    fn address(&mut self, list: Expr) -> Expr {
        let span = list.span;
        if let ExprKind::Variable(variable) = list.kind {
            self.unit.variables[variable].address_taken = true;
        }
        let (void, pointer) = (self.unit.types.void(), self.unit.types.pointer_to(list.ty));
        let void = self.unit.types.pointer_to(void);
        let address = place(ExprKind::AddressOf(Box::new(list)), pointer, span);
        place(ExprKind::Cast { operand: Box::new(address), is_explicit: false }, void, span)
    }

    fn caller(&mut self, list: Expr) -> Expr {
        let void = self.unit.types.void();
        let (ty, span) = (self.unit.types.pointer_to(void), list.span);
        place(ExprKind::Member { base: Box::new(list), field: CALLER }, ty, span)
    }

    /// A call through a pointer to a function with variable arguments: every such function has the parameter for the record.
    fn call_through_a_pointer(&mut self, callee: &mut Expr, arguments: &mut Vec<Expr>, created: &mut Vec<VariableId>) {
        let types = &mut self.unit.types;
        let TypeKind::Pointer(target) = *types.kind(callee.ty) else { return };
        let TypeKind::Function(ty) = types.kind(target.ty) else { return };
        if !ty.is_variadic || !ty.has_prototype {
            return;
        }
        let mut ty = ty.clone();
        let void = types.void();
        let record = Qualified::plain(types.pointer_to(void));
        let named = ty.parameters.len();
        ty.parameters.push(record);
        ty.is_variadic = false;
        let function = types.intern(TypeKind::Function(ty));
        let pointer = types.pointer_to(function);
        let span = callee.span;
        let further = arguments.split_off(named.min(arguments.len()));
        let passed = self.passed(further, record.ty, span, created);
        arguments.push(passed);
        let operand = Box::new(std::mem::replace(callee, place(ExprKind::Integer(0), pointer, span)));
        callee.kind = ExprKind::Cast { operand, is_explicit: false };
    }

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
