//! Expressions: what each kind of the syntax tree becomes, names and literals (C11 6.5.1).

use raddle_program::source::Span;
use raddle_program::types::{ArrayLength, IntKind, Qualified, Qualifiers};

use super::conversion::unsupported;
use super::scope::Binding;
use super::{Checked, Checker, Poisoned};
use crate::ast::{self, Encoding, Name, PrefixOperator};
use crate::typed::{Expr, ExprKind};

/// An expression before the conversion of lvalues.
pub(super) struct Operand {
    /// The expression: an lvalue, a function designator or a value.
    pub expr: Expr,
    /// Qualifiers of the object or function; none for values.
    pub qualifiers: Qualifiers,
    /// Whether it designates an object.
    pub is_lvalue: bool,
}

impl Operand {
    /// A value or function designator.
    pub fn value(expr: Expr) -> Self {
        Operand { expr, qualifiers: Qualifiers::default(), is_lvalue: false }
    }

    /// An unqualified lvalue.
    pub fn lvalue(expr: Expr) -> Self {
        Operand { expr, qualifiers: Qualifiers::default(), is_lvalue: true }
    }

    /// An lvalue with qualifiers.
    pub fn qualified(expr: Expr, qualifiers: Qualifiers) -> Self {
        Operand { expr, qualifiers, is_lvalue: true }
    }
}

impl Checker {
    /// Checks an expression without converting it to a value.
    pub(super) fn operand(&mut self, expr: &ast::Expr) -> Checked<Operand> {
        let span = expr.span;
        match &expr.kind {
            ast::ExprKind::Identifier(name) => self.name(name, span),
            ast::ExprKind::String { units, encoding } => Ok(self.string_literal(units, *encoding, span)),
            ast::ExprKind::Prefix(PrefixOperator::Dereference, operand) => self.dereference(operand, span),
            ast::ExprKind::Prefix(operator @ (PrefixOperator::Real | PrefixOperator::Imaginary), operand) => {
                self.part_of_complex(*operator, operand, span)
            }
            ast::ExprKind::CompoundLiteral(ty, initializer) => self.compound_literal(ty, initializer, span),
            ast::ExprKind::Index(array, index) => self.subscript(array, index, span),
            ast::ExprKind::Member { base, field, is_arrow } => self.member_access(base, field, *is_arrow, span),
            ast::ExprKind::Generic { control, associations } => self.generic(control, associations, span),
            ast::ExprKind::ChooseExpr(condition, then, otherwise) => self.choose(condition, then, otherwise),
            ast::ExprKind::Call(callee, arguments) => self.call(callee, arguments, span).map(Operand::value),
            ast::ExprKind::Integer(_)
            | ast::ExprKind::Floating { .. }
            | ast::ExprKind::Character { .. }
            | ast::ExprKind::Prefix(..)
            | ast::ExprKind::Postfix { .. }
            | ast::ExprKind::Infix(..)
            | ast::ExprKind::Assign { .. }
            | ast::ExprKind::Conditional { .. }
            | ast::ExprKind::Comma(..)
            | ast::ExprKind::Cast(..)
            | ast::ExprKind::SizeofExpr(_)
            | ast::ExprKind::SizeofType(_)
            | ast::ExprKind::AlignofType(..)
            | ast::ExprKind::AlignofExpr(_)
            | ast::ExprKind::Statement(_)
            | ast::ExprKind::LabelAddress(_)
            | ast::ExprKind::Offsetof { .. }
            | ast::ExprKind::VaArg(..)
            | ast::ExprKind::TypesCompatible(..)
            | ast::ExprKind::Error => self.plain_value(expr).map(Operand::value),
        }
    }

