//! Constraints of witnesses: C expressions over the integer variables that are visible at a thread's location.
//!
//! Numbers are mathematical and never wrap; no constraint that a tool writes depends on wrapping. Names are those of the running function's
//! locals, the innermost first, then globals. Unsupported: members, elements, dereferenced pointers, calls, casts. A constraint with one of
//! these is reported as not understood.

use crate::machine::Machine;
use crate::value::encoding::{Decoded, decode};
use crate::value::{ObjectId, Scalar};
use raddle_cfront::typed::Storage;
use raddle_program::types::TypeKind;

/// How deep expressions may nest.
const DEPTH_LIMIT: u32 = 200;

/// An expression.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Constraint {
    /// A number.
    Number(i128),
    /// A variable.
    Name(String),
    /// The value of the call (`\result`).
    Result,
    /// `!`, `-` or `~`
    Unary(char, Box<Constraint>),
    /// The other operators, by their spelling.
    Binary(&'static str, Box<Constraint>, Box<Constraint>),
}

/// What a constraint says where it is looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Held {
    /// It is true.
    Yes,
    /// It is false.
    No,
    /// It depends on an indeterminate value, so a read may choose the result.
    Open,
}

/// Operators by precedence, the weakest first.
const LEVELS: [&[&str]; 10] = [
    &["||"],
    &["&&"],
    &["|"],
    &["^"],
    &["&"],
    &["==", "!="],
    &["<=", ">=", "<", ">"],
    &["<<", ">>"],
    &["+", "-"],
    &["*", "/", "%"],
];

impl Constraint {
    /// Reads an expression.
    ///
    /// # Errors
    /// A sentence on what is not understood.
    pub fn read(text: &str) -> Result<Constraint, String> {
        let mut reader = Reader { tokens: tokens(text)?, next: 0 };
        let constraint = reader.level(0, 0)?;
        match reader.tokens.get(reader.next) {
            None => Ok(constraint),
            Some(token) => Err(format!("`{token}` is not understood in the constraint `{text}`")),
        }
    }

    /// The number that a value must be equal to, if that is all that it says: `\result == 3`.
    pub fn number_of_result(&self) -> Option<i128> {
        match self {
            Constraint::Binary("==", left, right) => match (&**left, right.constant()) {
                (Constraint::Result, Some(number)) => Some(number),
                _ => None,
            },
            _ => None,
        }
    }

    /// All numbers in it.
    pub fn numbers(&self, found: &mut Vec<i128>) {
        if let Some(number) = self.constant() {
            found.push(number);
            return;
        }
        match self {
            Constraint::Number(_) | Constraint::Name(_) | Constraint::Result => {}
            Constraint::Unary(_, inner) => inner.numbers(found),
            Constraint::Binary(_, left, right) => {
                left.numbers(found);
                right.numbers(found);
            }
        }
    }

    fn constant(&self) -> Option<i128> {
        match self {
            Constraint::Number(number) => Some(*number),
            Constraint::Unary('-', inner) => inner.constant()?.checked_neg(),
            Constraint::Name(_) | Constraint::Result | Constraint::Unary(..) | Constraint::Binary(..) => None,
        }
    }

    /// Whether the constraint holds at a thread's location; `result` is the value of the call that the thread has just made.
    ///
    /// # Errors
    /// A sentence, if it names what is not there or no number.
    pub(crate) fn holds(&self, machine: &Machine<'_>, thread: usize, result: Option<i128>) -> Result<Held, String> {
        Ok(match self.value(machine, thread, result)? {
            None => Held::Open,
            Some(0) => Held::No,
            Some(_) => Held::Yes,
        })
    }

    /// Its value; nothing, if that is indeterminate.
    fn value(&self, machine: &Machine<'_>, thread: usize, result: Option<i128>) -> Result<Option<i128>, String> {
        let of = |constraint: &Constraint| constraint.value(machine, thread, result);
        Ok(match self {
            Constraint::Number(number) => Some(*number),
            Constraint::Name(name) => variable(machine, thread, name)?,
            Constraint::Result => Some(result.ok_or("the call has no number as its value")?),
            Constraint::Unary(operator, inner) => of(inner)?.and_then(|value| match operator {
                '!' => Some(i128::from(value == 0)),
                '-' => value.checked_neg(),
                _ => Some(!value),
            }),
            Constraint::Binary(operator, left, right) => match (*operator, of(left)?, of(right)?) {
                ("&&", Some(0), _) | ("&&", _, Some(0)) => Some(0),
                ("||", Some(one), _) | ("||", _, Some(one)) if one != 0 => Some(1),
                (operator, Some(left), Some(right)) => binary(operator, left, right),
                (_, None, _) | (_, _, None) => None,
            },
        })
    }
}

