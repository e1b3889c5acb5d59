//! Calls of `strftime` with literal formats. Each becomes a call of a function in C that is written for its format: the format says how long the
//! text is if each member of the date that it names is in its range (C11 7.27.3.5), and so whether it fits. The characters are any.
//!
//! The members are in their ranges if the program gets dates from the C library only and changes no member itself. Otherwise the function looks at the
//! members. What the library writes there the system determines, so a violation behind such a look is a possible one.
//!
//! Left out: other dates and texts that need not fit, of which the table of effects says what is known; conversions whose length the format
//! does not tell (`%Z`, `%s`); names and orders that depend on the locale in a program that chooses one.
//!
//! Rule: the text of a date is there without a look at the result only if it fits, whatever date it is.
//! Tests: in `library`: `stamp_that_fits`, `stamp_that_does_not_fit`, `stamp_of_any_date`, `stamp_of_the_local_time`, `stamp_of_a_changed_date`.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use raddle_program::types::{TypeId, TypeKind};

use super::Checker;
use super::first_value::number;
use super::own_format::{OwnFormats, redirect, rewrite_bodies};
use super::walk::{Rewrite, walk};
use crate::typed::{Expr, ExprKind, Initializer, Unit, VariableId};

/// Functions that choose a locale.
const CHOOSE_A_LOCALE: [&str; 3] = ["setlocale", "newlocale", "uselocale"];

/// Conversions whose text depends on the locale, or whose expansion contains such a conversion.
const OF_A_LOCALE: &str = "aAbBhpcxXr";

/// Conversions that stand for several others in the locale "C".
const COMPOSED: [(char, &str); 9] = [
    ('D', "%m/%d/%y"),
    ('F', "%Y-%m-%d"),
    ('R', "%H:%M"),
    ('T', "%H:%M:%S"),
    ('X', "%H:%M:%S"),
    ('c', "%a %b %e %H:%M:%S %Y"),
    ('h', "%b"),
    ('r', "%I:%M:%S %p"),
    ('x', "%m/%d/%y"),
];

/// Conversions to a number of characters, with the members that they read and whether all characters are digits.
const FIXED: [(&str, usize, &[&str], bool); 15] = [
    ("HI", 2, &["tm_hour"], true),
    ("M", 2, &["tm_min"], true),
    ("S", 2, &["tm_sec"], true),
    ("d", 2, &["tm_mday"], true),
    ("e", 2, &["tm_mday"], false),
    ("m", 2, &["tm_mon"], true),
    ("Y", 4, &["tm_year"], true),
    ("yC", 2, &["tm_year"], true),
    ("j", 3, &["tm_yday"], true),
    ("uw", 1, &["tm_wday"], true),
    ("UW", 2, &["tm_yday", "tm_wday"], true),
    ("kl", 2, &["tm_hour"], false),
    ("p", 2, &["tm_hour"], false),
    ("a", 3, &["tm_wday"], false),
    ("b", 3, &["tm_mon"], false),
];

/// Conversions to a name: the greatest length, the member, and the length of each name.
const NAMES: [(char, usize, &str, &str); 2] =
    [('A', 9, "tm_wday", "\\6\\6\\7\\11\\10\\6\\10"), ('B', 9, "tm_mon", "\\7\\10\\5\\5\\3\\4\\4\\6\\11\\7\\10\\10")];

/// The ranges of the members. The year has four digits.
const RANGES: [(&str, i32, i32); 8] = [
    ("tm_sec", 0, 60),
    ("tm_min", 0, 59),
    ("tm_hour", 0, 23),
    ("tm_mday", 1, 31),
    ("tm_mon", 0, 11),
    ("tm_year", -900, 8099),
    ("tm_wday", 0, 6),
    ("tm_yday", 0, 365),
];

/// What a format makes of a date.
#[derive(Default)]
struct Stamp {
    /// The most characters.
    most: usize,
    members: BTreeSet<&'static str>,
    /// Statements that write the text at `at`.
    code: String,
}

impl Stamp {
    /// Reads a format; `None` if the length of its text is not known.
    fn read(&mut self, format: &str, is_c_locale: bool) -> Option<()> {
        let mut rest = format.chars();
        while let Some(char) = rest.next() {
            if char != '%' {
                self.most += 1;
                let _ = writeln!(self.code, "    *at++ = (char){};", u32::from(char));
                continue;
            }
            let letter = rest.next()?;
            if OF_A_LOCALE.contains(letter) && !is_c_locale {
                return None;
            }
            self.convert(letter, is_c_locale)?;
        }
        Some(())
    }

