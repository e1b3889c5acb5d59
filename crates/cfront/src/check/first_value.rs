//! Local pointers that get their first value from a call of the library: `char *end; long n = strtol(text, &end, 10);`.
//!
//! Idea: such a pointer begins as a null pointer, which no execution can tell from a pointer without a value if each of its loads comes behind a
//! call that stores to it ([`super::unset`]), and if its address goes nowhere else. Static analyses, which do not follow the
//! order of stores through pointers, then know that it leads to the text alone.
//!
//! Left out: functions that do not store if they fail (`pthread_join`, `posix_memalign`).
//!
//! Rule: a pointer begins as a null pointer only if no execution reads it before a call has stored to it.
//! Tests: in `memory`: `end_of_a_number`, `end_of_no_number`, `rest_of_no_text`.

use raddle_program::types::{IntKind, TypeId, TypeKind};
use rustc_hash::{FxHashMap, FxHashSet};

use super::Checker;
use super::unset::may_be_unset_among;
use super::walk::{Rewrite, walk};
use crate::typed::{Block, Expr, ExprKind, Initializer, InitializerPart, StatementKind, Storage, Unit, VariableId};

/// Functions that store the end of a number through their second argument if their third one is a base.
const OF_A_BASE: &str = "strtol strtoul strtoll strtoull strtoimax strtoumax";

/// The same without a base.
const OF_A_FLOAT: &str = "strtod strtof";

/// Functions that jump to other functions.
const JUMPS: [&str; 4] = ["longjmp", "_longjmp", "siglongjmp", "__builtin_longjmp"];

/// What a call does to a variable.
pub(super) struct Stored {
    /// The variable.
    pub variable: VariableId,
    /// Whether the call reads it before it stores.
    pub is_read: bool,
}

/// The local variable that a call of the library stores to in each execution in which it returns.
pub(super) fn stored_by_call(unit: &Unit, callee: &Expr, arguments: &[Expr]) -> Option<Stored> {
    let ExprKind::Function(function) = callee.kind else { return None };
    let called = &unit.functions[function];
    if called.body.is_some() {
        return None;
    }
    let is_in = |list: &str| list.split(' ').any(|name| name == &*called.name);
    let (place, is_read) = match arguments {
        [_, end, base] if is_in(OF_A_BASE) => {
            (end, !matches!(number(base), Some(base) if base == 0 || (2..=36).contains(&base)))
        }
        [_, end] if is_in(OF_A_FLOAT) => (end, false),
        // Without a text it goes on where the variable says.
        [text, _, rest] if is_in("strtok_r __strtok_r") => (rest, number(text) == Some(0)),
        _ => return None,
    };
    Some(Stored { variable: addressed(place)?, is_read })
}

/// The value of an integer constant, also as a pointer.
pub(super) fn number(expr: &Expr) -> Option<i128> {
    match &expr.kind {
        ExprKind::Integer(value) => Some(*value),
        ExprKind::Cast { operand, .. } => number(operand),
        _ => None,
    }
}

/// The variable whose address an expression is.
fn addressed(expr: &Expr) -> Option<VariableId> {
    match &expr.kind {
        ExprKind::AddressOf(object) => match object.kind {
            ExprKind::Variable(variable) => Some(variable),
            _ => None,
        },
        ExprKind::Cast { operand, .. } => addressed(operand),
        _ => None,
    }
}

impl Checker {
    /// Comes while functions of the library have no bodies.
    pub(super) fn begin_with_null(&mut self) {
        if JUMPS.iter().any(|name| self.unit.names(name)) {
            return;
        }
        let mut uses =
            Uses { unit: &self.unit, stored: FxHashSet::default(), addresses: Vec::new(), places: Vec::new() };
        for body in self.unit.functions.values().filter_map(|function| function.body.as_ref()) {
            walk(&mut body.clone(), &mut uses);
        }
        // Each store is one of the places where the address is taken.
        let count = |places: &[VariableId], id: VariableId| places.iter().filter(|&&place| place == id).count();
        let is_candidate = |id: &VariableId| {
            let variable = &self.unit.variables[*id];
            variable.storage == Storage::Automatic
                && matches!(self.unit.types.kind(variable.ty.ty), TypeKind::Pointer(_))
                && !variable.ty.qualifiers.is_atomic
                && !variable.ty.qualifiers.is_volatile
                && count(&uses.places, *id) == count(&uses.addresses, *id)
        };
        let candidates: FxHashSet<VariableId> = uses.stored.iter().copied().filter(is_candidate).collect();
        if candidates.is_empty() {
            return;
        }
        let unset = may_be_unset_among(&self.unit, &candidates);
        let chosen: FxHashSet<VariableId> = candidates.difference(&unset).copied().collect();
        let int = self.unit.types.int(IntKind::Int);
        let mut null = Null { types: chosen.iter().map(|&id| (id, self.unit.variables[id].ty.ty)).collect(), int };
        for function in self.unit.functions.ids().collect::<Vec<_>>() {
            if let Some(body) = &mut self.unit.functions[function].body {
                walk(body, &mut null);
            }
        }
    }
}

/// Gives null pointers to declarations.
struct Null {
    types: FxHashMap<VariableId, TypeId>,
    int: TypeId,
}

impl Rewrite for Null {
    fn expression(&mut self, _: &mut Expr, _: &mut Vec<VariableId>) {}

    fn leave_block(&mut self, block: &mut Block) {
        for statement in &mut block.statements {
            let StatementKind::Declare { variable, initializer: initializer @ None, .. } = &mut statement.kind else {
                continue;
            };
            let Some(&ty) = self.types.get(variable) else { continue };
            let zero = Expr { kind: ExprKind::Integer(0), ty: self.int, span: statement.span };
            let kind = ExprKind::Cast { operand: Box::new(zero), is_explicit: false };
            let value = Expr { kind, ty, span: statement.span };
            *initializer = Some(Initializer { parts: vec![InitializerPart { offset: 0, ty, bits: None, value }] });
        }
    }
}

/// Where the addresses of variables are taken.
struct Uses<'u> {
    unit: &'u Unit,
    /// What calls store to.
    stored: FxHashSet<VariableId>,
    /// The arguments of these calls, one for each call.
    places: Vec<VariableId>,
    /// All expressions that take an address.
    addresses: Vec<VariableId>,
}

impl Rewrite for Uses<'_> {
    fn expression(&mut self, expr: &mut Expr, _: &mut Vec<VariableId>) {
        match &expr.kind {
            ExprKind::AddressOf(object) => {
                if let ExprKind::Variable(variable) = object.kind {
                    self.addresses.push(variable);
                }
            }
            ExprKind::Call { callee, arguments } => {
                if let Some(Stored { variable, .. }) = stored_by_call(self.unit, callee, arguments) {
                    self.stored.insert(variable);
                    self.places.push(variable);
                }
            }
            _ => {}
        }
    }
}
