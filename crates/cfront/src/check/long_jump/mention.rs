//! Where a function with calls of `setjmp` reads, writes and gives away its local variables.
//!
//! A position counts the expressions before it. What is executed behind a call of `setjmp` stands behind it in the text, or in the
//! outermost loop around it; in a function with `goto` it may stand anywhere.

use raddle_program::source::Span;
use raddle_program::types::{TypeKind, Types};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::check::walk::{Rewrite, Use, walk};
use crate::typed::{Block, Expr, ExprKind, FunctionId, Initializer, Statement, StatementKind, VariableId};

/// Library functions that do not keep the addresses that they get. They may return one of them.
pub(super) const KEEPS_NOTHING: [&str; 24] = [
    "memset",
    "memcpy",
    "memmove",
    "memcmp",
    "strcpy",
    "strncpy",
    "strcat",
    "strncat",
    "strlen",
    "strcmp",
    "strncmp",
    "printf",
    "fprintf",
    "sprintf",
    "snprintf",
    "puts",
    "fputs",
    "scanf",
    "sscanf",
    "fscanf",
    "fgets",
    "fread",
    "read",
    "pthread_join",
];
/// Of the addresses that these functions get, they do not keep the first.
pub(super) const KEEPS_ALL_BUT_THE_FIRST: [&str; 2] = ["pthread_create", "thrd_create"];

/// How a function uses one of its variables.
#[derive(Default)]
struct Uses {
    last_write: usize,
    last_read: usize,
    /// How many of its addresses go to an unknown place.
    escapes: usize,
    is_argument_of_builtin: bool,
}

/// How a function uses its variables.
#[derive(Default)]
pub(super) struct Mentions {
    has_goto: bool,
    /// The positions behind which the code stands that follows a call of `setjmp`.
    sites: FxHashMap<Span, usize>,
    /// The calls of `setjmp` in loops.
    repeated: FxHashSet<Span>,
    uses: FxHashMap<VariableId, Uses>,
}

impl Mentions {
    /// Whether other code may have the address of a variable.
    pub(super) fn escapes(&self, variable: VariableId) -> bool {
        self.uses.get(&variable).is_some_and(|uses| uses.escapes > 0)
    }

    /// Whether a call of `setjmp` may be executed more than once in a call of its function.
    pub(super) fn is_repeated(&self, site: Span) -> bool {
        self.has_goto || self.repeated.contains(&site)
    }

    /// Whether a variable may be changed, and may be read, behind a call of `setjmp`.
    pub(super) fn may_be_lost(&self, variable: VariableId, site: Span) -> bool {
        let Some(uses) = self.uses.get(&variable) else { return false };
        let behind = if self.has_goto { 0 } else { self.sites.get(&site).copied().unwrap_or(0) };
        let is_used = uses.escapes > 0 || (uses.last_write > behind && uses.last_read > behind);
        is_used && !uses.is_argument_of_builtin
    }
}

/// Looks for the uses of variables.
pub(super) struct Search<'c> {
    pub(super) types: &'c Types,
    pub(super) sets: &'c FxHashSet<FunctionId>,
    pub(super) keeps_nothing: &'c FxHashSet<FunctionId>,
    pub(super) keeps_all_but_the_first: &'c FxHashSet<FunctionId>,
    pub(super) position: usize,
    /// The positions of the loops around.
    pub(super) loops: Vec<usize>,
    pub(super) found: Mentions,
}

impl Search<'_> {
    /// How a body uses variables.
    pub(super) fn mentions(mut self, body: &Block) -> Mentions {
        walk(&mut body.clone(), &mut self);
        self.found
    }

    fn of(&mut self, variable: VariableId) -> &mut Uses {
        self.found.uses.entry(variable).or_default()
    }

    fn read(&mut self, object: &Expr) {
        if let Some(variable) = root(object) {
            self.of(variable).last_read = self.position;
        }
    }

    fn write(&mut self, object: &Expr) {
        if let Some(variable) = root(object) {
            self.of(variable).last_write = self.position;
        }
    }

    /// Takes back that an address goes to an unknown place.
    fn keep(&mut self, pointer: &Expr) {
        if let Some(variable) = pointed(pointer) {
            let uses = self.of(variable);
            uses.escapes = uses.escapes.wrapping_sub(1);
        }
    }

    fn call(&mut self, callee: &Expr, arguments: &[Expr]) {
        let ExprKind::Function(function) = callee.kind else { return };
        let mut kept = arguments.len();
        if self.keeps_all_but_the_first.contains(&function) {
            kept = kept.min(1);
        } else if !self.keeps_nothing.contains(&function) {
            return;
        }
        for argument in &arguments[..kept] {
            if let Some(variable) = pointed(argument) {
                let position = self.position;
                let uses = self.of(variable);
                uses.escapes = uses.escapes.wrapping_sub(1);
                (uses.last_read, uses.last_write) = (position, position);
            }
        }
    }
}

