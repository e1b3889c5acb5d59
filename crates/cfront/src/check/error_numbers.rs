//! The error numbers that a program distinguishes.
//!
//! After many calls `errno` may be any error number. If the program only compares it with constants and prints it, all numbers that are not
//! among these constants are equivalent: one of them represents them.
//!
//! If the program also assigns only nonnegative constants to it, negative numbers are free to mark that a call may have changed `errno`.
//! The number is then chosen when the program reads it. A choice after each call would multiply the states.

use std::collections::BTreeSet;

use raddle_program::types::TypeId;

use super::Checker;
use super::walk::{Rewrite, Use, walk};
use crate::effects::LAST_ERROR;
use crate::typed::{BinaryOperator, Expr, ExprKind, FunctionId, StatementKind, Unit, VariableId};

/// Functions that only print their arguments, end the process with them, or describe them.
const PRINTS: &str = "strerror printf fprintf dprintf syslog warn warnx err errx error exit _exit _Exit quick_exit";

impl Checker {
    /// Comes when all bodies are known.
    pub(super) fn find_error_numbers(&mut self) {
        let location = self.unit.functions.iter().find(|(_, function)| &*function.name == "__errno_location");
        let Some((location, _)) = location else { return };
        let mut reads = Reads {
            unit: &self.unit,
            location,
            places: 0,
            known: 0,
            is_read: false,
            is_negative: false,
            compared: BTreeSet::new(),
        };
        for function in self.unit.functions.values() {
            if let Some(body) = &function.body {
                walk(&mut body.clone(), &mut reads);
            }
        }
        for statement in self.unit.statements() {
            if let StatementKind::Switch { scrutinee, cases, .. } = &statement.kind
                && reads.is_read_of_it(scrutinee)
                && cases.iter().all(|(low, high, _)| low == high)
            {
                reads.known += 1;
                reads.compared.extend(cases.iter().map(|&(number, ..)| number));
            }
        }
        let Reads { places, known, is_read, is_negative, compared, .. } = reads;
        if known < places {
            return;
        }
        let mut numbers: Vec<i128> = compared.into_iter().filter(|number| (1..=LAST_ERROR).contains(number)).collect();
        numbers.extend((1..=LAST_ERROR).find(|number| !numbers.contains(number)));
        self.unit.chooses_error_numbers_late = is_read && !is_negative;
        self.unit.error_numbers = Some(if is_read { numbers } else { Vec::new() });
    }
}

/// Counts the places where the program looks for `errno`, and those of them of which it is known what is learned there.
struct Reads<'a> {
    unit: &'a Unit,
    location: FunctionId,
    places: usize,
    known: usize,
    is_read: bool,
    /// Whether it may be assigned a negative number.
    is_negative: bool,
    compared: BTreeSet<i128>,
}

impl Reads<'_> {
    /// Whether an expression is the object.
    fn is_it(&self, object: &Expr) -> bool {
        let ExprKind::Deref(pointer) = &object.kind else { return false };
        let ExprKind::Call { callee, .. } = &pointer.kind else { return false };
        matches!(callee.kind, ExprKind::Function(function) if function == self.location)
    }

    fn is_read_of_it(&self, expr: &Expr) -> bool {
        matches!(&expr.kind, ExprKind::Load(object) if self.is_it(object))
    }

    fn prints(&self, callee: &Expr) -> bool {
        let ExprKind::Function(function) = callee.kind else { return false };
        let function = &self.unit.functions[function];
        function.body.is_none() && PRINTS.split_whitespace().any(|listed| listed == &*function.name)
    }
}

impl Rewrite for Reads<'_> {
    fn expression(&mut self, _: &mut Expr, _: &mut Vec<VariableId>) {}

    fn used_expression(&mut self, expr: &mut Expr, using: Use, _: &mut Vec<VariableId>) {
        match &expr.kind {
            // Whatever else is done with the function counts as well.
            ExprKind::Function(function) if *function == self.location => self.places += 1,
            ExprKind::Assign { target, value } if self.is_it(target) => {
                self.known += 1;
                self.is_negative |= !matches!(value.kind, ExprKind::Integer(0..));
            }
            // All error numbers are positive.
            ExprKind::Load(object) if self.is_it(object) => {
                self.is_read = true;
                self.known += usize::from(using != Use::Value);
            }
            ExprKind::Binary(BinaryOperator::Equal | BinaryOperator::NotEqual, left, right) => {
                for (read, other) in [(left, right), (right, left)] {
                    if let ExprKind::Integer(number) = other.kind
                        && number != 0
                        && self.is_read_of_it(read)
                    {
                        self.known += 1;
                        self.compared.insert(number);
                    }
                }
            }
            ExprKind::Call { callee, arguments } if self.prints(callee) => {
                self.known += arguments.iter().filter(|argument| self.is_read_of_it(argument)).count();
            }
            _ => {}
        }
    }

    fn use_in_conversion(&self, _: TypeId) -> Use {
        Use::Value
    }
}
