//! What a program says about its handlers: the functions, the signals, the flags; and what stands in the place of calls.

use raddle_program::types::{IntKind, TypeId, TypeKind};
use rustc_hash::FxHashSet;

use super::super::Checker;
use super::super::walk::{Rewrite, Use, walk, walk_initializer};
use super::conduct::constant_of;
use super::text::action_of;
use crate::typed::{Expr, ExprKind, FunctionId, Initializer, Storage, Unit, VariableId};

/// The objects that code names.
#[derive(Default)]
pub(super) struct NamedObjects {
    pub objects: FxHashSet<VariableId>,
}

impl Rewrite for NamedObjects {
    fn expression(&mut self, expr: &mut Expr, _: &mut Vec<VariableId>) {
        if let ExprKind::Variable(variable) = expr.kind {
            self.objects.insert(variable);
        }
    }
}

/// Functions that are called, and whether pointers are.
#[derive(Default)]
pub(super) struct Called {
    pub found: Vec<FunctionId>,
    pub calls_pointers: bool,
}

impl Rewrite for Called {
    fn expression(&mut self, expr: &mut Expr, _: &mut Vec<VariableId>) {
        if let ExprKind::Call { callee, .. } = &expr.kind {
            match callee.kind {
                ExprKind::Function(function) => self.found.push(function),
                _ => self.calls_pointers = true,
            }
        }
    }
}

/// The functions that may be handlers, and the signals that get them.
pub(super) struct Found {
    /// The functions with bodies that have the type of a handler and whose addresses are taken.
    pub functions: Vec<FunctionId>,
    /// All functions whose addresses are taken.
    pub pointed: FxHashSet<FunctionId>,
    /// The signals that calls name; `None` if some call computes one, or if they are many.
    pub numbers: Option<Vec<i128>>,
    /// Whether each signal is named in one call that installs handlers, so that a handler stays there.
    pub has_one_action: bool,
    /// Whether flags of `sigaction` are computed, or `SA_RESETHAND` or `SA_NODEFER`.
    pub has_odd_flags: bool,
    /// Whether a handler may be computed from something else than handlers.
    pub has_odd_handlers: bool,
}

impl Found {
    pub fn new(checker: &Checker, installs: &[FunctionId]) -> Found {
        let unit = &checker.unit;
        let mut search = Search {
            unit,
            installs,
            pointed: FxHashSet::default(),
            numbers: Some(Vec::new()),
            has_odd_flags: false,
            has_odd_handlers: false,
        };
        for function in unit.functions.values() {
            if let Some(body) = &function.body {
                walk(&mut body.clone(), &mut search);
            }
        }
        for variable in unit.variables.values().filter(|variable| variable.storage == Storage::Static) {
            if let Some(initializer) = &variable.initializer {
                walk_initializer(&mut initializer.clone(), &mut search, &mut Vec::new());
                search.initializer(variable.ty.ty, initializer);
            }
        }
        let Search { pointed, numbers, has_odd_flags, has_odd_handlers, .. } = search;
        let mut functions: Vec<FunctionId> = pointed
            .iter()
            .copied()
            .filter(|&function| {
                let own = &*unit.functions[function].name;
                unit.functions[function].body.is_some()
                    && is_handler(unit, unit.functions[function].ty)
                    && own != "__raddle_ignore"
                    && own != "__raddle_no_handler"
            })
            .collect();
        functions.sort();
        let n_calls = numbers.as_ref().map_or(0, Vec::len);
        let numbers = numbers.map(|mut numbers| {
            numbers.sort_unstable();
            numbers.dedup();
            numbers
        });
        let has_one_action = numbers.as_ref().is_some_and(|numbers| numbers.len() == n_calls);
        let has_foreign = pointed
            .iter()
            .any(|&function| unit.functions[function].body.is_none() && is_handler(unit, unit.functions[function].ty));
        Found {
            functions,
            pointed,
            has_one_action,
            numbers: numbers.filter(|numbers| numbers.len() <= 8),
            has_odd_flags,
            has_odd_handlers: has_odd_handlers || has_foreign,
        }
    }
}

/// Whether a function type is that of a handler.
fn is_handler(unit: &Unit, ty: TypeId) -> bool {
    let TypeKind::Function(function) = unit.types.kind(ty) else { return false };
    let is_int = |ty: TypeId| matches!(unit.types.kind(ty), TypeKind::Int(IntKind::Int));
    let is_information = |ty: TypeId| match unit.types.kind(ty) {
        TypeKind::Pointer(target) => matches!(unit.types.kind(target.ty), TypeKind::Record(_)),
        _ => false,
    };
    let is_pointer = |ty: TypeId| matches!(unit.types.kind(ty), TypeKind::Pointer(_));
    matches!(unit.types.kind(function.result.ty), TypeKind::Void)
        && !function.is_variadic
        && match &function.parameters[..] {
            [signal] => is_int(signal.ty),
            [signal, information, context] => {
                is_int(signal.ty) && is_information(information.ty) && is_pointer(context.ty)
            }
            _ => false,
        }
}

struct Search<'a> {
    unit: &'a Unit,
    installs: &'a [FunctionId],
    pointed: FxHashSet<FunctionId>,
    numbers: Option<Vec<i128>>,
    has_odd_flags: bool,
    has_odd_handlers: bool,
}