fn binary(operator: &str, left: i128, right: i128) -> Option<i128> {
    let truth = |is_true| Some(i128::from(is_true));
    let amount = || u32::try_from(right).ok().filter(|&amount| amount < 64);
    match operator {
        "||" => truth(left != 0 || right != 0),
        "&&" => truth(left != 0 && right != 0),
        "|" => Some(left | right),
        "^" => Some(left ^ right),
        "&" => Some(left & right),
        "==" => truth(left == right),
        "!=" => truth(left != right),
        "<=" => truth(left <= right),
        ">=" => truth(left >= right),
        "<" => truth(left < right),
        ">" => truth(left > right),
        "<<" => left.checked_shl(amount()?),
        ">>" => left.checked_shr(amount()?),
        "+" => left.checked_add(right),
        "-" => left.checked_sub(right),
        "*" => left.checked_mul(right),
        "/" => left.checked_div(right),
        "%" => left.checked_rem(right),
        _ => None,
    }
}

/// What a variable holds; nothing, if it is indeterminate.
fn variable(machine: &Machine<'_>, thread: usize, name: &str) -> Result<Option<i128>, String> {
    let unit = machine.unit;
    let is_named = |id: &raddle_cfront::typed::VariableId| &*unit.variables[*id].name == name;
    let frame = machine.thread(thread).frames.last().ok_or("the thread has ended")?;
    let local = frame.variables.iter().rev().find(|(id, _)| is_named(id)).map(|(&id, &object)| (id, object));
    let own = || machine.thread(thread).locals.iter().find(|(id, _)| is_named(id)).map(|(&id, &object)| (id, object));
    let is_visible = |id: &raddle_cfront::typed::VariableId| {
        let variable = &unit.variables[*id];
        variable.storage == Storage::Static && variable.function.is_none_or(|function| function == frame.function)
    };
    let global = || {
        let statics = machine.statics.variables.iter().rev();
        statics.into_iter().find(|(id, _)| is_named(id) && is_visible(id)).map(|(&id, &object)| (id, object))
    };
    let Some((id, object)) = local.or_else(own).or_else(global) else {
        return Err(format!("no variable is called `{name}` there"));
    };
    let ty = unit.variables[id].ty.ty;
    number(machine, object, ty).map_err(|()| format!("`{name}` is no number"))
}

fn number(machine: &Machine<'_>, object: ObjectId, ty: raddle_program::types::TypeId) -> Result<Option<i128>, ()> {
    let types = machine.types();
    if !matches!(types.kind(ty), TypeKind::Bool | TypeKind::Int(_) | TypeKind::Pointer(_)) {
        return Err(());
    }
    let size = types.size_of(ty).ok_or(())?;
    let at = crate::value::Address { object, offset: 0 };
    let bytes = machine.memory.read(at, size).map_err(|_| ())?;
    match decode(types, ty, &bytes) {
        Decoded::Known(
            Scalar::Integer(number)
            | Scalar::Wild(number)
            | Scalar::Outside(number)
            | Scalar::Handle(number)
            | Scalar::ThreadId(number),
        ) => Ok(Some(number)),
        Decoded::Indeterminate { .. } => Ok(None),
        Decoded::Known(
            Scalar::Address(_) | Scalar::Function(_) | Scalar::Label(_) | Scalar::Floating(_) | Scalar::Piece(_),
        )
        | Decoded::Torn => Err(()),
    }
}

struct Reader {
    tokens: Vec<String>,
    next: usize,
}

