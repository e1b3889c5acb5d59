//! `sizeof`, `_Alignof`, `offsetof` (C11 6.5.3.4, 7.19).

use raddle_program::source::Span;
use raddle_program::types::TypeId;

use super::conversion::unsupported;
use super::scope::SpelledType;
use super::{Checked, Checker};
use crate::ast::{self, Designator, TypeName};
use crate::typed::{BinaryOperator, Expr, ExprKind, Statement};

impl Checker {
    /// A type name with the statements that evaluate its variable lengths.
    pub(super) fn type_name_with_lengths(&mut self, name: &TypeName) -> Checked<(SpelledType, Vec<Statement>)> {
        let outer = std::mem::take(&mut self.pending_lengths);
        let ty = self.type_name(name);
        let lengths = std::mem::replace(&mut self.pending_lengths, outer);
        Ok((ty?, lengths))
    }

    /// `sizeof expression`
    pub(super) fn size_of_expression(&mut self, operand: &ast::Expr, span: Span) -> Checked<Expr> {
        let operand = self.without_evaluation(|cx| cx.operand(operand))?;
        if self.bit_field_of(&operand.expr).is_some() && operand.is_lvalue {
            return Err(self.error(span, "`sizeof` is applied to a bit-field", "use the size of its type"));
        }
        let ty = operand.expr.ty;
        self.require_size(ty, span)?;
        if self.is_variable_length(ty) && !is_plain_place(&operand.expr) {
            // The operand would have to be evaluated (C11 6.5.3.4p2).
            let size_type = self.size_type();
            return Ok(unsupported("size of a computed variable-length array", size_type, span));
        }
        Ok(self.size_expression(ty, span))
    }

    /// `sizeof(type)`
    pub(super) fn size_of_type(&mut self, name: &TypeName, span: Span) -> Checked<Expr> {
        let (ty, lengths) = self.type_name_with_lengths(name)?;
        self.require_size(ty.ty, span)?;
        let size = self.size_expression(ty.ty, span);
        Ok(self.after_lengths(lengths, size))
    }

    // GNU: `void` and functions have size 1.
    fn require_size(&mut self, ty: TypeId, span: Span) -> Checked<()> {
        if self.is_void(ty) || self.is_complete(ty) {
            return Ok(());
        }
        let message = format!("`{}` is incomplete: its size is not known", self.spell(ty));
        Err(self.error(span, message, "complete the type first"))
    }

    /// `_Alignof(type)` and `__alignof__(type)`
    pub(super) fn alignment_of_type(&mut self, name: &TypeName, is_gnu: bool, span: Span) -> Checked<Expr> {
        let (ty, _) = self.type_name_with_lengths(name)?;
        let alignment = if is_gnu { self.preferred_alignment(ty) } else { self.minimum_alignment(ty) };
        self.alignment(alignment, ty.ty, span)
    }

    /// `__alignof__ expression`
    pub(super) fn alignment_of_expression(&mut self, operand: &ast::Expr, span: Span) -> Checked<Expr> {
        let operand = self.without_evaluation(|cx| cx.operand(operand))?;
        if self.bit_field_of(&operand.expr).is_some() && operand.is_lvalue {
            return Err(self.error(span, "the alignment of a bit-field is taken", "use that of its type"));
        }
        let ty = operand.expr.ty;
        let qualified = raddle_program::types::Qualified { ty, qualifiers: operand.qualifiers };
        let natural = self.preferred_alignment(SpelledType::natural(qualified));
        let alignment = match &operand.expr.kind {
            ExprKind::Variable(variable) => {
                let own = self.unit.variables[*variable].alignment;
                natural.map(|natural| natural.max(own))
            }
            ExprKind::Member { base, field } => self
                .record_of(base.ty)
                .and_then(|record| self.member_alignments.get(&(record, field.0)).copied())
                .or(natural),
            ExprKind::String(_) => self.minimum_alignment(SpelledType::natural(qualified)),
            _ => natural,
        };
        self.alignment(alignment, ty, span)
    }

