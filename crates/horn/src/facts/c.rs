//! Formulas as C expressions, without effects and without undefined behaviour.
//!
//! A comparison of a variable with a number, or of two variables of one type, is written as people write it where the types of C make it mean
//! the same. Everything else is computed in `unsigned long long`, cut to its width. What has no such form (shifts by
//! amounts that are computed, arrays, addresses other than null) makes a formula one without a text.

use std::collections::BTreeMap;

use raddle_logic::sort::Sort;
use raddle_logic::term::{Op, Term, Terms};

/// How deeply expressions are nested at most.
const DEPTH: usize = 12;

/// How many parts they have at most: what terms share is written again and again.
const PARTS: usize = 60;

/// What the source calls a variable.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Named {
    /// An expression for it.
    pub text: String,
    /// Its values.
    pub kind: Kind,
    /// Whether it is a local.
    pub is_local: bool,
}

/// The values of a variable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    /// An integer.
    Number {
        /// Its width.
        bits: u32,
        /// Whether it has a sign.
        is_signed: bool,
    },
    /// An address.
    Pointer,
}

/// The text of a condition, and whether it names a local; nothing, if it has no text.
pub(super) fn condition(terms: &Terms, formula: Term, named: &BTreeMap<Term, Named>) -> Option<(String, bool)> {
    let mut writer = Writer { terms, named, names_local: false, names_any: false, left: PARTS };
    let text = writer.truth(formula, true, DEPTH)?;
    writer.names_any.then_some((text, writer.names_local))
}

struct Writer<'a> {
    terms: &'a Terms,
    named: &'a BTreeMap<Term, Named>,
    names_local: bool,
    names_any: bool,
    /// How many parts may still be written.
    left: usize,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Comparison {
    Equal,
    Unsigned,
    Signed,
}

