//! Clocks that do not go back (POSIX clock_gettime, C11 7.27.2).
//!
//! The models of `time`, `clock`, `clock_gettime` and similar functions return any time. If a program compares or subtracts two times from
//! clocks, its calls are replaced by calls of functions in C (`written/__raddle_clock_gettime.c` and similar files), which remember the
//! last time. A program that only computes a deadline is not changed: no time is remembered for it.
//!
//! The values that are times are determined without regard to the order of statements: the members of `struct timespec` and `struct
//! timeval`, results of the functions, and variables, members, parameters and results of functions to which times are assigned.

use std::collections::BTreeMap;

use raddle_program::types::{TypeId, TypeKind};
use rustc_hash::{FxHashMap, FxHashSet};

use super::Checker;
use super::walk::{Rewrite, walk};
use crate::typed::{
    BinaryOperator, Block, Expr, ExprKind, FieldIndex, FunctionId, Initializer, StatementKind, Unit, VariableId,
};
use crate::written::text;

/// Functions that say a time, and the functions in C that remember it.
const CLOCKS: [(&str, &str); 5] = [
    ("time", "__raddle_time"),
    ("clock", "__raddle_clock"),
    ("clock_gettime", "__raddle_clock_gettime"),
    ("timespec_get", "__raddle_timespec_get"),
    ("gettimeofday", "__raddle_gettimeofday"),
];

impl Checker {
    /// Comes when all bodies are known.
    pub(super) fn keep_clocks_in_order(&mut self) {
        let functions = self.unit.functions.iter().filter(|(_, function)| function.is_used && function.body.is_none());
        let clocks: BTreeMap<FunctionId, &'static str> = functions
            .filter_map(|(id, function)| {
                let row = CLOCKS.iter().find(|(name, _)| *name == &*function.name)?;
                Some((id, row.1))
            })
            .collect();
        if clocks.is_empty() || !compares_times(&self.unit, &clocks) {
            return;
        }
        let mut own = FxHashMap::default();
        for (&function, &name) in &clocks {
            let text = text(name, self.unit.types.model());
            if let Some(remembering) = text.and_then(|text| self.own_function(name, &text)) {
                own.insert(function, remembering);
            }
        }
        let remembering: FxHashSet<FunctionId> = own.values().copied().collect();
        for function in self.unit.functions.ids().collect::<Vec<_>>() {
            if remembering.contains(&function) {
                continue;
            }
            if let Some(mut body) = self.unit.functions[function].body.take() {
                walk(&mut body, &mut Calls { unit: &mut self.unit, own: &own });
                self.unit.functions[function].body = Some(body);
            }
        }
    }
}

/// Whether two times meet in a comparison or a difference somewhere.
fn compares_times(unit: &Unit, clocks: &BTreeMap<FunctionId, &'static str>) -> bool {
    let mut times = Times {
        unit,
        clocks,
        variables: FxHashSet::default(),
        members: FxHashSet::default(),
        functions: FxHashSet::default(),
        are_compared: false,
    };
    loop {
        let known = times.len();
        for (id, function) in unit.functions.iter() {
            if let Some(body) = &function.body {
                walk(&mut body.clone(), &mut times);
                if times.is_returned(body) {
                    times.functions.insert(id);
                }
            }
        }
        if times.are_compared || times.len() == known {
            return times.are_compared;
        }
    }
}

/// What may hold a time.
struct Times<'a> {
    unit: &'a Unit,
    clocks: &'a BTreeMap<FunctionId, &'static str>,
    variables: FxHashSet<VariableId>,
    members: FxHashSet<(TypeId, u32)>,
    /// Functions that return one.
    functions: FxHashSet<FunctionId>,
    are_compared: bool,
}