    fn convert(&mut self, letter: char, is_c_locale: bool) -> Option<()> {
        if let Some((_, parts)) = COMPOSED.iter().find(|(composed, _)| *composed == letter) {
            return self.read(parts, is_c_locale);
        }
        if let Some((_, count, members, are_digits)) = FIXED.iter().find(|(letters, ..)| letters.contains(letter)) {
            self.members.extend(*members);
            self.characters(*count, *are_digits);
            return Some(());
        }
        if let Some((_, most, member, lengths)) = NAMES.iter().find(|(name, ..)| *name == letter) {
            self.members.insert(member);
            self.most += most;
            let _ = writeln!(
                self.code,
                "    for (int left = \"{lengths}\"[broken->{member}]; left > 0; left--)\n        \
                 *at++ = (char)__raddle_character_of_a_date();"
            );
            return Some(());
        }
        let same = match letter {
            '%' => '%',
            'n' => '\n',
            't' => '\t',
            _ => return None,
        };
        self.most += 1;
        let _ = writeln!(self.code, "    *at++ = (char){};", u32::from(same));
        Some(())
    }

    fn characters(&mut self, count: usize, are_digits: bool) {
        let kind = if are_digits { "digit" } else { "character" };
        self.most += count;
        for _ in 0..count {
            let _ = writeln!(self.code, "    *at++ = (char)__raddle_{kind}_of_a_date();");
        }
    }
}

/// The function for a format.
fn text(name: &str, format: &str, is_c_locale: bool, are_usual: bool) -> Option<String> {
    let mut stamp = Stamp::default();
    stamp.read(format, is_c_locale)?;
    let Stamp { most, members, code } = stamp;
    let mut is_other = format!("size <= {most}");
    // The year of a far time may be any.
    let is_looked_at = |member: &str| members.contains(member) && (!are_usual || member == "tm_year");
    for (member, low, high) in RANGES.iter().filter(|(member, ..)| is_looked_at(member)) {
        let _ = write!(is_other, " || broken->{member} < {low} || broken->{member} > {high}");
    }
    let parameters =
        "char *restrict text, __SIZE_TYPE__ size, const char *restrict format, const struct tm *restrict broken";
    Some(format!(
        "int __raddle_digit_of_a_date(void);\nint __raddle_character_of_a_date(void);\n\
         __SIZE_TYPE__ strftime({parameters});\n\n\
         __SIZE_TYPE__ {name}({parameters})\n{{\n    struct tm date = *broken;\n    (void)date;\n    \
         if ({is_other})\n        return strftime(text, size, format, broken);\n    \
         char *at = text;\n{code}    *at = 0;\n    return (__SIZE_TYPE__)(at - text);\n}}\n"
    ))
}

impl Checker {
    /// Comes when it is known which variables are literals.
    pub(super) fn write_dates(&mut self) {
        if !self.unit.names("strftime") {
            return;
        }
        let is_c_locale = !CHOOSE_A_LOCALE.iter().any(|name| self.unit.names(name));
        let mut changes = Changes { unit: &self.unit, is_found: false };
        for body in self.unit.functions.values().filter_map(|function| function.body.as_ref()) {
            walk(&mut body.clone(), &mut changes);
        }
        for variable in self.unit.variables.values().filter(|variable| is_date(&self.unit, variable.ty.ty)) {
            changes.is_found |= variable.initializer.as_ref().is_some_and(|initializer| !is_zero(initializer));
        }
        let are_usual = !changes.is_found;
        let mut dates = Dates { checker: self, formats: OwnFormats::default(), is_c_locale, are_usual };
        rewrite_bodies(&mut dates, |dates| dates.checker);
    }
}

/// Writes a function for each format.
struct Dates<'a> {
    checker: &'a mut Checker,
    formats: OwnFormats,
    is_c_locale: bool,
    are_usual: bool,
}

/// Functions of the C library that leave the members of a date in their ranges.
const KEEP_RANGES: &str = "localtime_r gmtime_r mktime timegm strftime asctime asctime_r";

/// Whether a type is `struct tm`.
fn is_date(unit: &Unit, ty: TypeId) -> bool {
    matches!(unit.types.kind(ty), TypeKind::Record(record) if unit.types.record(*record).tag.as_deref() == Some("tm"))
}

fn points_to_date(unit: &Unit, ty: TypeId) -> bool {
    matches!(unit.types.kind(ty), TypeKind::Pointer(target) if is_date(unit, target.ty))
}

fn is_zero(initializer: &Initializer) -> bool {
    initializer.parts.iter().all(|part| number(&part.value) == Some(0))
}

/// Looks for what may put something else into a date than the C library does.
struct Changes<'u> {
    unit: &'u Unit,
    is_found: bool,
}

