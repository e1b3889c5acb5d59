//! Whether the small domain of the reference interpreter contains all values of a draft's inputs.
//!
//! Inputs have their bounds in the text. The result of an undefined operation, too, may be any value of its type: it
//! must go to a variable that is never read, and then one value stands for all.

use crate::fuzz::draft::{Draft, Expr, Statement};

/// The prefix of the names of locals that are only written.
pub(super) const UNREAD: &str = "unread";

/// Whether everything that a draft leaves open has its values in the domain, or is never read.
pub fn bounds_inputs(draft: &Draft) -> bool {
    let mut found = Found { has_input: false, has_undefined: false, is_open: false };
    for procedure in &draft.procedures {
        found.block(&procedure.body);
    }
    !found.is_open && (found.has_input || found.has_undefined)
}

struct Found {
    /// Whether there are inputs.
    has_input: bool,
    /// Whether there are operations that may be undefined, with unread results.
    has_undefined: bool,
    /// Whether something else is left open: memory without a value, an undefined result that is read.
    is_open: bool,
}

impl Found {
    fn block(&mut self, block: &[Statement]) {
        for statement in block {
            self.has_input |= matches!(statement, Statement::Input { .. });
            match statement {
                Statement::Expr(Expr::Binary("=", target, value)) if is_unread(target) => self.unread_value(value),
                _ => statement.exprs().into_iter().for_each(|expr| self.expr(expr)),
            }
            statement.blocks().into_iter().for_each(|inner| self.block(inner));
        }
    }

    /// The value that an unread local gets: its outermost operation may be undefined.
    fn unread_value(&mut self, value: &Expr) {
        if may_be_undefined(value) {
            self.has_undefined = true;
            value.parts().into_iter().for_each(|part| self.expr(part));
        } else {
            self.expr(value);
        }
    }

    fn expr(&mut self, expr: &Expr) {
        let is_malloc = matches!(expr, Expr::Call(name, _) if name == "malloc");
        self.is_open |= is_malloc || is_unread(expr) || may_be_undefined(expr);
        expr.parts().into_iter().for_each(|part| self.expr(part));
    }
}

fn is_unread(expr: &Expr) -> bool {
    matches!(expr, Expr::Name(name) if name.starts_with(UNREAD))
}

/// Whether the operation itself, not its operands, may be undefined: divisions but by positive numbers, shifts but of
/// unsigned values by small numbers.
fn may_be_undefined(expr: &Expr) -> bool {
    match expr {
        Expr::Binary("/" | "%" | "/=" | "%=", _, right) => !matches!(**right, Expr::Number(number) if number > 0),
        Expr::Binary("<<" | ">>", left, right) => {
            let is_unsigned = matches!(&**left, Expr::Cast(ty, _) if ty == "unsigned");
            !(is_unsigned && matches!(**right, Expr::Number(number) if (0..32).contains(&number)))
        }
        Expr::Binary("<<=" | ">>=", _, _) => true,
        Expr::Number(_)
        | Expr::Name(_)
        | Expr::Prefix(..)
        | Expr::Postfix(..)
        | Expr::Binary(..)
        | Expr::Conditional(..)
        | Expr::Cast(..)
        | Expr::Index(..)
        | Expr::Field(..)
        | Expr::Call(..) => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fuzz::draft::Procedure;

    fn bounds(body: Vec<Statement>) -> bool {
        let procedures = vec![Procedure { head: "int main(void)".into(), name: "main".into(), body }];
        bounds_inputs(&Draft { procedures, ..Draft::default() })
    }

    #[test]
    fn what_is_undefined_must_not_be_read() {
        let input = || Statement::Input { name: "n".into(), low: 0, high: 1 };
        let division = || Expr::Number(7).binary("/", Expr::name("n"));
        let unread = || Expr::name("unread1");
        assert!(bounds(vec![input()]));
        assert!(bounds(vec![input(), unread().assign(division())]));
        assert!(bounds(vec![unread().assign(division())]));
        assert!(!bounds(vec![input(), Expr::name("l0").assign(division())]));
        assert!(!bounds(vec![input(), unread().assign(division().binary("+", Expr::Number(1)))]));
        assert!(!bounds(vec![unread().assign(division()), Expr::name("l0").assign(unread())]));
        assert!(!bounds(vec![input(), Expr::name("p").assign(Expr::call("malloc", vec![Expr::Number(4)]))]));
        let constant = Expr::name("x").cast("unsigned").binary("<<", Expr::Number(3));
        assert!(bounds(vec![input(), Expr::name("l0").assign(constant)]));
    }
}
