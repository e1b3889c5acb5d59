//! A value that becomes a union: casts to a union, and arguments for a parameter with the attribute `transparent_union`
//! (gcc manual, "Cast to Union" and "Common Type Attributes").
//!
//! Both mean `({ union u made; made.member = value; made; })`: bytes outside of the member have no value that C fixes.

use raddle_program::types::{Qualified, RecordId, TypeId, TypeKind};

use super::conversion::{Role, unsupported};
use super::{Checked, Checker};
use crate::ast::{Identifier, Name};
use crate::typed::{Block, Expr, ExprKind, FieldIndex, Statement, StatementKind, Storage};

impl Checker {
    /// An argument for a parameter that is a transparent union: it may have the type of any member.
    pub(super) fn transparent_union(&mut self, value: Expr, target: TypeId, role: Role) -> Checked<Expr> {
        let (value, position) = self.as_member(value, target, role)?;
        Ok(self.union_of(value, target, position))
    }

    /// The type of a function that is known by its effects, with the first member for each parameter that is a transparent union of pointers:
    /// that is how the argument is passed. glibc declares the address of a socket so where `_GNU_SOURCE` is defined.
    pub(super) fn with_first_members(&mut self, name: &Name, ty: TypeId) -> TypeId {
        let Some(mut function) = self.function_type(ty).cloned() else { return ty };
        if self.unit.effects.facts(name).is_none_or(|facts| facts.effects.is_empty()) {
            return ty;
        }
        let mut unions = Vec::new();
        for (index, parameter) in function.parameters.iter_mut().enumerate() {
            let is_transparent = self.record_of(parameter.ty).is_some_and(|it| self.transparent_unions.contains(&it));
            let members = if is_transparent { self.union_members(parameter.ty) } else { Vec::new() };
            if let Some(&first) = members.first()
                && members.iter().all(|&member| self.is_pointer(member))
            {
                unions.push((index, parameter.ty));
                *parameter = Qualified { ty: first, ..*parameter };
            }
        }
        if unions.is_empty() {
            // Another file of the program may have declared it so.
            self.passed_as_first_member.remove(name);
            return ty;
        }
        self.passed_as_first_member.insert(name.clone(), unions);
        self.unit.types.intern(TypeKind::Function(function))
    }

    /// An argument for a parameter of a function that [`Self::with_first_members`] has changed; any other one as it is.
    pub(super) fn as_first_member(&mut self, value: Expr, index: usize, role: Role) -> Checked<Expr> {
        let Role::Argument(_, Some(name)) = role else { return Ok(value) };
        let unions = self.passed_as_first_member.get(name);
        let Some(&(_, union)) = unions.and_then(|unions| unions.iter().find(|(position, _)| *position == index)) else {
            return Ok(value);
        };
        let (value, _) = self.as_member(value, union, role)?;
        Ok(match self.union_members(union).first() {
            Some(&first) => self.cast(value, first),
            None => value,
        })
    }

    /// A value as the member of a transparent union whose type it has, with the position of the member.
    fn as_member(&mut self, value: Expr, target: TypeId, role: Role) -> Checked<(Expr, usize)> {
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
        Ok((self.cast(value, members[position]), position))
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