    fn alignment(&mut self, alignment: Option<u64>, ty: TypeId, span: Span) -> Checked<Expr> {
        let Some(alignment) = alignment else {
            let message = format!("`{}` is incomplete: its alignment is not known", self.spell(ty));
            return Err(self.error(span, message, "complete the type first"));
        };
        Ok(Expr { kind: ExprKind::Integer(i128::from(alignment)), ty: self.size_type(), span })
    }

    /// `__builtin_offsetof(type, member)`: a constant, unless an index is none.
    pub(super) fn offset_of(&mut self, name: &TypeName, designators: &[Designator], span: Span) -> Checked<Expr> {
        let (ty, _) = self.type_name_with_lengths(name)?;
        let size_type = self.size_type();
        let mut at = ty.ty;
        let mut bytes: i128 = 0;
        let mut variable_part: Option<Expr> = None;
        for designator in designators {
            match designator {
                Designator::Field(field) => {
                    let path = self.record_of(at).and_then(|record| self.field_path(record, &field.name));
                    let Some(path) = path else {
                        return Err(self.no_such_member(at, field));
                    };
                    for index in path {
                        let body = self.record_of(at).and_then(|record| self.unit.types.record(record).body.as_ref());
                        let Some(member) = body.and_then(|body| body.fields.get(index.0 as usize)) else { break };
                        if member.bits.is_some() {
                            return Err(self.error(
                                field.span,
                                format!("`offsetof` is applied to bit-field `{}`", field.name),
                                "use a plain member",
                            ));
                        }
                        bytes += i128::from(member.offset);
                        at = member.ty.ty;
                    }
                }
                Designator::Index(index) => {
                    let Some((element, _)) = self.array_parts(at) else {
                        let message = format!("`[]` is applied to `{}`, which is no array", self.spell(at));
                        return Err(self.error(index.span, message, "use an array member"));
                    };
                    let value = self.value(index)?;
                    if !self.is_integer(value.ty) {
                        let message = format!("an index has type `{}`", self.spell(value.ty));
                        return Err(self.error(index.span, message, "use an integer"));
                    }
                    at = element.ty;
                    let size = i128::from(self.unit.types.size_of(at).unwrap_or(0));
                    match self.known_integer(&value) {
                        Some(known) => bytes = bytes.wrapping_add(known.wrapping_mul(size)),
                        None => {
                            let scaled = self.scaled(value, size, size_type, span);
                            variable_part = Some(match variable_part {
                                Some(sum) => sum_of(sum, scaled, size_type, span),
                                None => scaled,
                            });
                        }
                    }
                }
                Designator::Range(low, _) => {
                    return Err(self.error(low.span, "`offsetof` names a range", "name one element"));
                }
            }
        }
        let bytes = super::constant::convert_integer(&self.unit.types, bytes, size_type).unwrap_or(0);
        let fixed = Expr { kind: ExprKind::Integer(bytes), ty: size_type, span };
        Ok(match variable_part {
            Some(sum) => sum_of(fixed, sum, size_type, span),
            None => fixed,
        })
    }

    fn scaled(&mut self, index: Expr, size: i128, ty: TypeId, span: Span) -> Expr {
        let index = self.cast(index, ty);
        let size = Expr { kind: ExprKind::Integer(size), ty, span };
        Expr { kind: ExprKind::Binary(BinaryOperator::Multiply, Box::new(index), Box::new(size)), ty, span }
    }
}

fn sum_of(left: Expr, right: Expr, ty: TypeId, span: Span) -> Expr {
    Expr { kind: ExprKind::Binary(BinaryOperator::Add, Box::new(left), Box::new(right)), ty, span }
}

// A place whose evaluation changes nothing and fixes no length.
fn is_plain_place(place: &Expr) -> bool {
    let mut at = place;
    loop {
        at = match &at.kind {
            ExprKind::Variable(_) => return true,
            ExprKind::Deref(inner) | ExprKind::Load(inner) | ExprKind::Decay(inner) => inner,
            ExprKind::Member { base, .. } => base,
            ExprKind::PointerAdd { pointer, index, .. } => {
                let is_simple = matches!(&index.kind, ExprKind::Integer(_))
                    || matches!(&index.kind, ExprKind::Load(place) if matches!(place.kind, ExprKind::Variable(_)));
                if !is_simple {
                    return false;
                }
                pointer
            }
            _ => return false,
        };
    }
}
