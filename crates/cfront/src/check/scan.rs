//! The formats of `sscanf`: where all are literals whose conversions have a model, the function in C need not look for others, which
//! analyses without values would take for reached.

use super::Checker;
use super::walk::{Rewrite, walk};
use crate::typed::{Expr, ExprKind, Unit, VariableId};

/// What `written/vsscanf.c` calls for a conversion that it does not know.
const UNKNOWN: &str = "__raddle_input_without_model";

impl Checker {
    /// Comes when the origins of texts are known, and in front of the functions in C.
    pub(super) fn look_at_scan_formats(&mut self) {
        if !self.unit.names("sscanf") || self.unit.names("vsscanf") {
            return;
        }
        let mut formats = Formats { unit: &self.unit, n_named: 0, n_known: 0 };
        for body in self.unit.functions.values().filter_map(|function| function.body.as_ref()) {
            walk(&mut body.clone(), &mut formats);
        }
        if formats.n_named == formats.n_known {
            self.own_function(UNKNOWN, &format!("void {UNKNOWN}(void)\n{{\n}}\n"));
        }
    }
}

/// How often `sscanf` is named, and how often it is called with a format that is known.
struct Formats<'u> {
    unit: &'u Unit,
    n_named: usize,
    n_known: usize,
}

impl Formats<'_> {
    fn is_scan(&self, callee: &Expr) -> bool {
        matches!(callee.kind, ExprKind::Function(function) if *self.unit.functions[function].name == *"sscanf")
    }
}

impl Rewrite for Formats<'_> {
    fn expression(&mut self, expr: &mut Expr, _: &mut Vec<VariableId>) {
        self.n_named += usize::from(self.is_scan(expr));
        let ExprKind::Call { callee, arguments } = &expr.kind else { return };
        if !self.is_scan(callee) {
            return;
        }
        let format = arguments.get(1).and_then(|format| self.unit.literal_of(format));
        let units =
            format.map(|string| self.unit.strings[string].units.iter().filter_map(|&unit| char::from_u32(unit)));
        self.n_known += usize::from(units.is_some_and(|units| is_known(&units.collect::<String>())));
    }
}

/// Whether a format has no conversions but those of integers and texts.
fn is_known(format: &str) -> bool {
    let mut rest = format.chars().peekable();
    while let Some(char) = rest.next() {
        if char != '%' {
            continue;
        }
        rest.next_if_eq(&'*');
        while rest.next_if(char::is_ascii_digit).is_some() {}
        let mut is_long = false;
        while let Some(length) = rest.next_if(|char| "hlqjLzt".contains(*char)) {
            is_long |= length != 'h';
        }
        match rest.next() {
            Some('d' | 'i' | 'u' | 'o' | 'x' | 'X' | 'n' | '%') => {}
            Some('s' | 'c') if !is_long => {}
            Some('[') if !is_long => {
                rest.next_if_eq(&'^');
                rest.next_if_eq(&']');
                if !rest.by_ref().any(|char| char == ']') {
                    return false;
                }
            }
            _ => return false,
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::is_known;

    #[test]
    fn conversions_of_integers_and_texts_are_known() {
        assert!(is_known("limit=%d%n"));
        assert!(is_known("%*s %31[^]=] = %ld%%"));
        assert!(!is_known("%lf"));
        assert!(!is_known("%ms"));
        assert!(!is_known("%ls"));
        assert!(!is_known("%[a"));
        assert!(!is_known("%"));
    }
}