impl Changes<'_> {
    /// Whether an expression is a member of a date.
    fn is_member(&self, expr: &Expr) -> bool {
        matches!(&expr.kind, ExprKind::Member { base, .. } if is_date(self.unit, base.ty))
    }

    /// Whether a call leaves the dates that it gets in their ranges.
    fn keeps_ranges(&self, callee: &Expr, arguments: &[Expr]) -> bool {
        let ExprKind::Function(function) = callee.kind else { return false };
        let called = &self.unit.functions[function];
        called.body.is_some()
            || KEEP_RANGES.split(' ').any(|name| name == &*called.name)
            || &*called.name == "memset" && arguments.get(1).and_then(number) == Some(0)
    }

    /// Whether an expression is the address of a date as a pointer to something else.
    fn is_converted_date(&self, expr: &Expr) -> bool {
        match &expr.kind {
            ExprKind::Cast { operand, .. } => {
                points_to_date(self.unit, operand.ty) && !points_to_date(self.unit, expr.ty)
            }
            _ => false,
        }
    }
}

impl Rewrite for Changes<'_> {
    fn expression(&mut self, expr: &mut Expr, _: &mut Vec<VariableId>) {
        let unit = self.unit;
        self.is_found |= match &expr.kind {
            ExprKind::Assign { target, value } => self.is_member(target) || self.is_converted_date(value),
            ExprKind::CompoundAssign { target, .. }
            | ExprKind::PointerAssign { target, .. }
            | ExprKind::Increment { target, .. } => self.is_member(target),
            ExprKind::AddressOf(object) | ExprKind::Decay(object) => self.is_member(object),
            // A date inside of something else, or memory of another kind that becomes a date.
            ExprKind::Member { .. } => is_date(unit, expr.ty),
            ExprKind::Cast { operand, .. } => {
                points_to_date(unit, expr.ty) && !points_to_date(unit, operand.ty) && number(operand) != Some(0)
            }
            ExprKind::CompoundLiteral { initializer, .. } => is_date(unit, expr.ty) && !is_zero(initializer),
            ExprKind::Call { callee, arguments } => {
                let gets_date = |argument: &Expr| points_to_date(unit, argument.ty) || self.is_converted_date(argument);
                arguments.iter().any(gets_date) && !self.keeps_ranges(callee, arguments)
            }
            ExprKind::Builtin { arguments, .. } => arguments.iter().any(|argument| self.is_converted_date(argument)),
            _ => false,
        };
    }

    fn declaration(&mut self, variable: VariableId, initializer: &mut Initializer) {
        let ty = self.unit.variables[variable].ty.ty;
        let is_copy = initializer.parts.iter().all(|part| is_date(self.unit, part.ty));
        self.is_found |= is_date(self.unit, ty) && !is_copy && !is_zero(initializer);
        self.is_found |= initializer.parts.iter().any(|part| self.is_converted_date(&part.value));
    }
}

impl Rewrite for Dates<'_> {
    fn expression(&mut self, expr: &mut Expr, _: &mut Vec<VariableId>) {
        // What does not return a `size_t` is declared in another way.
        let is_declared_so = self.checker.size_type() == expr.ty;
        let ExprKind::Call { callee, arguments } = &mut expr.kind else { return };
        let ExprKind::Function(function) = callee.kind else { return };
        let called = &self.checker.unit.functions[function];
        if !is_declared_so || called.body.is_some() || &*called.name != "strftime" || arguments.len() != 4 {
            return;
        }
        let (is_c_locale, are_usual) = (self.is_c_locale, self.are_usual);
        let write = |name: &str, format: &str| Some((text(name, format, is_c_locale, are_usual)?, 0));
        let format = &arguments[2];
        if let Some((own, _)) = self.formats.function(self.checker, "__raddle_date_", format, write) {
            redirect(self.checker, callee, arguments, own);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Stamp;

    fn most(format: &str, is_c_locale: bool) -> Option<usize> {
        let mut stamp = Stamp::default();
        stamp.read(format, is_c_locale).map(|()| stamp.most)
    }

    #[test]
    fn the_format_says_how_long_the_text_is() {
        assert_eq!(most("%Y-%m-%d %H:%M:%S", false), Some(19));
        assert_eq!(most("%FT%T", false), Some(19));
        assert_eq!(most("[%d/%b/%Y]%n%%", true), Some(15));
        assert_eq!(most("%c", true), Some(24));
        assert_eq!(most("%A %B", true), Some(19));
    }

    #[test]
    fn texts_of_unknown_length_are_left_out() {
        for format in ["%Z", "%s", "%-d", "%Ey", "%z", "%"] {
            assert_eq!(most(format, true), None, "{format}");
        }
        for format in ["%b", "%c", "%h"] {
            assert_eq!(most(format, false), None, "{format}");
        }
    }
}