impl Reader {
    fn level(&mut self, level: usize, depth: u32) -> Result<Constraint, String> {
        if depth > DEPTH_LIMIT {
            return Err("a constraint is nested too deep".to_owned());
        }
        let Some(operators) = LEVELS.get(level) else { return self.unary(depth) };
        let mut left = self.level(level + 1, depth + 1)?;
        loop {
            let here = self.tokens.get(self.next);
            let Some(&operator) = operators.iter().find(|operator| here.is_some_and(|token| token == *operator)) else {
                return Ok(left);
            };
            self.next += 1;
            let right = self.level(level + 1, depth + 1)?;
            left = Constraint::Binary(operator, Box::new(left), Box::new(right));
        }
    }

    fn unary(&mut self, depth: u32) -> Result<Constraint, String> {
        let token = self.tokens.get(self.next).cloned().ok_or("a constraint ends too early")?;
        self.next += 1;
        if depth > DEPTH_LIMIT {
            return Err("a constraint is nested too deep".to_owned());
        }
        match token.as_str() {
            "!" | "-" | "~" => {
                let operator = token.chars().next().unwrap_or('!');
                Ok(Constraint::Unary(operator, Box::new(self.unary(depth + 1)?)))
            }
            "+" => self.unary(depth + 1),
            "(" => {
                let inner = self.level(0, depth + 1)?;
                if self.tokens.get(self.next).is_none_or(|token| token != ")") {
                    return Err("a parenthesis is not closed in a constraint".to_owned());
                }
                self.next += 1;
                Ok(inner)
            }
            "\\result" => Ok(Constraint::Result),
            "true" => Ok(Constraint::Number(1)),
            "false" => Ok(Constraint::Number(0)),
            _ if token.starts_with(|first: char| first.is_ascii_digit()) => number_of(&token),
            _ if token.starts_with(|first: char| first.is_alphabetic() || first == '_') => Ok(Constraint::Name(token)),
            _ => Err(format!("`{token}` is not understood in a constraint")),
        }
    }
}

fn number_of(token: &str) -> Result<Constraint, String> {
    let digits = token.trim_end_matches(['u', 'U', 'l', 'L']);
    let number = match digits.strip_prefix("0x").or(digits.strip_prefix("0X")) {
        Some(digits) => i128::from_str_radix(digits, 16),
        None if digits.len() > 1 && digits.starts_with('0') => i128::from_str_radix(digits, 8),
        None => digits.parse(),
    };
    number.map(Constraint::Number).map_err(|_| format!("`{token}` is no number"))
}

fn tokens(text: &str) -> Result<Vec<String>, String> {
    let symbols: Vec<char> = text.chars().collect();
    let mut tokens = Vec::new();
    let mut at = 0;
    while let Some(&symbol) = symbols.get(at) {
        let is_word = |symbol: char| symbol.is_alphanumeric() || symbol == '_' || symbol == '$';
        let end = if symbol.is_whitespace() {
            at += 1;
            continue;
        } else if is_word(symbol) || symbol == '\\' {
            at + 1 + symbols[at + 1..].iter().take_while(|&&next| is_word(next)).count()
        } else {
            let pair: String = symbols[at..].iter().take(2).collect();
            let is_pair = pair.len() == 2 && LEVELS.iter().any(|level| level.contains(&pair.as_str()));
            at + if is_pair { 2 } else { 1 }
        };
        tokens.push(symbols[at..end].iter().collect());
        at = end;
    }
    if tokens.len() > 10_000 {
        return Err("a constraint is too long".to_owned());
    }
    Ok(tokens)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn precedence_is_that_of_c() {
        let read = |text: &str| Constraint::read(text).expect("it is understood");
        assert_eq!(read("a == 1 && b < 2 || c"), read("((a == 1) && (b < 2)) || c"));
        assert_eq!(read("1 - 2 - 3"), read("(1 - 2) - 3"));
        assert_eq!(read("\\result == -0x10U").number_of_result(), Some(-16));
        assert_eq!(read("\\result == 010").number_of_result(), Some(8));
        assert_eq!(read("\\result != 3").number_of_result(), None);
    }

    #[test]
    fn what_is_not_understood_is_refused() {
        let deep = format!("{}1", "(".repeat(100_000));
        for wrong in ["", "a[1] == 2", "p->x", "f(1)", "(1", "1 +", "a b", "0b12", &deep] {
            assert!(Constraint::read(wrong).is_err(), "{}", &wrong[..wrong.len().min(20)]);
        }
    }
}
