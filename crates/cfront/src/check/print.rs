//! Calls of `snprintf` and `sprintf` with literal formats. Each becomes a call of a function in C that is written for its format, so that no
//! analysis has to follow the format and the further arguments, or meets conversions that the format does not have.
//! `written/vsnprintf.c` walks over all other formats when the program runs.

use std::fmt::Write as _;
use std::iter::Peekable;
use std::str::Chars;

use raddle_program::types::{FloatKind, TypeId, TypeKind};

use super::Checker;
use super::own_format::{OwnFormats, redirect, rewrite_bodies};
use super::walk::Rewrite;
use crate::typed::{Expr, ExprKind, Unit, VariableId};

/// A part of a format (C11 7.21.6.1).
#[derive(PartialEq, Debug)]
enum Part {
    Character(char),
    Conversion { letter: char, ty: &'static str, narrow: Option<&'static str>, field: Field },
}

/// Flags, width and precision.
#[derive(PartialEq, Debug, Default)]
struct Field {
    is_left: bool,
    has_zeros: bool,
    is_alternative: bool,
    sign: Option<char>,
    width: u32,
    precision: Option<u32>,
}

/// A conversion as it is written in a format, behind the `%`.
#[derive(PartialEq, Debug)]
pub(super) struct Specification {
    /// `-`, `0`, `#`, `+` and blanks.
    pub flags: String,
    /// The least number of characters.
    pub width: Option<Amount>,
    /// What follows the point.
    pub precision: Option<Amount>,
    /// The letters `h`, `l`, `q`, `j`, `L`, `z` and `t`.
    pub length: String,
    /// What is converted, or `%`.
    pub letter: char,
}

/// A width or a precision.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Amount {
    /// This number.
    Number(u32),
    /// `*`: an argument says it.
    Argument,
}

impl Specification {
    /// Reads a conversion; `None` if the format ends in it, or if a number in it is too large.
    pub fn read(rest: &mut Peekable<Chars<'_>>) -> Option<Specification> {
        let letters = |rest: &mut Peekable<Chars<'_>>, known: &str| -> String {
            std::iter::from_fn(|| rest.next_if(|char| known.contains(*char))).collect()
        };
        let flags = letters(rest, "-0#+ ");
        let width = amount(rest)?;
        let precision = match rest.next_if_eq(&'.') {
            Some(_) => Some(amount(rest)?.unwrap_or(Amount::Number(0))),
            None => None,
        };
        let length = letters(rest, "hlqjLzt");
        Some(Specification { flags, width, precision, length, letter: rest.next()? })
    }
}

/// The width or precision that comes next, if there is one; `None` if the number is too large.
fn amount(rest: &mut Peekable<Chars<'_>>) -> Option<Option<Amount>> {
    if rest.next_if_eq(&'*').is_some() {
        return Some(Some(Amount::Argument));
    }
    Some(number(rest)?.map(Amount::Number))
}

/// The parts of a format; `None` if it has a conversion that is not known.
fn parts(format: &str) -> Option<Vec<Part>> {
    let mut all = Vec::new();
    let mut rest = format.chars().peekable();
    while let Some(char) = rest.next() {
        if char != '%' {
            all.push(Part::Character(char));
            continue;
        }
        let Specification { flags, width, precision, length, letter } = Specification::read(&mut rest)?;
        let number = |amount| match amount {
            None => Some(None),
            Some(Amount::Number(number)) => Some(Some(number)),
            Some(Amount::Argument) => None,
        };
        let sign = ['+', ' '].into_iter().find(|flag| flags.contains(*flag));
        let field = Field {
            is_left: flags.contains('-'),
            has_zeros: flags.contains('0'),
            is_alternative: flags.contains('#'),
            sign,
            width: number(width)?.unwrap_or(0),
            precision: number(precision)?,
        };
        if letter == '%' {
            all.push(Part::Character('%'));
            continue;
        }
        let (ty, narrow) = argument(letter, &length)?;
        if ty == "double" && field.precision.is_some_and(|precision| precision >= 80) {
            return None;
        }
        all.push(Part::Conversion { letter, ty, narrow, field });
    }
    Some(all)
}

/// The digits that come next as a number, if there are any; `None` if the number is too large: such fields are left to the general function.
fn number(rest: &mut Peekable<Chars<'_>>) -> Option<Option<u32>> {
    let mut number = None;
    while let Some(digit) = rest.peek().and_then(|char| char.to_digit(10)) {
        number = Some(number.unwrap_or(0) * 10 + digit).filter(|number| *number <= 1000);
        number?;
        rest.next();
    }
    Some(number)
}