    // The expressions that are never lvalues.
    fn plain_value(&mut self, expr: &ast::Expr) -> Checked<Expr> {
        let span = expr.span;
        match &expr.kind {
            ast::ExprKind::Integer(literal) => self.integer_literal(literal, span),
            ast::ExprKind::Floating { spelling, suffix } => self.floating_literal(spelling, suffix, span),
            ast::ExprKind::Character { value, encoding } => Ok(self.character_literal(*value, *encoding, span)),
            ast::ExprKind::Prefix(operator, operand) => self.prefix(*operator, operand, span),
            ast::ExprKind::Postfix { operand, is_increment } => self.increment(operand, *is_increment, true, span),
            ast::ExprKind::Infix(operator, left, right) => self.infix(*operator, left, right, span),
            ast::ExprKind::Assign { operator: None, left, right } => self.assignment(left, right, span),
            ast::ExprKind::Assign { operator: Some(operator), left, right } => {
                self.compound_assignment(*operator, left, right, span)
            }
            ast::ExprKind::Conditional { condition, then: Some(then), otherwise } => {
                self.conditional(condition, then, otherwise, span)
            }
            ast::ExprKind::Conditional { condition, then: None, otherwise } => self.elvis(condition, otherwise, span),
            ast::ExprKind::Comma(left, right) => {
                let (left, right) = (self.value(left), self.value(right));
                let (left, right) = (left?, right?);
                let ty = right.ty;
                Ok(Expr { kind: ExprKind::Comma(Box::new(left), Box::new(right)), ty, span })
            }
            ast::ExprKind::Cast(name, operand) => {
                let target = self.type_name_with_lengths(name);
                let value = self.value(operand);
                let ((target, lengths), value) = (target?, value?);
                let cast = self.explicit_cast(value, target.ty, span)?;
                Ok(self.after_lengths(lengths, cast))
            }
            ast::ExprKind::SizeofExpr(operand) => self.size_of_expression(operand, span),
            ast::ExprKind::SizeofType(name) => self.size_of_type(name, span),
            ast::ExprKind::AlignofType(name, is_gnu) => self.alignment_of_type(name, *is_gnu, span),
            ast::ExprKind::AlignofExpr(operand) => self.alignment_of_expression(operand, span),
            ast::ExprKind::Statement(body) => self.statement_expression(body, span),
            ast::ExprKind::LabelAddress(name) => {
                if self.functions.is_empty() {
                    return Err(self.error(span, "the address of a label is taken outside a function", "remove it"));
                }
                let label = self.label_address(name);
                Ok(Expr { kind: ExprKind::LabelAddress(label), ty: self.void_pointer(), span })
            }
            ast::ExprKind::Offsetof { ty, designators } => self.offset_of(ty, designators, span),
            ast::ExprKind::VaArg(list, name) => self.variadic_argument(list, name, span),
            ast::ExprKind::TypesCompatible(left, right) => {
                let (left, right) = (self.type_name_with_lengths(left), self.type_name_with_lengths(right));
                let agrees = self.compatible(left?.0.ty, right?.0.ty);
                Ok(self.integer(i128::from(agrees), IntKind::Int, span))
            }
            ast::ExprKind::Identifier(_)
            | ast::ExprKind::String { .. }
            | ast::ExprKind::CompoundLiteral(..)
            | ast::ExprKind::Index(..)
            | ast::ExprKind::Member { .. }
            | ast::ExprKind::Generic { .. }
            | ast::ExprKind::ChooseExpr(..)
            | ast::ExprKind::Call(..) => self.value(expr),
            // The parser has told what is wrong.
            ast::ExprKind::Error => Err(Poisoned),
        }
    }

    /// An integer constant of a type that holds it.
    pub(super) fn integer(&mut self, value: i128, kind: IntKind, span: Span) -> Expr {
        Expr { kind: ExprKind::Integer(value), ty: self.int_type(kind), span }
    }

    fn name(&mut self, name: &Name, span: Span) -> Checked<Operand> {
        let Some(bound) = self.scopes.lookup(name).cloned() else {
            return self.unbound_name(name, span);
        };
        match bound.binding {
            Binding::Variable(variable) => {
                let object = &self.unit.variables[variable];
                let qualifiers = object.ty.qualifiers;
                let ty = self.visible_types.get(&variable).copied().unwrap_or(object.ty.ty);
                Ok(Operand::qualified(Expr { kind: ExprKind::Variable(variable), ty, span }, qualifiers))
            }
            Binding::Function(function) => {
                self.unit.functions[function].is_used = true;
                let ty = self.unit.functions[function].ty;
                Ok(Operand::value(Expr { kind: ExprKind::Function(function), ty, span }))
            }
            Binding::Constant { value, ty } => Ok(Operand::value(Expr { kind: ExprKind::Integer(value), ty, span })),
            Binding::PrototypeParameter(Qualified { ty, qualifiers }) => {
                Ok(Operand::qualified(unsupported("parameter of a prototype", ty, span), qualifiers))
            }
            Binding::Unsupported { what, ty } => Ok(Operand::value(unsupported(&what, ty, span))),
            Binding::Typedef(_) => Err(self.error(
                span,
                format!("`{name}` is a type, but a value is expected here"),
                "use an object of that type",
            )),
            Binding::Poisoned => Err(Poisoned),
        }
    }

