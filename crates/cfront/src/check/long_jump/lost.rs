//! What local variables lose by a jump (C11 7.13.2.1p3).

use raddle_program::source::Span;
use raddle_program::types::TypeKind;
use rustc_hash::FxHashSet;

use super::code::{Code, block, declare, when};
use crate::check::walk::Rewrite;
use crate::typed::{BinaryOperator, Expr, ExprKind, Statement, StatementKind, VariableId};

impl Code<'_> {
    /// Statements that keep the values of the visible variables at a call of `setjmp`, and statements that make those
    /// variables indeterminate that have other values when the call returns again.
    pub(super) fn losses(&mut self, assigned: &Assigned, span: Span) -> (Vec<Statement>, Vec<Statement>) {
        let (mut keep, mut lose) = (Vec::new(), Vec::new());
        for variable in self.visible.clone() {
            if assigned.registers.contains(&variable) && self.is_lost(variable) {
                let ty = self.checker.unit.variables[variable].ty.ty;
                let copy = self.local("saved", ty, span);
                self.copies.push(copy);
                keep.push(self.assign(copy, self.load(variable, span)));
                let unset = self.local("unset", ty, span);
                let (now, before) = (self.load(variable, span), self.load(copy, span));
                let differs = self.compare(BinaryOperator::NotEqual, now, before);
                let forget = vec![declare(unset, span), self.assign(variable, self.load(unset, span))];
                lose.push(when(differs, block(forget, vec![unset], span)));
            }
        }
        let is_structure = |variable: &VariableId| {
            let local = &self.checker.unit.variables[*variable];
            let is_record = matches!(self.checker.unit.types.kind(local.ty.ty), TypeKind::Record(_));
            let is_kept = local.address_taken || local.ty.qualifiers.is_volatile;
            is_record && !is_kept && assigned.others.contains(variable)
        };
        if self.visible.iter().any(is_structure) {
            let what = "a jump that may lose the value of a structure";
            lose.push(Statement { kind: StatementKind::Unsupported(what.into()), span });
        }
        (keep, lose)
    }

    /// Whether a jump may lose the value of a variable.
    fn is_lost(&self, variable: VariableId) -> bool {
        let variable = &self.checker.unit.variables[variable];
        let is_scalar = self.checker.unit.types.scalar_shape(variable.ty.ty).is_some();
        is_scalar && !variable.address_taken && !variable.ty.qualifiers.is_volatile
    }
}

/// The variables that a body assigns.
pub(super) struct Assigned {
    pub(super) registers: FxHashSet<VariableId>,
    /// Of these, members are assigned.
    pub(super) others: FxHashSet<VariableId>,
}

impl Rewrite for Assigned {
    fn expression(&mut self, expr: &mut Expr, _: &mut Vec<VariableId>) {
        let (ExprKind::Assign { target, .. }
        | ExprKind::CompoundAssign { target, .. }
        | ExprKind::PointerAssign { target, .. }
        | ExprKind::Increment { target, .. }) = &expr.kind
        else {
            return;
        };
        let mut object = &**target;
        while let ExprKind::Member { base, .. } = &object.kind {
            object = base;
        }
        if let ExprKind::Variable(variable) = object.kind {
            self.registers.insert(variable);
            self.others.insert(variable);
        }
    }
}