/// The type of the argument of a conversion, and the narrower type to which it is converted.
fn argument(letter: char, length: &str) -> Option<(&'static str, Option<&'static str>)> {
    Some(match (letter, length) {
        ('d' | 'i', "") => ("int", None),
        ('d' | 'i', "h") => ("int", Some("short")),
        ('d' | 'i', "hh") => ("int", Some("signed char")),
        ('d' | 'i', "l") => ("long", None),
        ('d' | 'i', "ll" | "q" | "j") => ("long long", None),
        ('d' | 'i', "z" | "t") => ("__PTRDIFF_TYPE__", None),
        ('u' | 'x' | 'X' | 'o', "") => ("unsigned int", None),
        ('u' | 'x' | 'X' | 'o', "h") => ("unsigned int", Some("unsigned short")),
        ('u' | 'x' | 'X' | 'o', "hh") => ("unsigned int", Some("unsigned char")),
        ('u' | 'x' | 'X' | 'o', "l") => ("unsigned long", None),
        ('u' | 'x' | 'X' | 'o', "ll" | "q" | "j") => ("unsigned long long", None),
        ('u' | 'x' | 'X' | 'o', "z" | "t") => ("__SIZE_TYPE__", None),
        ('c', "") => ("int", None),
        ('s', "") => ("const char *", None),
        ('p', "") => ("void *", None),
        ('f' | 'F' | 'e' | 'E' | 'g' | 'G' | 'a' | 'A', "" | "l") => ("double", None),
        _ => return None,
    })
}

const HEAD: &str = "void __raddle_put(char *target, __SIZE_TYPE__ size, int *length, char character);
void __raddle_put_field(char *target, __SIZE_TYPE__ size, int *length, char sign, char letter, int zeros, const char *text, int first, int end, int width, int is_left, char padding);
void __raddle_put_number(char *target, __SIZE_TYPE__ size, int *length, unsigned long long value, char sign, char conversion, int is_alternative, int precision, int width, int is_left, int has_zeros);
void __raddle_put_any(char *target, __SIZE_TYPE__ size, int *length, int most, int width);
";

/// The function for a format, and how many arguments it converts.
fn text(name: &str, parts: &[Part]) -> (String, usize) {
    let (mut body, mut parameters, mut count) = (String::new(), String::new(), 0usize);
    for part in parts {
        match part {
            Part::Character(char) => {
                let code = i32::from(*char as u8 as i8);
                _ = writeln!(body, "    __raddle_put(target, size, &length, {code});");
            }
            Part::Conversion { letter, ty, narrow, field } => {
                _ = write!(parameters, ", {ty} value_{count}");
                body.push_str(&conversion(*letter, &format!("value_{count}"), *narrow, field));
                count += 1;
            }
        }
    }
    let text = format!(
        "{HEAD}\nint {name}(char *target, __SIZE_TYPE__ size{parameters})\n{{\n    int length = 0;\n{body}    \
         if (target && size > 0)\n        target[(__SIZE_TYPE__)length < size ? (__SIZE_TYPE__)length : size - 1] = 0;\n    \
         return length;\n}}\n"
    );
    (text, count)
}

/// The statement that writes one argument.
fn conversion(letter: char, value: &str, narrow: Option<&str>, field: &Field) -> String {
    let (width, is_left) = (field.width, i32::from(field.is_left));
    let precision = field.precision.map_or(-1, i64::from);
    // The longest text of a number: a sign, the letters and digits that are always there, and the precision.
    let any = |most: i64| format!("    __raddle_put_any(target, size, &length, {most}, {width});\n");
    let digits = if precision < 0 { 6 } else { precision };
    match letter {
        'c' => format!(
            "    {{\n        char character = (char){value};\n        __raddle_put_field(target, size, &length, 0, 0, 0, \
             &character, 0, 1, {width}, {is_left}, ' ');\n    }}\n"
        ),
        's' => {
            let characters = match field.precision {
                None => format!("(int)(__builtin_strlen({value}) & 2147483647)"),
                Some(precision) => format!("(int)(__builtin_strnlen({value}, {precision}) & 2147483647)"),
            };
            format!(
                "    __raddle_put_field(target, size, &length, 0, 0, 0, {value}, 0, {characters}, {width}, {is_left}, ' ');\n"
            )
        }
        'p' => any(0).replace(" 0, ", " 2 + 2 * (int)sizeof(void *), "),
        'f' | 'F' => any(311 + digits),
        'e' | 'E' | 'g' | 'G' => any(8 + digits),
        'a' | 'A' => any(if precision < 0 { 24 } else { 11 + precision }),
        _ => {
            let narrowed = narrow.map_or_else(|| value.to_owned(), |narrow| format!("({narrow}){value}"));
            let (number, sign) = if matches!(letter, 'd' | 'i') {
                let sign = field.sign.map_or(0, u32::from);
                (
                    "number < 0 ? 0 - (unsigned long long)number : (unsigned long long)number".to_owned(),
                    format!("number < 0 ? '-' : {sign}"),
                )
            } else {
                ("(unsigned long long)number".to_owned(), "0".to_owned())
            };
            let ty = if matches!(letter, 'd' | 'i') { "long long" } else { "unsigned long long" };
            format!(
                "    {{\n        {ty} number = {narrowed};\n        __raddle_put_number(target, size, &length, {number}, {sign}, \
                 '{letter}', {}, {precision}, {width}, {is_left}, {});\n    }}\n",
                i32::from(field.is_alternative),
                i32::from(field.has_zeros)
            )
        }
    }
}