impl Times<'_> {
    fn len(&self) -> usize {
        self.variables.len() + self.members.len() + self.functions.len()
    }

    /// Whether a record is one that the functions fill in.
    fn is_record(&self, ty: TypeId) -> bool {
        let TypeKind::Record(record) = self.unit.types.kind(ty) else { return false };
        matches!(self.unit.types.record(*record).tag.as_deref(), Some("timespec" | "timeval"))
    }

    fn is_time(&self, expr: &Expr) -> bool {
        match &expr.kind {
            ExprKind::Variable(variable) => self.variables.contains(variable),
            ExprKind::Member { base, field: FieldIndex(field) } => {
                self.is_record(base.ty) || self.members.contains(&(base.ty, *field))
            }
            ExprKind::Load(operand)
            | ExprKind::Unary(_, operand)
            | ExprKind::Deref(operand)
            | ExprKind::AddressOf(operand)
            | ExprKind::Cast { operand, .. }
            | ExprKind::Decay(operand) => self.is_time(operand),
            ExprKind::PointerAdd { pointer, .. } => self.is_time(pointer),
            ExprKind::Binary(_, left, right) => self.is_time(left) || self.is_time(right),
            ExprKind::Comma(_, value) | ExprKind::Assign { value, .. } => self.is_time(value),
            ExprKind::CompoundAssign { target, value, .. } => self.is_time(target) || self.is_time(value),
            ExprKind::Increment { target, .. } => self.is_time(target),
            ExprKind::Conditional { then, otherwise, .. } => self.is_time(then) || self.is_time(otherwise),
            ExprKind::Elvis { value, otherwise } => self.is_time(value) || self.is_time(otherwise),
            ExprKind::Call { callee, .. } => called(callee)
                .is_some_and(|function| self.functions.contains(&function) || self.clocks.contains_key(&function)),
            ExprKind::Statement(block) => match block.statements.last().map(|last| &last.kind) {
                Some(StatementKind::Expr(value)) => self.is_time(value),
                _ => false,
            },
            ExprKind::String(_)
            | ExprKind::CompoundLiteral { .. }
            | ExprKind::Function(_)
            | ExprKind::Integer(_)
            | ExprKind::Floating(_)
            | ExprKind::LabelAddress(_)
            | ExprKind::PointerDifference { .. }
            | ExprKind::Logical { .. }
            | ExprKind::PointerAssign { .. }
            | ExprKind::VariableSize { .. }
            | ExprKind::Builtin { .. }
            | ExprKind::Unsupported(_) => false,
        }
    }

    /// Whether a function with this body returns a time.
    fn is_returned(&self, body: &Block) -> bool {
        body.statements.iter().any(|statement| match &statement.kind {
            StatementKind::Return(Some(value)) => self.is_time(value),
            _ => statement.blocks().any(|block| self.is_returned(block)),
        })
    }

    /// An object gets a time.
    fn note(&mut self, target: &Expr) {
        match &target.kind {
            ExprKind::Variable(variable) => {
                self.variables.insert(*variable);
            }
            ExprKind::Member { base, field: FieldIndex(field) } => {
                self.members.insert((base.ty, *field));
            }
            ExprKind::AddressOf(inner)
            | ExprKind::Decay(inner)
            | ExprKind::Deref(inner)
            | ExprKind::Load(inner)
            | ExprKind::Cast { operand: inner, .. }
            | ExprKind::PointerAdd { pointer: inner, .. } => self.note(inner),
            _ => {}
        }
    }
}

impl Rewrite for Times<'_> {
    fn expression(&mut self, expr: &mut Expr, _: &mut Vec<VariableId>) {
        match &expr.kind {
            ExprKind::Assign { target, value } if self.is_time(value) => self.note(target),
            ExprKind::CompoundAssign { target, value, operator, .. } if self.is_time(value) => {
                self.are_compared |= *operator == BinaryOperator::Subtract && self.is_time(target);
                self.note(target);
            }
            ExprKind::Binary(
                BinaryOperator::Subtract
                | BinaryOperator::Less
                | BinaryOperator::LessEqual
                | BinaryOperator::Greater
                | BinaryOperator::GreaterEqual,
                left,
                right,
            ) => self.are_compared |= self.is_time(left) && self.is_time(right),
            ExprKind::Call { callee, arguments } => {
                let Some(function) = called(callee) else { return };
                // `time(&now)` stores what it returns.
                if self.clocks.get(&function) == Some(&"__raddle_time")
                    && let Some(target) = arguments.first()
                {
                    self.note(target);
                }
                if &*self.unit.functions[function].name == "difftime" {
                    self.are_compared |= arguments.iter().all(|argument| self.is_time(argument));
                }
                for (&parameter, argument) in self.unit.functions[function].parameters.iter().zip(arguments) {
                    if self.is_time(argument) {
                        self.variables.insert(parameter);
                    }
                }
            }
            _ => {}
        }
    }

    fn declaration(&mut self, variable: VariableId, initializer: &mut Initializer) {
        if initializer.parts.iter().any(|part| self.is_time(&part.value)) {
            self.variables.insert(variable);
        }
    }
}

/// The function that a call names.
fn called(callee: &Expr) -> Option<FunctionId> {
    match callee.kind {
        ExprKind::Function(function) => Some(function),
        _ => None,
    }
}

/// Puts the calls of the functions that remember into their places.
struct Calls<'a> {
    unit: &'a mut Unit,
    own: &'a FxHashMap<FunctionId, FunctionId>,
}

impl Rewrite for Calls<'_> {
    fn expression(&mut self, expr: &mut Expr, _: &mut Vec<VariableId>) {
        let ExprKind::Call { callee, arguments } = &mut expr.kind else { return };
        let Some(&own) = called(callee).and_then(|function| self.own.get(&function)) else { return };
        let ty = self.unit.functions[own].ty;
        **callee = Expr { kind: ExprKind::Function(own), ty, span: callee.span };
        let TypeKind::Function(function) = self.unit.types.kind(ty) else { return };
        for (argument, parameter) in arguments.iter_mut().zip(&function.parameters) {
            if argument.ty != parameter.ty {
                let span = argument.span;
                let operand = std::mem::replace(argument, Expr { kind: ExprKind::Integer(0), ty: parameter.ty, span });
                argument.kind = ExprKind::Cast { operand: Box::new(operand), is_explicit: true };
            }
        }
    }
}
