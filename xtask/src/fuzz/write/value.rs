//! Expressions: numbers, locals, shared variables, and operators that keep values small.

use super::Writer;
use crate::fuzz::draft::{Expr, Initial, Statement};

/// Types of shared variables.
const TYPES: &[&str] = &["int", "int", "int", "int", "unsigned", "long", "char", "unsigned char", "short", "_Bool"];

impl Writer {
    /// The shared variables of the program.
    pub(super) fn declare_shared(&mut self) {
        for _ in 0..1 + self.random.below(3) {
            let (is_atomic, ty) =
                if self.random.chance(15) { (true, "_Atomic int") } else { (false, self.random.pick(TYPES)) };
            let initial = self.random.chance(40).then(|| Initial::Value(Expr::Number(self.random.between(0, 2))));
            let place = self.global(ty, "x", "", initial);
            self.shared.push(super::Shared { place, is_atomic });
        }
    }

    /// A shared variable.
    pub(super) fn variable(&mut self) -> Expr {
        self.random.pick(&self.shared).place
    }

    /// A local of a thread.
    pub(super) fn local_of(&mut self, thread: usize) -> Expr {
        Expr::Name(self.random.pick(&self.threads[thread].locals))
    }

    /// A small number.
    pub(super) fn number(&mut self) -> Expr {
        Expr::Number(self.random.pick(&[0, 1, 1, 2, 3, -1]))
    }

    /// Something with a value that no other thread can change.
    pub(super) fn private(&mut self, thread: usize) -> Expr {
        if self.random.chance(50) { self.number() } else { self.local_of(thread) }
    }

    /// An expression over shared variables, locals and numbers, with at most so many operators.
    pub(super) fn value(&mut self, thread: usize, operators: usize) -> Expr {
        if operators == 0 {
            return match self.random.below(3) {
                0 => self.number(),
                1 => self.local_of(thread),
                _ => self.variable(),
            };
        }
        let left = self.value(thread, operators - 1);
        match self.random.below(12) {
            0 => Expr::Prefix(self.random.pick(&["-", "!", "~", "+"]), Box::new(left)),
            1 => left.cast(self.random.pick(&["unsigned char", "short", "long", "unsigned", "signed char"])),
            2 => {
                let (yes, no) = (self.private(thread), self.private(thread));
                Expr::Conditional(Box::new(left), Box::new(yes), Box::new(no))
            }
            3 => {
                let right = self.value(thread, 0);
                left.binary(self.random.pick(&["&&", "||"]), right)
            }
            4 => {
                let right = Expr::Number(self.random.between(1, 3));
                left.cast("unsigned").binary(self.random.pick(&["/", "%", "<<", ">>"]), right)
            }
            5 | 6 => {
                let right = self.private(thread);
                left.binary(self.random.pick(&["==", "!=", "<", "<=", ">", ">="]), right)
            }
            7 => {
                let right = self.private(thread);
                left.binary(self.random.pick(&["&", "|", "^", "*", ","]), right)
            }
            _ => {
                let right = self.private(thread);
                left.binary(self.random.pick(&["+", "-"]), right)
            }
        }
    }

    /// A comparison.
    pub(super) fn condition(&mut self, thread: usize) -> Expr {
        let left = self.value(thread, 0);
        let right = self.private(thread);
        left.binary(self.random.pick(&["==", "!=", "<", "<=", ">", ">="]), right)
    }

    /// A change of a shared variable or a local.
    pub(super) fn change(&mut self, thread: usize) -> Statement {
        let target = if self.random.chance(25) { self.local_of(thread) } else { self.variable() };
        match self.random.below(6) {
            0 => Statement::Expr(Expr::Postfix(Box::new(target), self.random.pick(&["++", "--"]))),
            1 => Statement::Expr(Expr::Prefix(self.random.pick(&["++", "--"]), Box::new(target))),
            2 => {
                let value = self.private(thread);
                Statement::Expr(target.binary(self.random.pick(&["+=", "-=", "|=", "&=", "^="]), value))
            }
            3 => {
                let number = self.number();
                target.assign(number)
            }
            _ => {
                let operators = 1 + self.random.below(2);
                let value = self.value(thread, operators);
                target.assign(value)
            }
        }
    }
}
