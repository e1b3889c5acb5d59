//! Formulas: expressions with the value 0 or 1, so that programs can contain them directly.
//!
//! Constructors simplify. A conjunction is a list of formulas; a disjunction is a conditional expression.

mod sums;

use raddle_program::builder::integer;
use raddle_program::semantics::Interval;
use raddle_program::syntax::{BinaryOperator, Expr, ExprKind, LocalId, PlaceKind, UnaryOperator};
use raddle_program::types::{TypeId, TypeKind, Types};

use self::sums::shorter_sum;

/// Builds expressions over the types of a program.
#[derive(Clone, Copy)]
pub struct Algebra<'a> {
    /// The types.
    pub types: &'a Types,
    /// `int`, the type of formulas.
    pub int: TypeId,
}

/// The variables that are mentioned, in order of appearance, perhaps more than once.
pub fn variables(expr: &Expr, found: &mut Vec<LocalId>) {
    match &expr.kind {
        ExprKind::Read(place) => {
            if let PlaceKind::Local(variable) = place.kind {
                found.push(variable);
            }
        }
        ExprKind::Unary(_, operand) | ExprKind::Cast(operand) => variables(operand, found),
        ExprKind::Binary(_, left, right) => {
            variables(left, found);
            variables(right, found);
        }
        ExprKind::Conditional { condition, then, otherwise } => {
            variables(condition, found);
            variables(then, found);
            variables(otherwise, found);
        }
        // No formula has these.
        ExprKind::Integer(_)
        | ExprKind::AddressOf(_)
        | ExprKind::Procedure(_)
        | ExprKind::SelfId
        | ExprKind::AllocationSize(..)
        | ExprKind::PointerAdd { .. }
        | ExprKind::PointerDifference { .. }
        | ExprKind::Floating(..) => {}
    }
}

/// Whether an expression mentions a variable that satisfies `fits`.
pub fn mentions(expr: &Expr, fits: impl Fn(LocalId) -> bool) -> bool {
    let mut found = Vec::new();
    variables(expr, &mut found);
    found.into_iter().any(fits)
}

fn constant(expr: &Expr) -> Option<i128> {
    match expr.kind {
        ExprKind::Integer(value) => Some(value),
        _ => None,
    }
}

