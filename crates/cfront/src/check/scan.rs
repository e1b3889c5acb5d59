//! Calls of `sscanf` with literal formats. Each becomes a call of a function in C that is written for its format, so that no analysis has to
//! follow the format and the further arguments. `written/vsscanf.c` walks over all other formats when the program runs.

use std::fmt::Write as _;

use super::Checker;
use super::own_format::{OwnFormats, redirect, rewrite_bodies};
use super::walk::Rewrite;
use crate::scan_format::{Directive, directives};
use crate::typed::{Expr, ExprKind, Unit, VariableId};

const HEAD: &str = "const char *__raddle_scan_space(const char *at);
const char *__raddle_scan_integer(const char *at, int base, int is_signed, int width, unsigned long long limit, unsigned long long *result);
const char *__raddle_scan_text(const char *at, char conversion, const char *set, int width, char *target);
const char *__raddle_scan_float(const char *at, int width);
float __raddle_result_of_scanned_float(void);
double __raddle_result_of_scanned_double(void);
long double __raddle_result_of_scanned_long_double(void);
";

/// The function for a format, and how many targets it has. None for `%p`: C leaves open how an address looks.
fn text(name: &str, directives: &[Directive]) -> Option<(String, usize)> {
    let (mut body, mut parameters, mut count) = (String::new(), String::new(), 0usize);
    let mut target = |ty: &str, is_kept: bool| {
        is_kept.then(|| {
            _ = write!(parameters, ", {ty} *target_{count}");
            count += 1;
            format!("target_{}", count - 1)
        })
    };
    let input = "    if (*at == 0)\n        return count == 0 ? -1 : count;\n";
    for directive in directives {
        match directive {
            Directive::Space => body.push_str("    at = __raddle_scan_space(at);\n"),
            Directive::Character(char) => {
                let code = i32::from(*char as u8 as i8);
                _ = writeln!(
                    body,
                    "    if (*at != {code})\n        return *at == 0 && count == 0 ? -1 : count;\n    at++;"
                );
            }
            Directive::Integer { base, is_signed, ty, is_kept, width } => {
                let limit = if ty.ends_with("long long") { "~0ull" } else { "~0ul" };
                body.push_str("    at = __raddle_scan_space(at);\n");
                body.push_str(input);
                let signed = i32::from(*is_signed);
                _ = writeln!(body, "    at = __raddle_scan_integer(at, {base}, {signed}, {width}, {limit}, &value);");
                body.push_str("    if (!at)\n        return count;\n");
                if let Some(target) = target(ty, *is_kept) {
                    _ = writeln!(body, "    *{target} = ({ty})value;\n    count++;");
                }
            }
            Directive::Float { ty, is_kept, width } => {
                body.push_str("    at = __raddle_scan_space(at);\n");
                body.push_str(input);
                _ = writeln!(body, "    at = __raddle_scan_float(at, {width});");
                body.push_str("    if (!at)\n        return count;\n");
                if let Some(target) = target(ty, *is_kept) {
                    let any = ty.replace(' ', "_");
                    _ = writeln!(body, "    *{target} = __raddle_result_of_scanned_{any}();\n    count++;");
                }
            }
            Directive::Pointer { .. } => return None,
            Directive::Text { conversion, set, is_kept, width } => {
                if *conversion == 's' {
                    body.push_str("    at = __raddle_scan_space(at);\n");
                }
                body.push_str(input);
                let target = target("char", *is_kept);
                let given = target.as_deref().unwrap_or("0");
                let set: String = set.chars().map(|char| format!("\\{:03o}", char as u8)).collect();
                _ = writeln!(body, "    next = __raddle_scan_text(at, '{conversion}', \"{set}\", {width}, {given});");
                body.push_str("    if (next == at)\n        return count;\n    at = next;\n");
                if target.is_some() {
                    body.push_str("    count++;\n");
                }
            }
            Directive::Position { ty, is_kept } => {
                if let Some(target) = target(ty, *is_kept) {
                    _ = writeln!(body, "    *{target} = ({ty})(at - text);");
                }
            }
        }
    }
    let text = format!(
        "{HEAD}\nint {name}(const char *text{parameters})\n{{\n    const char *at = text, *next;\n    int count = 0;\n    \
         unsigned long long value;\n{body}    return count;\n}}\n"
    );
    Some((text, count))
}

impl Checker {
    /// Comes when the origins of texts are known, and in front of the functions in C.
    pub(super) fn write_scans(&mut self) {
        if !self.unit.names("sscanf") {
            return;
        }
        let mut scans = Scans { checker: self, formats: OwnFormats::default() };
        rewrite_bodies(&mut scans, |scans| scans.checker);
        self.forget_unnamed(&["sscanf"]);
    }
}

/// Writes a function for each format.
struct Scans<'a> {
    checker: &'a mut Checker,
    formats: OwnFormats,
}

impl Rewrite for Scans<'_> {
    fn expression(&mut self, expr: &mut Expr, _: &mut Vec<VariableId>) {
        let ExprKind::Call { callee, arguments } = &mut expr.kind else { return };
        let unit = &self.checker.unit;
        if !is_scan(unit, callee) {
            return;
        }
        let Some(format) = arguments.get(1) else { return };
        let write = |name: &str, format: &str| directives(format).and_then(|directives| text(name, &directives));
        let Some((own, count)) = self.formats.function(self.checker, "__raddle_scan_", format, write) else { return };
        if arguments.len() - 2 != count {
            return;
        }
        arguments.remove(1);
        redirect(self.checker, callee, arguments, own);
    }
}

fn is_scan(unit: &Unit, callee: &Expr) -> bool {
    let ExprKind::Function(function) = callee.kind else { return false };
    unit.functions[function].body.is_none() && *unit.functions[function].name == *"sscanf"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_assignment_has_a_target() {
        let (text, count) = text("f", &directives("%d %*s%3c%n").expect("known")).expect("written");
        assert_eq!(count, 3);
        assert!(text.contains("int f(const char *text, int *target_0, char *target_1, int *target_2)"), "{text}");
    }
}
