//! Members, compound literals and statement expressions (C11 6.5.2.3, 6.5.2.5; GNU `({ ... })`).

use raddle_program::source::Span;
use raddle_program::types::{Qualified, Qualifiers, RecordId, TypeId};

use super::expression::Operand;
use super::initializer::Lifetime;
use super::label::Zone;
use super::scope::most_alike;
use super::{Checked, Checker, Poisoned};
use crate::ast::{self, Identifier, Initializer, TypeName};
use crate::typed::{Block, Expr, ExprKind, FieldIndex, Statement, StatementKind, Storage};

/// The name of the objects that compound literals make.
pub(super) const LITERAL_NAME: &str = "<literal>";

impl Checker {
    /// `base.field` and `base->field`
    pub(super) fn member_access(
        &mut self,
        base: &ast::Expr,
        field: &Identifier,
        is_arrow: bool,
        span: Span,
    ) -> Checked<Operand> {
        let base = if is_arrow {
            let pointer = self.value(base)?;
            let place = base.span;
            self.dereference_value(pointer, place)?
        } else {
            self.operand(base)?
        };
        let Some(record) = self.record_of(base.expr.ty) else {
            let message = format!("`{}` is a member of no record: `{}`", field.name, self.spell(base.expr.ty));
            let advice = if !is_arrow && self.is_pointer(base.expr.ty) {
                "write `->` instead of `.`"
            } else {
                "use a struct or union"
            };
            return Err(self.error(field.span, message, advice));
        };
        if self.unit.types.record(record).body.is_none() {
            let message = format!("`{}` is incomplete here", self.spell(base.expr.ty));
            return Err(self.error(span, message, "define the record before using its members"));
        }
        let Some(path) = self.field_path(record, &field.name) else {
            return Err(self.no_such_member(base.expr.ty, field));
        };
        Ok(self.follow(base, &path, span))
    }

    /// The error for a name that is no member of a type.
    pub(super) fn no_such_member(&mut self, ty: TypeId, field: &Identifier) -> Poisoned {
        let message = format!("`{}` has no member `{}`", self.spell(ty), field.name);
        let names = self.record_of(ty).map(|record| self.names_of(record)).unwrap_or_default();
        let advice = match most_alike(&field.name, names.iter().map(|(name, _)| name)) {
            Some(other) => format!("did you mean `{other}`?"),
            None => "use one of its members".to_owned(),
        };
        self.error(field.span, message, advice)
    }

    // Steps from a record through its members, anonymous ones included.
    fn follow(&mut self, mut at: Operand, path: &[FieldIndex], span: Span) -> Operand {
        for &field in path {
            let Some(record) = self.record_of(at.expr.ty) else { return at };
            let declared = self
                .unit
                .types
                .record(record)
                .body
                .as_ref()
                .and_then(|body| body.fields.get(field.0 as usize))
                .map(|field| field.ty);
            let Some(declared) = declared else { return at };
            let inherited = Qualifiers { is_restrict: false, is_atomic: false, ..at.qualifiers };
            let Qualified { ty, qualifiers } = self.qualify(declared, inherited);
            let is_unsupported = matches!(at.expr.kind, ExprKind::Unsupported(_));
            let kind = if is_unsupported { at.expr.kind } else { ExprKind::Member { base: Box::new(at.expr), field } };
            at = Operand { expr: Expr { kind, ty, span }, qualifiers, is_lvalue: at.is_lvalue };
        }
        at
    }

    /// The way to a member: one index for each anonymous record it lies in, and its own.
    pub(super) fn field_path(&self, record: RecordId, name: &str) -> Option<Vec<FieldIndex>> {
        let fields = &self.unit.types.record(record).body.as_ref()?.fields;
        let own = fields.iter().position(|field| field.name.as_deref() == Some(name));
        if let Some(index) = own {
            return Some(vec![FieldIndex(index as u32)]);
        }
        for (index, field) in fields.iter().enumerate().filter(|(_, field)| field.name.is_none()) {
            let inner = self.record_of(field.ty.ty).and_then(|inner| self.field_path(inner, name));
            if let Some(mut rest) = inner {
                rest.insert(0, FieldIndex(index as u32));
                return Some(rest);
            }
        }
        None
    }

    /// `(type) { ... }`
    pub(super) fn compound_literal(
        &mut self,
        name: &TypeName,
        initializer: &Initializer,
        span: Span,
    ) -> Checked<Operand> {
        let (ty, _) = self.type_name_with_lengths(name)?;
        if self.is_variable_length(ty.ty) {
            return Err(self.error(span, "a compound literal has a variable length", "declare an array instead"));
        }
        let is_static = self.functions.is_empty();
        let lifetime = if is_static { Lifetime::Static } else { Lifetime::Automatic };
        let (initializer, sized) = self.initializer(ty.ty, initializer, lifetime)?;
        if !self.is_complete(sized.ty) {
            let message = format!("a compound literal has the incomplete type `{}`", self.spell(sized.ty));
            return Err(self.error(span, message, "complete the type first"));
        }
        let storage = if is_static { Storage::Static } else { Storage::Automatic };
        let called = Identifier { name: LITERAL_NAME.into(), span };
        let qualified = Qualified { ty: sized.ty, qualifiers: ty.qualifiers };
        let variable = self.new_object(&called, qualified, storage, ty.alignment);
        let visible = sized.visible.unwrap_or(sized.ty);
        let kind = if is_static {
            self.unit.variables[variable].initializer = Some(initializer);
            if self.unevaluated == 0 {
                self.unit.globals.push(variable);
            }
            ExprKind::Variable(variable)
        } else {
            self.own_local(variable);
            ExprKind::CompoundLiteral { variable, initializer }
        };
        Ok(Operand::qualified(Expr { kind, ty: visible, span }, ty.qualifiers))
    }

    /// `({ ... })`
    pub(super) fn statement_expression(&mut self, body: &ast::Compound, span: Span) -> Checked<Expr> {
        let Some(function) = self.functions.last() else {
            return Err(self.error(span, "a statement expression stands outside a function", "use an expression"));
        };
        let zone = function.labels.zone();
        self.enter_zone(Zone::StatementExpression(span));
        let mut block = self.compound(body);
        if let Some(function) = self.functions.last_mut() {
            function.labels.leave_zone(zone);
        }
        if self.unevaluated == 0 {
            self.keep_objects(&mut block);
        }
        let ty = match block.statements.last() {
            Some(Statement { kind: StatementKind::Expr(value), .. }) => value.ty,
            // The last expression was in error: what type this has is not known.
            _ if ends_in_expression(body) => return Err(Poisoned),
            _ => self.void(),
        };
        Ok(Expr { kind: ExprKind::Statement(Box::new(block)), ty, span })
    }

    /// An expression before which the lengths of its type name are evaluated.
    pub(super) fn after_lengths(&mut self, mut lengths: Vec<Statement>, expr: Expr) -> Expr {
        if lengths.is_empty() {
            return expr;
        }
        let (ty, span) = (expr.ty, expr.span);
        lengths.push(Statement { kind: StatementKind::Expr(expr), span });
        let block = Block { statements: lengths, variables: Vec::new(), span };
        Expr { kind: ExprKind::Statement(Box::new(block)), ty, span }
    }
}

fn ends_in_expression(body: &ast::Compound) -> bool {
    let Some(ast::BlockItem::Statement(last)) = body.items.last() else { return false };
    let mut last = last;
    while let ast::StatementKind::Label { body, .. } = &last.kind {
        last = body;
    }
    matches!(last.kind, ast::StatementKind::Expr(_) | ast::StatementKind::Error)
}