impl Writer<'_> {
    /// A formula, or its negation.
    fn truth(&mut self, formula: Term, is_plain: bool, depth: usize) -> Option<String> {
        let depth = depth.checked_sub(1)?;
        self.left = self.left.checked_sub(1)?;
        let arguments = self.terms.arguments(formula).to_vec();
        match self.terms.op(formula) {
            Op::Bool(value) => Some(if value == is_plain { "1" } else { "0" }.to_owned()),
            Op::Not => self.truth(arguments[0], !is_plain, depth),
            Op::And => {
                let parts: Option<Vec<String>> =
                    arguments.iter().map(|&argument| self.truth(argument, is_plain, depth)).collect();
                let parts: Vec<String> = parts?.into_iter().map(|part| in_parentheses(part, " || ", " && ")).collect();
                Some(parts.join(if is_plain { " && " } else { " || " }))
            }
            Op::Ite => {
                let test = self.truth(arguments[0], true, depth)?;
                let (then, otherwise) =
                    (self.truth(arguments[1], is_plain, depth)?, self.truth(arguments[2], is_plain, depth)?);
                Some(format!("(({test}) ? ({then}) : ({otherwise}))"))
            }
            Op::Eq if self.terms.sort(arguments[0]) == Sort::Bool => {
                let (one, other) = (self.truth(arguments[0], true, depth)?, self.truth(arguments[1], true, depth)?);
                Some(format!("({one}) {} ({other})", if is_plain { "==" } else { "!=" }))
            }
            Op::Eq => self.comparison(Comparison::Equal, arguments[0], arguments[1], is_plain, depth),
            Op::BvUlt => self.comparison(Comparison::Unsigned, arguments[0], arguments[1], is_plain, depth),
            Op::BvSlt => self.comparison(Comparison::Signed, arguments[0], arguments[1], is_plain, depth),
            _ => None,
        }
    }

    fn comparison(&mut self, how: Comparison, one: Term, other: Term, is_plain: bool, depth: usize) -> Option<String> {
        let sign = match (how, is_plain) {
            (Comparison::Equal, true) => "==",
            (Comparison::Equal, false) => "!=",
            (_, true) => "<",
            (_, false) => ">=",
        };
        let kind = self.named.get(&one).or(self.named.get(&other)).map(|named| named.kind);
        if kind == Some(Kind::Pointer) {
            let (one, other) = (self.pointer(one)?, self.pointer(other)?);
            return (how == Comparison::Equal).then(|| format!("{one} {sign} {other}"));
        }
        if let Some(Kind::Number { bits, is_signed }) = kind {
            let fits = match how {
                Comparison::Equal => true,
                Comparison::Signed => is_signed,
                Comparison::Unsigned => !is_signed,
            };
            let plain = (self.plain(one, bits, is_signed), self.plain(other, bits, is_signed));
            if let (true, (Some(left), Some(right))) = (fits, plain) {
                // Numbers stand on the right.
                if self.terms.is_constant(one) {
                    let turned = match sign {
                        "<" => ">",
                        ">=" => "<=",
                        same => same,
                    };
                    return Some(format!("{right} {turned} {left}"));
                }
                return Some(format!("{left} {sign} {right}"));
            }
        }
        let width = match self.terms.sort(one) {
            Sort::BitVec(width) if width <= 64 => width,
            _ => return None,
        };
        let (one, other) = (self.number(one, depth)?, self.number(other, depth)?);
        if how == Comparison::Signed {
            let top = 1_u64 << (width - 1);
            return Some(format!("({one} ^ {top}ULL) {sign} ({other} ^ {top}ULL)"));
        }
        Some(format!("{one} {sign} {other}"))
    }

    fn name(&mut self, variable: Term) -> Option<&Named> {
        let named = self.named.get(&variable)?;
        self.names_any = true;
        self.names_local |= named.is_local;
        Some(named)
    }

    /// An address: a variable, or null.
    fn pointer(&mut self, term: Term) -> Option<String> {
        if let Some(bits) = self.terms.constant_bits(term) {
            return bits.is_zero().then(|| "0".to_owned());
        }
        Some(self.name(term)?.text.clone())
    }

    /// A variable of a type, or a number of it.
    fn plain(&mut self, term: Term, bits: u32, is_signed: bool) -> Option<String> {
        let Some(constant) = self.terms.constant_bits(term) else {
            let named = self.name(term)?;
            return (named.kind == Kind::Number { bits, is_signed }).then(|| named.text.clone());
        };
        if is_signed {
            let value = constant.to_i128()?;
            return Some(match (value, bits) {
                (value, ..=32) if value == i128::from(i32::MIN) => "(-2147483647 - 1)".to_owned(),
                (value, ..=32) => value.to_string(),
                (value, _) if value == i128::from(i64::MIN) => "(-9223372036854775807LL - 1)".to_owned(),
                (value, _) => format!("{value}LL"),
            });
        }
        let value = constant.to_u64()?;
        Some(match bits {
            // What is narrower than int becomes one.
            0..=16 => value.to_string(),
            17..=32 => format!("{value}U"),
            _ => format!("{value}ULL"),
        })
    }

    /// A bit-vector of up to 64 bits as an `unsigned long long`.
    fn number(&mut self, term: Term, depth: usize) -> Option<String> {
        let depth = depth.checked_sub(1)?;
        self.left = self.left.checked_sub(1)?;
        let width = match self.terms.sort(term) {
            Sort::BitVec(width) if width <= 64 => width,
            _ => return None,
        };
        if let Some(constant) = self.terms.constant_bits(term) {
            return Some(format!("{}ULL", constant.to_u64()?));
        }
        let cut = |text: String| if width == 64 { text } else { format!("({text} & {}ULL)", (1_u64 << width) - 1) };
        let arguments = self.terms.arguments(term).to_vec();
        let op = self.terms.op(term);
        if op == Op::Ite {
            let test = self.truth(arguments[0], true, depth)?;
            let (then, otherwise) = (self.number(arguments[1], depth)?, self.number(arguments[2], depth)?);
            return Some(format!("(({test}) ? {then} : {otherwise})"));
        }
        if let Op::Variable(_) = op {
            let named = self.name(term)?;
            let narrow = match named.kind {
                Kind::Number { bits: 8, .. } => "unsigned char",
                Kind::Number { bits: 16, .. } => "unsigned short",
                Kind::Number { bits: 32, .. } => "unsigned int",
                Kind::Number { bits: 64, .. } => "unsigned long long",
                Kind::Number { .. } | Kind::Pointer => return None,
            };
            return Some(format!("(unsigned long long)(({narrow}){})", named.text));
        }
        let parts: Option<Vec<String>> = arguments.iter().map(|&argument| self.number(argument, depth)).collect();
        let parts = parts?;
        let width_of = |at: usize| self.terms.width(arguments[at]);
        Some(match op {
            Op::BvNot => cut(format!("(~{})", parts[0])),
            Op::BvNeg => cut(format!("(0ULL - {})", parts[0])),
            Op::BvAnd => format!("({} & {})", parts[0], parts[1]),
            Op::BvOr => format!("({} | {})", parts[0], parts[1]),
            Op::BvXor => format!("({} ^ {})", parts[0], parts[1]),
            Op::BvAdd => cut(format!("({} + {})", parts[0], parts[1])),
            Op::BvMul => cut(format!("({} * {})", parts[0], parts[1])),
            Op::BvConcat => format!("(({} << {}) | {})", parts[0], width_of(1), parts[1]),
            Op::BvExtract(0) => cut(parts[0].clone()),
            Op::BvExtract(lowest) => cut(format!("({} >> {lowest})", parts[0])),
            Op::BvZeroExtend => parts[0].clone(),
            Op::BvSignExtend => {
                let top = 1_u64 << (width_of(0) - 1);
                cut(format!("(({} ^ {top}ULL) - {top}ULL)", parts[0]))
            }
            _ => return None,
        })
    }
}

