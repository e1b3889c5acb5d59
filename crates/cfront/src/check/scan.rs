//! Calls of `sscanf` with literal formats. Each becomes a call of a function in C that is written for its format, so that no analysis has to
//! follow the format and the further arguments. `written/vsscanf.c` walks over all other formats when the program runs.

use std::fmt::Write as _;

use super::Checker;
use super::own_format::{OwnFormats, redirect, rewrite_bodies};
use super::walk::Rewrite;
use crate::typed::{Expr, ExprKind, Unit, VariableId};

/// A directive of a format (C11 7.21.6.2).
#[derive(PartialEq, Debug)]
enum Directive {
    Space,
    Character(char),
    /// The base, whether it is signed, and the type of the target.
    Integer {
        base: u32,
        is_signed: bool,
        ty: &'static str,
        is_kept: bool,
        width: u32,
    },
    /// `s`, `c` or `[` with its set.
    Text {
        conversion: char,
        set: String,
        is_kept: bool,
        width: u32,
    },
    /// How many characters were read.
    Position {
        ty: &'static str,
        is_kept: bool,
    },
}

/// The directives of a format; `None` if it has a conversion that is not known.
fn directives(format: &str) -> Option<Vec<Directive>> {
    let mut all = Vec::new();
    let mut rest = format.chars().peekable();
    while let Some(char) = rest.next() {
        if char == ' ' || ('\t'..='\r').contains(&char) {
            all.push(Directive::Space);
            continue;
        }
        if char != '%' {
            all.push(Directive::Character(char));
            continue;
        }
        let is_kept = rest.next_if_eq(&'*').is_none();
        let mut width = 0u32;
        while let Some(digit) = rest.peek().and_then(|char| char.to_digit(10)) {
            width = width.checked_mul(10)?.checked_add(digit)?;
            rest.next();
        }
        let mut length = String::new();
        while let Some(letter) = rest.next_if(|char| "hlqjLzt".contains(*char)) {
            length.push(letter);
        }
        let conversion = rest.next()?;
        let is_signed = matches!(conversion, 'd' | 'i' | 'n');
        let ty = match (length.as_str(), is_signed) {
            ("", true) => "int",
            ("", false) => "unsigned int",
            ("h", true) => "short",
            ("h", false) => "unsigned short",
            ("hh", true) => "signed char",
            ("hh", false) => "unsigned char",
            ("l", true) => "long",
            ("l", false) => "unsigned long",
            ("ll" | "q" | "j" | "L", true) => "long long",
            ("ll" | "q" | "j" | "L", false) => "unsigned long long",
            ("z" | "t", true) => "__PTRDIFF_TYPE__",
            ("z" | "t", false) => "__SIZE_TYPE__",
            _ => return None,
        };
        let base = match conversion {
            'd' | 'u' => 10,
            'o' => 8,
            'x' | 'X' => 16,
            _ => 0,
        };
        match conversion {
            'd' | 'u' | 'o' | 'x' | 'X' | 'i' => {
                all.push(Directive::Integer { base, is_signed, ty, is_kept, width });
            }
            'n' => all.push(Directive::Position { ty, is_kept }),
            '%' => all.extend([Directive::Space, Directive::Character('%')]),
            's' | 'c' if length.is_empty() => {
                let width = if conversion == 'c' { width.max(1) } else { width };
                all.push(Directive::Text { conversion, set: String::new(), is_kept, width });
            }
            '[' if length.is_empty() => {
                let mut set: String = rest.next_if_eq(&'^').into_iter().collect();
                set.extend(rest.next_if_eq(&']'));
                loop {
                    match rest.next()? {
                        ']' => break,
                        char => set.push(char),
                    }
                }
                set.push(']');
                all.push(Directive::Text { conversion, set, is_kept, width });
            }
            _ => return None,
        }
    }
    Some(all)
}

const HEAD: &str = "const char *__raddle_scan_space(const char *at);
const char *__raddle_scan_integer(const char *at, int base, int is_signed, int width, unsigned long long limit, unsigned long long *result);
const char *__raddle_scan_text(const char *at, char conversion, const char *set, int width, char *target);
";

/// The function for a format, and how many targets it has.
fn text(name: &str, directives: &[Directive]) -> (String, usize) {
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
    (text, count)
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
        let write = |name: &str, format: &str| directives(format).map(|directives| text(name, &directives));
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
    fn conversions_of_integers_and_texts_are_known() {
        let integer = Directive::Integer { base: 10, is_signed: true, ty: "int", is_kept: true, width: 0 };
        let position = Directive::Position { ty: "int", is_kept: true };
        assert_eq!(directives("=%d%n"), Some(vec![Directive::Character('='), integer, position]));
        let set = Directive::Text { conversion: '[', set: "^]=]".to_owned(), is_kept: false, width: 31 };
        assert_eq!(directives("%*31[^]=] "), Some(vec![set, Directive::Space]));
        for unknown in ["%lf", "%ms", "%ls", "%[a", "%", "%p", "%lhd"] {
            assert_eq!(directives(unknown), None, "{unknown}");
        }
    }

    #[test]
    fn each_assignment_has_a_target() {
        let (text, count) = text("f", &directives("%d %*s%3c%n").expect("known"));
        assert_eq!(count, 3);
        assert!(text.contains("int f(const char *text, int *target_0, char *target_1, int *target_2)"), "{text}");
    }
}
