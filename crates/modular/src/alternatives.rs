//! Conditional expressions on a path: keeps only the alternative that the path takes. `a < b ? a : b` is `a` if `a < b`.
//!
//! Not in the paper. A weakest precondition contains all alternatives. With substitution, the formula would at least double at each level
//! of a hierarchy: the minimum of n numbers, passed from thread to thread, is a formula of size 2^n. The formula used instead is stronger:
//! the condition of the alternative and the property of its value. A promise may be stronger than necessary, and so may the target of a
//! query: the path that led to it is still covered.

use raddle_program::entity::Entity;
use raddle_program::syntax::{Expr, ExprKind, LocalId};

use crate::formula::Algebra;

/// The alternative that a path took.
#[derive(Clone, PartialEq, Debug)]
pub struct Taken {
    /// The value, without conditional expressions.
    pub value: Expr,
    /// The conditions under which this is the value, without conditional expressions.
    pub conditions: Vec<Expr>,
}

/// The expression with its conditions decided by the values of variables; `None` if it has no alternatives, or a condition has no value.
pub fn taken(algebra: Algebra<'_>, expr: &Expr, values: &[i128]) -> Option<Taken> {
    let mut conditions = Vec::new();
    let value = walk(algebra, expr, values, &mut conditions)?;
    (!conditions.is_empty()).then_some(Taken { value, conditions })
}

fn walk(algebra: Algebra<'_>, expr: &Expr, values: &[i128], conditions: &mut Vec<Expr>) -> Option<Expr> {
    let ty = expr.ty;
    Some(match &expr.kind {
        ExprKind::Conditional { condition, then, otherwise } => {
            let value = |variable: LocalId| values.get(variable.index()).copied().unwrap_or(0);
            let holds = algebra.evaluate(condition, &value)? != 0;
            let straight = walk(algebra, condition, values, conditions)?;
            conditions.push(if holds { algebra.truth(straight) } else { algebra.not(straight) });
            walk(algebra, if holds { then } else { otherwise }, values, conditions)?
        }
        ExprKind::Unary(operator, operand) => algebra.unary(*operator, walk(algebra, operand, values, conditions)?, ty),
        ExprKind::Binary(operator, left, right) => {
            let left = walk(algebra, left, values, conditions)?;
            algebra.binary(*operator, left, walk(algebra, right, values, conditions)?, ty)
        }
        ExprKind::Cast(operand) => algebra.cast(walk(algebra, operand, values, conditions)?, ty),
        _ => expr.clone(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use raddle_program::builder::{conditional, integer, read};
    use raddle_program::syntax::{BinaryOperator, Place, PlaceKind};
    use raddle_program::types::{DataModel, IntKind, Types};

    /// The least of three numbers, plus one: for all values the kept conditions hold, have no alternatives, and give the same value.
    #[test]
    fn of_a_value_with_alternatives_what_is_taken_is_kept_with_its_conditions() {
        let mut types = Types::new(DataModel::Lp64);
        let int = types.int(IntKind::Int);
        let algebra = Algebra { types: &types, int };
        let variable =
            |number| read(Place { kind: PlaceKind::Local(LocalId::from_index(number)), ty: int, atomic: None });
        let least = |one: &Expr, other: &Expr| {
            let is_less = algebra.binary(BinaryOperator::Less, one.clone(), other.clone(), int);
            conditional(is_less, one.clone(), other.clone())
        };
        let of_three = least(&variable(0), &least(&variable(1), &variable(2)));
        let value = algebra.binary(BinaryOperator::Add, of_three, integer(1, int), int);
        assert_eq!(taken(algebra, &variable(0), &[1]), None);
        for number in 0..27 {
            let values = [number % 3, number / 3 % 3, number / 9];
            let kept = taken(algebra, &value, &values).expect("it has alternatives");
            let at = |expr: &Expr, values: &[i128]| algebra.evaluate(expr, &|variable| values[variable.index()]);
            for other in 0..27 {
                let others = [other % 3, other / 3 % 3, other / 9];
                let holds = kept.conditions.iter().all(|condition| at(condition, &others) == Some(1));
                assert!(holds || others != values);
                // If the conditions hold, the value is the same for all values of the variables.
                assert!(!holds || at(&kept.value, &others) == at(&value, &others), "{values:?} {others:?}");
            }
            assert_eq!(taken(algebra, &kept.value, &values), None);
        }
    }
}