/// A part in parentheses, if it has one of these operators.
fn in_parentheses(part: String, one: &str, other: &str) -> String {
    if part.contains(one) || part.contains(other) { format!("({part})") } else { part }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(write: impl Fn(&mut Terms, Term, Term) -> Term) -> Option<String> {
        let mut terms = Terms::new();
        let (x, u) = (terms.fresh("x", Sort::BitVec(32)), terms.fresh("u", Sort::BitVec(32)));
        let name = |text: &str, is_signed: bool| Named {
            text: text.to_owned(),
            kind: Kind::Number { bits: 32, is_signed },
            is_local: false,
        };
        let named = BTreeMap::from([(x, name("x", true)), (u, name("u", false))]);
        let formula = write(&mut terms, x, u);
        condition(&terms, formula, &named).map(|(text, _)| text)
    }

    #[test]
    fn comparisons_are_written_as_people_do_where_they_mean_the_same() {
        let with = |value: u128, how: fn(&mut Terms, Term, Term) -> Term, is_signed: bool| {
            said(|terms, x, u| {
                let number = terms.number(32, value);
                how(terms, if is_signed { x } else { u }, number)
            })
        };
        let eq: fn(&mut Terms, Term, Term) -> Term = |terms, one, other| terms.eq(one, other);
        let slt: fn(&mut Terms, Term, Term) -> Term = |terms, one, other| terms.bv_slt(one, other);
        let ult: fn(&mut Terms, Term, Term) -> Term = |terms, one, other| terms.bv_ult(one, other);
        assert_eq!(with(5, eq, true).as_deref(), Some("x == 5"));
        assert_eq!(with(0xffff_ffff, eq, true).as_deref(), Some("x == -1"));
        assert_eq!(with(3, slt, true).as_deref(), Some("x < 3"));
        assert_eq!(with(3, ult, false).as_deref(), Some("u < 3U"));
        // An order that is not that of the type is computed.
        assert_eq!(with(3, ult, true).as_deref(), Some("(unsigned long long)((unsigned int)x) < 3ULL"));
        assert!(with(3, slt, false).is_some_and(|text| text.contains("^ 2147483648ULL")));
    }

    #[test]
    fn negations_move_inwards() {
        let text = said(|terms, x, u| {
            let (one, two) = (terms.number(32, 1), terms.number(32, 2));
            let (a, b) = (terms.eq(x, one), terms.eq(u, two));
            let both = terms.and(a, b);
            terms.not(both)
        });
        assert_eq!(text.as_deref(), Some("x != 1 || u != 2U"));
    }

    #[test]
    fn what_has_no_name_or_no_form_has_no_text() {
        let text = said(|terms, x, _| {
            let other = terms.fresh("nobody", Sort::BitVec(32));
            terms.eq(x, other)
        });
        assert_eq!(text, None);
        let text = said(|terms, x, u| {
            let shifted = terms.bv_shl(x, u);
            let zero = terms.number(32, 0);
            terms.eq(shifted, zero)
        });
        assert_eq!(text, None);
    }
}