impl Rewrite for Search<'_> {
    fn expression(&mut self, _: &mut Expr, _: &mut Vec<VariableId>) {}

    fn declaration(&mut self, variable: VariableId, _: &mut Initializer) {
        self.of(variable).last_write = self.position;
    }

    fn enter_statement(&mut self, statement: &Statement) {
        match statement.kind {
            StatementKind::Loop { .. } => self.loops.push(self.position),
            StatementKind::Goto(_) | StatementKind::ComputedGoto(_) => self.found.has_goto = true,
            _ => {}
        }
    }

    fn leave_statement(&mut self, statement: &Statement) {
        if matches!(statement.kind, StatementKind::Loop { .. }) {
            self.loops.pop();
        }
    }

    fn used_expression(&mut self, expr: &mut Expr, using: Use, _: &mut Vec<VariableId>) {
        self.position += 1;
        match &expr.kind {
            ExprKind::Load(object) => self.read(object),
            ExprKind::Assign { target, .. } => self.write(target),
            ExprKind::CompoundAssign { target, .. }
            | ExprKind::PointerAssign { target, .. }
            | ExprKind::Increment { target, .. } => {
                self.read(target);
                self.write(target);
            }
            ExprKind::Decay(object) | ExprKind::AddressOf(object) => {
                if let Some(variable) = root(object) {
                    self.of(variable).escapes += 1;
                }
            }
            ExprKind::Deref(pointer) => self.keep(pointer),
            ExprKind::Call { callee, arguments } => {
                if matches!(callee.kind, ExprKind::Function(function) if self.sets.contains(&function)) {
                    let behind = self.loops.first().copied().unwrap_or(self.position);
                    let known = self.found.sites.entry(expr.span).or_insert(behind);
                    *known = behind.min(*known);
                    if !self.loops.is_empty() {
                        self.found.repeated.insert(expr.span);
                    }
                }
                // A function of the library may return its argument.
                if using == Use::Nothing || !matches!(self.types.kind(expr.ty), TypeKind::Pointer(_)) {
                    self.call(callee, arguments);
                }
            }
            ExprKind::Builtin { arguments, .. } => {
                for variable in arguments.iter().filter_map(root) {
                    self.of(variable).is_argument_of_builtin = true;
                }
            }
            _ => {}
        }
    }
}

/// Whether a pointer always points to the same object.
pub(super) fn is_fixed(pointer: &Expr) -> bool {
    let is_object = |object: &Expr| {
        let mut object = object;
        while let ExprKind::Member { base, .. } = &object.kind {
            object = base;
        }
        matches!(object.kind, ExprKind::Variable(_))
    };
    match &pointer.kind {
        ExprKind::Decay(object) | ExprKind::AddressOf(object) => is_object(object),
        ExprKind::Cast { operand, .. } => is_fixed(operand),
        _ => false,
    }
}

/// The variable that an object is a part of.
fn root(object: &Expr) -> Option<VariableId> {
    match &object.kind {
        ExprKind::Variable(variable) => Some(*variable),
        ExprKind::Member { base, .. } => root(base),
        ExprKind::Deref(pointer) => pointed(pointer),
        _ => None,
    }
}

/// The variable that an address points into, if the expression names it.
fn pointed(pointer: &Expr) -> Option<VariableId> {
    match &pointer.kind {
        ExprKind::Decay(object) | ExprKind::AddressOf(object) => root(object),
        ExprKind::PointerAdd { pointer, .. } | ExprKind::Cast { operand: pointer, .. } => pointed(pointer),
        _ => None,
    }
}