impl Checker {
    /// Comes when the origins of texts are known, and in front of the functions in C.
    pub(super) fn write_prints(&mut self) {
        if !["snprintf", "sprintf"].iter().any(|name| self.unit.names(name)) {
            return;
        }
        let mut prints = Prints { checker: self, formats: OwnFormats::default() };
        rewrite_bodies(&mut prints, |prints| prints.checker);
        self.forget_unnamed(&["snprintf", "sprintf"]);
    }
}

/// Writes a function for each format.
struct Prints<'a> {
    checker: &'a mut Checker,
    formats: OwnFormats,
}

impl Prints<'_> {
    /// Whether a value of one type is passed as one of another type: integers of one size, pointers, or the same type.
    fn is_passed_as(&self, ty: TypeId, parameter: TypeId) -> bool {
        let types = &self.checker.unit.types;
        match (types.kind(ty), types.kind(parameter)) {
            (TypeKind::Int(one), TypeKind::Int(other)) => one.bits(types.model()) == other.bits(types.model()),
            (TypeKind::Pointer(_), TypeKind::Pointer(_)) => true,
            (TypeKind::Float(one), TypeKind::Float(other)) => one == other && *one == FloatKind::Double,
            _ => false,
        }
    }
}

impl Rewrite for Prints<'_> {
    fn expression(&mut self, expr: &mut Expr, _: &mut Vec<VariableId>) {
        let ExprKind::Call { callee, arguments } = &mut expr.kind else { return };
        let unit = &self.checker.unit;
        let Some(position) = format_position(unit, callee) else { return };
        let Some(format) = arguments.get(position) else { return };
        let write = |name: &str, format: &str| parts(format).map(|parts| text(name, &parts));
        let Some((own, count)) = self.formats.function(self.checker, "__raddle_print_", format, write) else { return };
        let ty = self.checker.unit.functions[own].ty;
        let Some(parameters) = self.checker.function_type(ty).map(|function| function.parameters.clone()) else {
            return;
        };
        let converted = &arguments[position + 1..];
        let mut pairs = converted.iter().zip(&parameters[2..]);
        if converted.len() != count || !pairs.all(|(given, parameter)| self.is_passed_as(given.ty, parameter.ty)) {
            return;
        }
        let format = arguments.remove(position);
        if position == 1 {
            // `sprintf` has no limit.
            let most = (1i128 << (8 * self.checker.unit.types.model().pointer_bytes() - 1)) - 1;
            arguments.insert(1, Expr { kind: ExprKind::Integer(most), ty: parameters[1].ty, span: format.span });
        }
        redirect(self.checker, callee, arguments, own);
    }
}

/// The position of the format among the arguments of a call of `snprintf` or `sprintf`.
fn format_position(unit: &Unit, callee: &Expr) -> Option<usize> {
    let ExprKind::Function(function) = callee.kind else { return None };
    let function = &unit.functions[function];
    match &*function.name {
        _ if function.body.is_some() => None,
        "snprintf" => Some(2),
        "sprintf" => Some(1),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conversions_with_all_flags_are_known() {
        let field = Field { has_zeros: true, sign: Some('+'), width: 12, precision: Some(3), ..Field::default() };
        let number = Part::Conversion { letter: 'd', ty: "long", narrow: None, field };
        assert_eq!(parts("=%0+12.3ld%%"), Some(vec![Part::Character('='), number, Part::Character('%')]));
        for unknown in ["%n", "%*d", "%.*s", "%ls", "%lc", "%Lf", "%", "%.80f", "%2000d", "%m"] {
            assert_eq!(parts(unknown), None, "{unknown}");
        }
    }

    #[test]
    fn each_conversion_has_a_parameter() {
        let (text, count) = text("f", &parts("%hd %s%lf%zu").expect("known"));
        assert_eq!(count, 4);
        let head = "int f(char *target, __SIZE_TYPE__ size, int value_0, const char * value_1, double value_2, __SIZE_TYPE__ value_3)";
        assert!(text.contains(head), "{text}");
    }
}
