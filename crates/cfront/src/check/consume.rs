//! Reads with `memory_order_consume` (C11 7.17.3p8, 5.1.2.4p14).
//!
//! Such a read orders only what depends on the value that it reads: accesses through a pointer that was read, not accesses to other data.
//! Everything behind the checker reads the order as `memory_order_acquire`, as compilers do. That says the same if each access of the function to data
//! that other threads may share depends on the value. Else the read is unsupported.
//!
//! What counts as dependent, anywhere in the function: the value of the read, variables that get only dependent values or constants, and what is computed
//! from them. Calls of functions that access no data of the program are allowed.
//!
//! Rule: a read that consumes is taken as one that acquires only if the function accesses nothing shared but through its value.
//! Tests: in `race/orders`: `consumed`, `consumed_beside_other_data`.

use rustc_hash::FxHashSet;

use super::Checker;
use super::walk::{Rewrite, walk, walk_value};
use crate::typed::{Block, Expr, ExprKind, Initializer, Storage, Unit, VariableId};

/// `__ATOMIC_CONSUME`
const CONSUME: i128 = 1;

/// Functions that a program with such reads may call beside them, by the start of their names.
const HARMLESS: [&str; 10] =
    ["__assert", "__VERIFIER_", "reach_error", "abort", "exit", "printf", "pthread_", "thrd_", "sched_yield", "usleep"];

impl Checker {
    /// Makes reads that consume unsupported where they order less than reads that acquire.
    pub(super) fn refuse_consumed_order(&self, body: &mut Block) {
        let mut search =
            Search { unit: &self.unit, is_found: false, assigned: Vec::new(), dependent: FxHashSet::default() };
        walk(&mut body.clone(), &mut search);
        if !search.is_found {
            return;
        }
        search.close();
        let Search { unit, dependent, .. } = search;
        let mut others = Others { unit, dependent: &dependent, are_found: false };
        walk(&mut body.clone(), &mut others);
        if others.are_found {
            walk(body, &mut Refuse);
        }
    }
}

/// Whether an operation reads an object with `memory_order_consume`.
fn consumes(expr: &Expr) -> bool {
    let ExprKind::Builtin { name, arguments } = &expr.kind else { return false };
    (name.starts_with("__c11_atomic_") || name.starts_with("__atomic_"))
        && arguments.last().is_some_and(|order| matches!(order.kind, ExprKind::Integer(CONSUME)))
}

/// Looks for reads that consume, and for the values of variables.
struct Search<'u> {
    unit: &'u Unit,
    is_found: bool,
    assigned: Vec<(VariableId, Expr)>,
    dependent: FxHashSet<VariableId>,
}

impl Rewrite for Search<'_> {
    fn expression(&mut self, expr: &mut Expr, _: &mut Vec<VariableId>) {
        self.is_found |= consumes(expr);
        if let ExprKind::Assign { target, value } = &expr.kind
            && let ExprKind::Variable(variable) = target.kind
        {
            self.assigned.push((variable, (**value).clone()));
        }
    }

    fn declaration(&mut self, variable: VariableId, initializer: &mut Initializer) {
        self.assigned.extend(initializer.parts.iter().map(|part| (variable, part.value.clone())));
    }
}

impl Search<'_> {
    /// Finds the variables that hold dependent values: from all that are assigned some, those with other values are taken away.
    fn close(&mut self) {
        let is_own = |variable: VariableId| self.unit.variables[variable].is_register(&self.unit.types);
        loop {
            let before = self.dependent.len();
            for (variable, value) in &self.assigned {
                if is_own(*variable) && depends(value, &self.dependent) {
                    self.dependent.insert(*variable);
                }
            }
            if self.dependent.len() == before {
                break;
            }
        }
        loop {
            let is_other = |(_, value): &&(VariableId, Expr)| {
                !matches!(value.kind, ExprKind::Integer(_)) && !depends(value, &self.dependent)
            };
            let others: Vec<VariableId> =
                self.assigned.iter().filter(is_other).map(|(variable, _)| *variable).collect();
            let before = self.dependent.len();
            for variable in others {
                self.dependent.remove(&variable);
            }
            if self.dependent.len() == before {
                break;
            }
        }
    }
}

/// Whether a value is computed from what was read.
fn depends(expr: &Expr, dependent: &FxHashSet<VariableId>) -> bool {
    struct Mention<'d> {
        dependent: &'d FxHashSet<VariableId>,
        is_found: bool,
    }
    impl Rewrite for Mention<'_> {
        fn expression(&mut self, expr: &mut Expr, _: &mut Vec<VariableId>) {
            let is_dependent =
                |place: &Expr| matches!(place.kind, ExprKind::Variable(variable) if self.dependent.contains(&variable));
            self.is_found |= consumes(expr) || matches!(&expr.kind, ExprKind::Load(place) if is_dependent(place));
        }
    }
    let mut mention = Mention { dependent, is_found: false };
    walk_value(&mut expr.clone(), &mut mention);
    mention.is_found
}

/// Looks for accesses to data that other threads may share and that do not depend on what was read.
struct Others<'s> {
    unit: &'s Unit,
    dependent: &'s FxHashSet<VariableId>,
    are_found: bool,
}

impl Rewrite for Others<'_> {
    fn expression(&mut self, expr: &mut Expr, _: &mut Vec<VariableId>) {
        self.are_found |= match &expr.kind {
            ExprKind::Load(place)
            | ExprKind::Assign { target: place, .. }
            | ExprKind::CompoundAssign { target: place, .. }
            | ExprKind::PointerAssign { target: place, .. }
            | ExprKind::Increment { target: place, .. } => !self.is_own(place) && !depends(place, self.dependent),
            ExprKind::Call { callee, .. } => match callee.kind {
                ExprKind::Function(function) => {
                    let name = &self.unit.functions[function].name;
                    !HARMLESS.iter().any(|start| name.starts_with(start))
                }
                _ => true,
            },
            _ => false,
        };
    }
}

impl Others<'_> {
    /// Whether a place lies in an automatic object of the function, in an atomic object or in a text.
    fn is_own(&self, mut place: &Expr) -> bool {
        loop {
            place = match &place.kind {
                ExprKind::Member { base, .. } => base,
                ExprKind::Deref(pointer) => pointer,
                ExprKind::Decay(array) => array,
                ExprKind::PointerAdd { pointer, .. } => pointer,
                ExprKind::Cast { operand, .. } => operand,
                ExprKind::Variable(variable) => {
                    let variable = &self.unit.variables[*variable];
                    let is_automatic = matches!(variable.storage, Storage::Automatic | Storage::Parameter);
                    return is_automatic || variable.ty.qualifiers.is_atomic;
                }
                _ => return matches!(place.kind, ExprKind::String(_) | ExprKind::CompoundLiteral { .. }),
            }
        }
    }
}

struct Refuse;

impl Rewrite for Refuse {
    fn expression(&mut self, expr: &mut Expr, _: &mut Vec<VariableId>) {
        if consumes(expr) {
            let what = "`memory_order_consume` beside accesses that do not depend on the value";
            expr.kind = ExprKind::Unsupported(what.into());
        }
    }
}
