//! A value that becomes a union: casts to a union, and arguments for a parameter with the attribute `transparent_union`
//! (gcc manual, "Cast to Union" and "Common Type Attributes").
//!
//! Both mean `({ union u made; made.member = value; made; })`: bytes outside of the member have no value that C fixes.

use raddle_program::types::{Qualified, RecordId, TypeId};

use super::conversion::{Role, unsupported};
use super::{Checked, Checker};
use crate::ast::Identifier;
use crate::typed::{Block, Expr, ExprKind, FieldIndex, Statement, StatementKind, Storage};

impl Checker {
    /// An argument for a parameter that is a transparent union: it may have the type of any member.
    pub(super) fn transparent_union(&mut self, value: Expr, target: TypeId, role: Role) -> Checked<Expr> {
        let members = self.union_members(target);
        let is_any_pointer = self.is_null_constant(&value) || self.is_void_pointer(value.ty);
        let find = |fits: &dyn Fn(TypeId) -> bool| members.iter().position(|&member| fits(member));
        let position = find(&|member| self.compatible(member, value.ty))
            .or_else(|| find(&|member| self.points_alike(member, value.ty)))
            .or_else(|| find(&|member| self.is_pointer(member) && (is_any_pointer || self.is_void_pointer(member))));
        let Some(position) = position.filter(|_| matches!(role, Role::Argument(..))) else {
            let source = value.ty;
            return Err(self.mismatch(source, target, role, value.span));
        };
        let value = self.cast(value, members[position]);
        Ok(self.union_of(value, target, position))
    }

    /// A cast of a value to a union that has a member of its type; `None` if it has none.
    pub(super) fn cast_to_union(&mut self, value: &Expr, target: TypeId) -> Option<Expr> {
        let record = self.record_of(target)?;
        if !self.unit.types.record(record).is_union {
            return None;
        }
        let position = self.union_members(target).iter().position(|&member| self.compatible(member, value.ty))?;
        Some(self.union_of(value.clone(), target, position))
    }

    /// Whether a pointer converts to another one by qualifiers alone: it may get more of them.
    fn points_alike(&self, member: TypeId, given: TypeId) -> bool {
        let (Some(to), Some(from)) = (self.pointee(member), self.pointee(given)) else { return false };
        let keeps = |had: bool, has: bool| has || !had;
        self.compatible(to.ty, from.ty)
            && keeps(from.qualifiers.is_const, to.qualifiers.is_const)
            && keeps(from.qualifiers.is_volatile, to.qualifiers.is_volatile)
    }

    fn union_members(&self, target: TypeId) -> Vec<TypeId> {
        let body = self.record_of(target).and_then(|record: RecordId| self.unit.types.record(record).body.as_ref());
        body.map(|body| body.fields.iter().map(|field| field.ty.ty).collect()).unwrap_or_default()
    }

    /// The union whose member has a value of its type.
    fn union_of(&mut self, value: Expr, target: TypeId, position: usize) -> Expr {
        let (span, member) = (value.span, value.ty);
        // A static initializer has no place for statements.
        let Some(function) = self.functions.last_mut() else { return unsupported("cast to a union", target, span) };
        let id = function.id;
        let name = Identifier { name: "<union>".into(), span };
        let variable = self.new_object(&name, Qualified::plain(target), Storage::Automatic, 0);
        self.unit.variables[variable].function = Some(id);
        if self.unevaluated == 0
            && let Some(function) = self.functions.last_mut()
        {
            function.locals.push(variable);
        }
        let place = Expr { kind: ExprKind::Variable(variable), ty: target, span };
        let field = ExprKind::Member { base: Box::new(place.clone()), field: FieldIndex(position as u32) };
        let field = Box::new(Expr { kind: field, ty: member, span });
        let statement = |kind| Statement { kind, span };
        let assign = ExprKind::Assign { target: field, value: Box::new(value) };
        let load = ExprKind::Load(Box::new(place));
        let statements = vec![
            statement(StatementKind::Declare { variable, size: None, initializer: None }),
            statement(StatementKind::Expr(Expr { kind: assign, ty: member, span })),
            statement(StatementKind::Expr(Expr { kind: load, ty: target, span })),
        ];
        let block = Block { statements, variables: vec![variable], span };
        Expr { kind: ExprKind::Statement(Box::new(block)), ty: target, span }
    }
}