impl Search<'_> {
    fn is_flags(&self, place: &Expr) -> bool {
        let ExprKind::Member { base, field } = &place.kind else { return false };
        let TypeKind::Record(record) = self.unit.types.kind(base.ty) else { return false };
        let body = self.unit.types.record(*record).body.as_ref();
        let name = body.and_then(|body| body.fields.get(field.0 as usize)).and_then(|field| field.name.as_deref());
        name == Some("sa_flags")
    }

    /// A value goes to flags of `sigaction`.
    fn flags(&mut self, value: &Expr) {
        self.has_odd_flags |= constant_of(value).is_none_or(|flags| flags & 0xC000_0000 != 0);
    }

    /// An object gets its first value. The numbers in a `struct sigaction` are its flags.
    fn initializer(&mut self, ty: TypeId, initializer: &Initializer) {
        let TypeKind::Record(record) = self.unit.types.kind(ty) else { return };
        if self.unit.types.record(*record).tag.as_deref() != Some("sigaction") {
            return;
        }
        for part in &initializer.parts {
            if matches!(self.unit.types.kind(part.ty), TypeKind::Int(IntKind::Int)) {
                self.flags(&part.value);
            }
        }
    }

    fn is_handler_pointer(&self, ty: TypeId) -> bool {
        matches!(self.unit.types.kind(ty), TypeKind::Pointer(target) if is_handler(self.unit, target.ty))
    }
}

impl Rewrite for Search<'_> {
    fn expression(&mut self, _: &mut Expr, _: &mut Vec<VariableId>) {}

    fn declaration(&mut self, variable: VariableId, initializer: &mut Initializer) {
        self.initializer(self.unit.variables[variable].ty.ty, initializer);
    }

    fn used_expression(&mut self, expr: &mut Expr, using: Use, _: &mut Vec<VariableId>) {
        match &expr.kind {
            ExprKind::Assign { target, value } | ExprKind::CompoundAssign { target, value, .. }
                if self.is_flags(target) =>
            {
                let value = value.clone();
                self.flags(&value);
            }
            ExprKind::Cast { operand, .. } if self.is_handler_pointer(expr.ty) => {
                let is_known = self.is_handler_pointer(operand.ty) || constant_of(operand) == Some(0);
                self.has_odd_handlers |= !is_known;
            }
            ExprKind::Integer(number) if *number != 0 => self.has_odd_handlers |= self.is_handler_pointer(expr.ty),
            ExprKind::Function(function) if using != Use::Nothing => {
                self.pointed.insert(*function);
                if self.installs.contains(function) {
                    self.numbers = None;
                }
            }
            ExprKind::Call { callee, arguments } => {
                let ExprKind::Function(function) = callee.kind else { return };
                if !self.installs.contains(&function) {
                    return;
                }
                match arguments.first().map(|first| &first.kind) {
                    Some(ExprKind::Integer(number)) => {
                        if let Some(numbers) = self.numbers.as_mut().filter(|_| (1..=64).contains(number)) {
                            numbers.push(*number);
                        }
                    }
                    _ => self.numbers = None,
                }
            }
            _ => {}
        }
    }
}

/// Puts functions in the place of `SIG_IGN` and `SIG_ERR`.
pub(super) struct Actions {
    pub ignore: FunctionId,
    pub error: FunctionId,
    pub ty: TypeId,
    pub pointer: TypeId,
}

impl Rewrite for Actions {
    fn expression(&mut self, expr: &mut Expr, _: &mut Vec<VariableId>) {
        if expr.ty != self.pointer {
            return;
        }
        let Some(number) = constant_of(expr) else { return };
        let function = match number {
            0 => return,
            1 => self.ignore,
            _ => self.error,
        };
        let designator = Expr { kind: ExprKind::Function(function), ty: self.ty, span: expr.span };
        expr.kind = ExprKind::Decay(Box::new(designator));
    }
}

/// Puts calls by action in the place of calls of `signal`.
pub(super) struct Install<'a> {
    pub installs: FxHashSet<FunctionId>,
    pub handlers: &'a [FunctionId],
    pub own: FunctionId,
    pub ignore: Option<FunctionId>,
    pub ty: TypeId,
    pub int: TypeId,
}

impl Install<'_> {
    /// What a handler stands for.
    fn action(&self, handler: &Expr) -> Option<usize> {
        match &handler.kind {
            ExprKind::Integer(0) => Some(2),
            ExprKind::Cast { operand, .. } | ExprKind::Decay(operand) | ExprKind::AddressOf(operand) => {
                self.action(operand)
            }
            ExprKind::Function(function) if Some(*function) == self.ignore => Some(1),
            ExprKind::Function(function) => self.handlers.iter().position(|handler| handler == function).map(action_of),
            _ => None,
        }
    }
}

impl Rewrite for Install<'_> {
    fn expression(&mut self, expr: &mut Expr, _: &mut Vec<VariableId>) {
        let ExprKind::Call { callee, arguments } = &mut expr.kind else { return };
        if !matches!(callee.kind, ExprKind::Function(function) if self.installs.contains(&function)) {
            return;
        }
        let [_, handler] = &mut arguments[..] else { return };
        let Some(action) = self.action(handler) else { return };
        let number = i128::try_from(action).unwrap_or(0);
        *handler = Expr { kind: ExprKind::Integer(number), ty: self.int, span: handler.span };
        **callee = Expr { kind: ExprKind::Function(self.own), ty: self.ty, span: callee.span };
    }
}