    fn unbound_name(&mut self, name: &Name, span: Span) -> Checked<Operand> {
        if matches!(&**name, "__func__" | "__FUNCTION__" | "__PRETTY_FUNCTION__") {
            return Ok(self.function_name(span));
        }
        if let Some(function) = self.builtin_as_function(name, span) {
            self.unit.functions[function].is_used = true;
            let ty = self.unit.functions[function].ty;
            return Ok(Operand::value(Expr { kind: ExprKind::Function(function), ty, span }));
        }
        if !self.reported_names.insert(name.clone()) {
            return Err(Poisoned);
        }
        let advice = match &**name {
            "NULL" => "include <stddef.h>".to_owned(),
            "true" | "false" => "include <stdbool.h>".to_owned(),
            "errno" => "include <errno.h>".to_owned(),
            "stdin" | "stdout" | "stderr" => "include <stdio.h>".to_owned(),
            _ => match self.scopes.most_alike(name) {
                Some(other) => format!("did you mean `{other}`? Otherwise declare `{name}` before its first use"),
                None => format!("declare `{name}` before its first use, or correct the name"),
            },
        };
        Err(self.error(span, format!("`{name}` is not declared"), advice))
    }

    // C11 6.4.2.2: as if `static const char __func__[] = "name";` stood at the start of the function.
    fn function_name(&mut self, span: Span) -> Operand {
        let name = self.functions.last().map_or_else(|| "".into(), |function| function.name.clone());
        let units: Vec<u32> = name.bytes().map(u32::from).collect();
        let mut operand = self.string_literal(&units, Encoding::Plain, span);
        let qualifiers = Qualifiers { is_const: true, ..Qualifiers::default() };
        let element = Qualified { ty: self.int_type(IntKind::Char), qualifiers };
        operand.expr.ty = self.array(element, ArrayLength::Fixed(units.len() as u64 + 1));
        operand
    }

    fn generic(
        &mut self,
        control: &ast::Expr,
        associations: &[(Option<ast::TypeName>, ast::Expr)],
        span: Span,
    ) -> Checked<Operand> {
        let control = self.without_evaluation(|cx| cx.value(control));
        let mut chosen: Option<&ast::Expr> = None;
        let mut default: Option<&ast::Expr> = None;
        let mut seen: Vec<(Qualified, Span)> = Vec::new();
        let mut is_poisoned = false;
        for (name, value) in associations {
            let Some(name) = name else {
                if default.replace(value).is_some() {
                    self.error(value.span, "`_Generic` has two `default` associations", "remove one of them");
                    is_poisoned = true;
                }
                continue;
            };
            let Ok((ty, _)) = self.without_evaluation(|cx| cx.type_name_with_lengths(name)) else {
                is_poisoned = true;
                continue;
            };
            let ty = ty.qualified();
            if !self.is_complete(ty.ty) || self.is_function(ty.ty) || self.is_variably_modified(ty.ty) {
                let message = format!("`_Generic` has an association for `{}`", self.spell_qualified(ty));
                self.error(name.span, message, "use a complete object type of constant size");
                is_poisoned = true;
                continue;
            }
            let earlier = seen
                .iter()
                .find(|(earlier, _)| earlier.qualifiers == ty.qualifiers && self.compatible(earlier.ty, ty.ty));
            if let Some((_, earlier)) = earlier.copied() {
                let note = (earlier, "the first one is here");
                let message = format!("`_Generic` has two associations for `{}`", self.spell_qualified(ty));
                self.error_with_note(name.span, message, "remove one of them", note);
                is_poisoned = true;
            }
            seen.push((ty, name.span));
            let is_match = control
                .as_ref()
                .is_ok_and(|control| ty.qualifiers == Qualifiers::default() && self.compatible(control.ty, ty.ty));
            if is_match && chosen.is_none() {
                chosen = Some(value);
            }
        }
        let control = control?;
        if is_poisoned {
            return Err(Poisoned);
        }
        let Some(chosen) = chosen.or(default) else {
            let message = format!("`_Generic` has no association for `{}`", self.spell(control.ty));
            return Err(self.error(span, message, "add one, or a `default`"));
        };
        for (_, value) in associations {
            if !std::ptr::eq(value, chosen) {
                self.without_evaluation(|cx| cx.operand(value))?;
            }
        }
        self.operand(chosen)
    }

    fn choose(&mut self, condition: &ast::Expr, then: &ast::Expr, otherwise: &ast::Expr) -> Checked<Operand> {
        let (value, _) = self.integer_constant(condition, "the condition of `__builtin_choose_expr`")?;
        let (chosen, other) = if value != 0 { (then, otherwise) } else { (otherwise, then) };
        self.without_evaluation(|cx| cx.operand(other))?;
        self.operand(chosen)
    }
}