impl Algebra<'_> {
    /// A truth value.
    pub fn truth_value(&self, holds: bool) -> Expr {
        integer(i128::from(holds), self.int)
    }

    fn shape(&self, ty: TypeId) -> (u32, bool) {
        self.types.scalar_shape(ty).unwrap_or((64, false))
    }

    fn range(&self, ty: TypeId) -> (i128, i128) {
        if *self.types.kind(ty) == TypeKind::Bool {
            return (0, 1);
        }
        let (bits, is_signed) = self.shape(ty);
        let all = Interval::of_shape(bits, is_signed);
        (all.low, all.high)
    }

    /// A number converted to a type.
    pub fn converted(&self, value: i128, ty: TypeId) -> i128 {
        if *self.types.kind(ty) == TypeKind::Bool {
            return i128::from(value != 0);
        }
        let (bits, is_signed) = self.shape(ty);
        let low = value & ((1_i128 << bits) - 1);
        if is_signed && (low >> (bits - 1)) & 1 == 1 { low - (1_i128 << bits) } else { low }
    }

    /// Whether an expression is an `int` that is 0 or 1.
    fn is_formula(&self, expr: &Expr) -> bool {
        expr.ty == self.int
            && match &expr.kind {
                ExprKind::Integer(value) => *value == 0 || *value == 1,
                ExprKind::Unary(operator, _) => *operator == UnaryOperator::LogicalNot,
                ExprKind::Binary(operator, ..) => operator.is_comparison(),
                ExprKind::Conditional { then, otherwise, .. } => self.is_formula(then) && self.is_formula(otherwise),
                _ => false,
            }
    }

    /// The condition that a scalar is not zero.
    pub fn truth(&self, expr: Expr) -> Expr {
        if self.is_formula(&expr) {
            return expr;
        }
        let zero = integer(0, expr.ty);
        self.binary(BinaryOperator::NotEqual, expr, zero, self.int)
    }

    /// The condition that a scalar is zero.
    pub fn not(&self, expr: Expr) -> Expr {
        let Expr { kind, ty } = expr;
        match kind {
            ExprKind::Integer(value) => self.truth_value(value == 0),
            ExprKind::Unary(UnaryOperator::LogicalNot, operand) => self.truth(*operand),
            ExprKind::Binary(operator, left, right) if operator.is_comparison() => {
                let opposite = match operator {
                    BinaryOperator::Equal => BinaryOperator::NotEqual,
                    BinaryOperator::NotEqual => BinaryOperator::Equal,
                    BinaryOperator::Less => BinaryOperator::GreaterEqual,
                    BinaryOperator::LessEqual => BinaryOperator::Greater,
                    BinaryOperator::Greater => BinaryOperator::LessEqual,
                    _ => BinaryOperator::Less,
                };
                self.binary(opposite, *left, *right, self.int)
            }
            ExprKind::Conditional { condition, then, otherwise } => {
                let (then, otherwise) = (self.not(*then), self.not(*otherwise));
                self.conditional(*condition, then, otherwise)
            }
            kind => {
                let zero = integer(0, ty);
                self.binary(BinaryOperator::Equal, Expr { kind, ty }, zero, self.int)
            }
        }
    }

    /// Conjunction of two formulas.
    pub fn and(&self, left: Expr, right: Expr) -> Expr {
        let (left, right) = (self.truth(left), self.truth(right));
        if left == right {
            return left;
        }
        self.conditional(left, right, self.truth_value(false))
    }

    /// Disjunction of two formulas.
    pub fn or(&self, left: Expr, right: Expr) -> Expr {
        let (left, right) = (self.truth(left), self.truth(right));
        if left == right {
            return left;
        }
        self.conditional(left, self.truth_value(true), right)
    }

    /// Conjunction of a list of formulas.
    pub fn all(&self, formulas: &[Expr]) -> Expr {
        let mut result = self.truth_value(true);
        for formula in formulas.iter().rev() {
            result = self.and(formula.clone(), result);
        }
        result
    }

    /// Equality of two values of one type.
    pub fn equal(&self, left: Expr, right: Expr) -> Expr {
        self.binary(BinaryOperator::Equal, left, right, self.int)
    }

    /// Arithmetic on one operand.
    pub fn unary(&self, operator: UnaryOperator, operand: Expr, ty: TypeId) -> Expr {
        match (operator, constant(&operand)) {
            (UnaryOperator::LogicalNot, _) if ty == self.int => self.not(operand),
            (UnaryOperator::Negate, Some(value)) => integer(self.converted(-value, ty), ty),
            (UnaryOperator::BitNot, Some(value)) => integer(self.converted(!value, ty), ty),
            _ => Expr { kind: ExprKind::Unary(operator, Box::new(operand)), ty },
        }
    }

    /// Arithmetic on two operands.
    pub fn binary(&self, operator: BinaryOperator, left: Expr, right: Expr, ty: TypeId) -> Expr {
        if let (Some(a), Some(b)) = (constant(&left), constant(&right))
            && let Some(value) = self.compute(operator, a, b, ty)
        {
            return integer(value, ty);
        }
        if let Some(sum) = shorter_sum(self, operator, (&left, &right), ty) {
            return sum;
        }
        if operator.is_comparison() && ty == self.int {
            if left == right {
                let holds = matches!(
                    operator,
                    BinaryOperator::Equal | BinaryOperator::LessEqual | BinaryOperator::GreaterEqual
                );
                return self.truth_value(holds);
            }
            if let (BinaryOperator::Equal | BinaryOperator::NotEqual, Some(number)) = (operator, constant(&right)) {
                return self.compare_with(operator, left, number);
            }
        }
        Expr { kind: ExprKind::Binary(operator, Box::new(left), Box::new(right)), ty }
    }

    /// Comparison of an expression with a number: equal, or not equal.
    fn compare_with(&self, operator: BinaryOperator, left: Expr, number: i128) -> Expr {
        let is_equal = operator == BinaryOperator::Equal;
        let (low, high) = self.range(left.ty);
        if number < low || number > high {
            return self.truth_value(!is_equal);
        }
        if self.is_formula(&left) {
            return match (number, is_equal) {
                (0, true) | (1, false) => self.not(left),
                (0, false) | (1, true) => left,
                (_, is_equal) => self.truth_value(!is_equal),
            };
        }
        if let ExprKind::Cast(inner) = &left.kind {
            let (inner_low, inner_high) = self.range(inner.ty);
            // A conversion that preserves all values.
            if low <= inner_low && inner_high <= high && *self.types.kind(left.ty) != TypeKind::Bool {
                return self.compare_with(operator, (**inner).clone(), number);
            }
        }
        let right = integer(number, left.ty);
        Expr { kind: ExprKind::Binary(operator, Box::new(left), Box::new(right)), ty: self.int }
    }

    /// A conversion.
    pub fn cast(&self, operand: Expr, ty: TypeId) -> Expr {
        if operand.ty == ty {
            return operand;
        }
        match constant(&operand) {
            Some(value) => integer(self.converted(value, ty), ty),
            None => Expr { kind: ExprKind::Cast(Box::new(operand)), ty },
        }
    }

    /// A choice between two values of one type.
    pub fn conditional(&self, condition: Expr, then: Expr, otherwise: Expr) -> Expr {
        if let Some(value) = constant(&condition) {
            return if value != 0 { then } else { otherwise };
        }
        if then == otherwise {
            return then;
        }
        if then.ty == self.int && constant(&otherwise) == Some(0) && constant(&then) == Some(1) {
            return self.truth(condition);
        }
        if then.ty == self.int && constant(&otherwise) == Some(1) && constant(&then) == Some(0) {
            return self.not(condition);
        }
        raddle_program::builder::conditional(self.truth(condition), then, otherwise)
    }

    /// Substitutes values for variables, and simplifies.
    pub fn substitute(&self, expr: &Expr, value: &dyn Fn(LocalId, TypeId) -> Option<Expr>) -> Expr {
        let ty = expr.ty;
        match &expr.kind {
            ExprKind::Read(place) => match place.kind {
                PlaceKind::Local(variable) => value(variable, ty).unwrap_or_else(|| expr.clone()),
                _ => expr.clone(),
            },
            ExprKind::Unary(operator, operand) => self.unary(*operator, self.substitute(operand, value), ty),
            ExprKind::Binary(operator, left, right) => {
                self.binary(*operator, self.substitute(left, value), self.substitute(right, value), ty)
            }
            ExprKind::Cast(operand) => self.cast(self.substitute(operand, value), ty),
            ExprKind::Conditional { condition, then, otherwise } => self.conditional(
                self.substitute(condition, value),
                self.substitute(then, value),
                self.substitute(otherwise, value),
            ),
            ExprKind::Integer(_)
            | ExprKind::AddressOf(_)
            | ExprKind::Procedure(_)
            | ExprKind::SelfId
            | ExprKind::AllocationSize(..)
            | ExprKind::PointerAdd { .. }
            | ExprKind::PointerDifference { .. }
            | ExprKind::Floating(..) => expr.clone(),
        }
    }

    /// The conjuncts of a formula, each once; a single 0 if one of them is 0.
    pub fn conjuncts(&self, formula: &Expr) -> Vec<Expr> {
        let mut found = Vec::new();
        self.split(self.truth(formula.clone()), &mut found);
        if found.iter().any(|it| constant(it) == Some(0)) {
            return vec![self.truth_value(false)];
        }
        found
    }

    fn split(&self, formula: Expr, found: &mut Vec<Expr>) {
        match formula.kind {
            ExprKind::Integer(value) if value != 0 => {}
            ExprKind::Conditional { condition, then, otherwise } if constant(&otherwise) == Some(0) => {
                self.split(*condition, found);
                self.split(*then, found);
            }
            ExprKind::Conditional { condition, then, otherwise } if constant(&then) == Some(0) => {
                self.split(self.not(*condition), found);
                self.split(*otherwise, found);
            }
            kind => {
                let formula = Expr { kind, ty: formula.ty };
                if !found.contains(&formula) {
                    found.push(formula);
                }
            }
        }
    }

    fn compute(&self, operator: BinaryOperator, a: i128, b: i128, ty: TypeId) -> Option<i128> {
        let (bits, _) = self.shape(ty);
        let value = match operator {
            BinaryOperator::Add => a + b,
            BinaryOperator::Subtract => a - b,
            BinaryOperator::Multiply => a.wrapping_mul(b),
            BinaryOperator::Divide => a.checked_div(b)?,
            BinaryOperator::Remainder => a.checked_rem(b)?,
            BinaryOperator::ShiftLeft | BinaryOperator::ShiftRight => {
                let amount = u32::try_from(b).ok().filter(|&amount| amount < bits)?;
                if operator == BinaryOperator::ShiftLeft { a.wrapping_shl(amount) } else { a >> amount }
            }
            BinaryOperator::BitAnd => a & b,
            BinaryOperator::BitOr => a | b,
            BinaryOperator::BitXor => a ^ b,
            BinaryOperator::Equal => i128::from(a == b),
            BinaryOperator::NotEqual => i128::from(a != b),
            BinaryOperator::Less => i128::from(a < b),
            BinaryOperator::LessEqual => i128::from(a <= b),
            BinaryOperator::Greater => i128::from(a > b),
            BinaryOperator::GreaterEqual => i128::from(a >= b),
        };
        Some(self.converted(value, ty))
    }

    /// The value of an expression under an assignment; `None` if it has none.
    pub fn evaluate(&self, expr: &Expr, value: &dyn Fn(LocalId) -> i128) -> Option<i128> {
        constant(&self.substitute(expr, &|variable, ty| Some(integer(value(variable), ty))))
    }
}
