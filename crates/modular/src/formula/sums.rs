//! Sums in which each operand occurs once: `v + (1 + w + w)` becomes `v + 2 * w + 1`.
//!
//! Not in the paper. Weakest preconditions substitute sums into sums, so formulas would double at each level of a hierarchy. Numbers wrap
//! around, so the transformation is exact.

use raddle_program::builder::integer;
use raddle_program::syntax::{BinaryOperator, Expr, ExprKind, UnaryOperator};
use raddle_program::types::{TypeId, TypeKind};

use crate::formula::Algebra;

/// A sum of multiples of operands, plus a constant.
#[derive(Default)]
struct Sum {
    terms: Vec<(Expr, i128)>,
    number: i128,
    /// The number of operands of the original expression.
    n_operands: usize,
}

impl Sum {
    fn add(&mut self, algebra: &Algebra<'_>, expr: &Expr, factor: i128) {
        if let ExprKind::Integer(value) = expr.kind {
            self.n_operands += 1;
            self.number = algebra.converted(self.number + algebra.converted(factor * value, expr.ty), expr.ty);
            return;
        }
        match &expr.kind {
            ExprKind::Binary(BinaryOperator::Add, left, right) if left.ty == expr.ty && right.ty == expr.ty => {
                self.add(algebra, left, factor);
                self.add(algebra, right, factor);
            }
            ExprKind::Binary(BinaryOperator::Subtract, left, right) if left.ty == expr.ty && right.ty == expr.ty => {
                self.add(algebra, left, factor);
                self.add(algebra, right, algebra.converted(-factor, expr.ty));
            }
            ExprKind::Binary(BinaryOperator::Multiply, left, right) if left.ty == expr.ty && right.ty == expr.ty => {
                match (&left.kind, &right.kind) {
                    (ExprKind::Integer(by), _) => self.add(algebra, right, algebra.converted(factor * by, expr.ty)),
                    (_, ExprKind::Integer(by)) => self.add(algebra, left, algebra.converted(factor * by, expr.ty)),
                    _ => self.term(algebra, expr, factor),
                }
            }
            ExprKind::Unary(UnaryOperator::Negate, operand) if operand.ty == expr.ty => {
                self.add(algebra, operand, algebra.converted(-factor, expr.ty));
            }
            _ => self.term(algebra, expr, factor),
        }
    }

    fn term(&mut self, algebra: &Algebra<'_>, expr: &Expr, factor: i128) {
        self.n_operands += 1;
        match self.terms.iter_mut().find(|(known, _)| known == expr) {
            Some((_, by)) => *by = algebra.converted(*by + factor, expr.ty),
            None => self.terms.push((expr.clone(), factor)),
        }
    }
}

/// The sum or difference of two operands, if it can be written with fewer operands.
pub fn shorter_sum(
    algebra: &Algebra<'_>,
    operator: BinaryOperator,
    operands: (&Expr, &Expr),
    ty: TypeId,
) -> Option<Expr> {
    let (left, right) = operands;
    let is_sum = matches!(operator, BinaryOperator::Add | BinaryOperator::Subtract);
    let has_numbers = matches!(algebra.types.kind(ty), TypeKind::Int(_));
    if !is_sum || !has_numbers || left.ty != ty || right.ty != ty {
        return None;
    }
    let mut sum = Sum::default();
    sum.add(algebra, left, 1);
    sum.add(algebra, right, if operator == BinaryOperator::Add { 1 } else { -1 });
    sum.terms.retain(|(_, by)| *by != 0);
    if sum.terms.len() + usize::from(sum.number != 0) >= sum.n_operands {
        return None;
    }
    let number = |value| integer(algebra.converted(value, ty), ty);
    let make = |operator, left, right| Expr { kind: ExprKind::Binary(operator, Box::new(left), Box::new(right)), ty };
    let multiples = sum.terms.into_iter().map(|(term, by)| match by {
        1 => term,
        _ => make(BinaryOperator::Multiply, number(by), term),
    });
    let rest = (sum.number != 0).then(|| number(sum.number));
    let made = multiples.chain(rest).reduce(|left, right| make(BinaryOperator::Add, left, right));
    Some(made.unwrap_or(number(0)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use raddle_program::builder::read;
    use raddle_program::entity::Entity;
    use raddle_program::syntax::{LocalId, Place, PlaceKind};
    use raddle_program::types::{DataModel, IntKind, Types};

    /// All sums and differences of small expressions over two variables of eight bits, for all values: the shorter expression has the same
    /// value.
    #[test]
    fn shorter_sums_have_the_same_values() {
        let mut types = Types::new(DataModel::Lp64);
        let int = types.int(IntKind::Int);
        for kind in [IntKind::SignedChar, IntKind::UnsignedChar] {
            let ty = types.int(kind);
            let algebra = Algebra { types: &types, int };
            let variable =
                |number| read(Place { kind: PlaceKind::Local(LocalId::from_index(number)), ty, atomic: None });
            let (a, b) = (variable(0), variable(1));
            let make = |operator, left: &Expr, right: &Expr| {
                let (left, right) = (Box::new(left.clone()), Box::new(right.clone()));
                Expr { kind: ExprKind::Binary(operator, left, right), ty }
            };
            let mut all = vec![a.clone(), b.clone(), integer(1, ty), integer(100, ty)];
            for operator in [BinaryOperator::Add, BinaryOperator::Subtract, BinaryOperator::Multiply] {
                let simple = all[..4].to_vec();
                all.extend(simple.iter().map(|operand| make(operator, &a, operand)));
                all.extend(simple.iter().map(|operand| make(operator, operand, &b)));
            }
            let mut n_shorter = 0;
            for operator in [BinaryOperator::Add, BinaryOperator::Subtract] {
                for left in &all {
                    for right in &all {
                        let Some(shorter) = shorter_sum(&algebra, operator, (left, right), ty) else { continue };
                        n_shorter += 1;
                        let whole = make(operator, left, right);
                        for x in [0, 1, 2, 7, 100, 127] {
                            for y in [0, 1, 3, 64, 101] {
                                let value = |of: &Expr| algebra.evaluate(of, &|v| if v.index() == 0 { x } else { y });
                                assert_eq!(value(&whole), value(&shorter), "{whole:?} {shorter:?} {x} {y}");
                            }
                        }
                    }
                }
            }
            assert!(n_shorter > 100, "{n_shorter}");
        }
    }
}
