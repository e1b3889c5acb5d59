//! Conditions of `#if` (C11 6.10.1): expressions on 64-bit integers.

use super::cut::{HeaderName, Piece, PieceKind};
use super::expand::Expanded;
use super::host::Question;
use super::substitute::truth;
use super::word::Word;
use super::{Leave, Place, Preprocessor};
use crate::ast::Encoding;
use crate::lex::Punctuator;
use crate::lex::text::{character_value, decode};
use crate::lex::{Number, read_number};
use raddle_program::source::Span;

/// How deep expressions may stand in expressions: no program needs as much.
const DEPTH_LIMIT: usize = 200;

/// A value of `intmax_t`, or of `uintmax_t`.
#[derive(Clone, Copy, Debug)]
struct Value {
    bits: u64,
    is_unsigned: bool,
}

impl Preprocessor<'_> {
    /// Whether the condition that these pieces write holds.
    pub(super) fn condition(&mut self, pieces: &[Piece]) -> Result<bool, Leave> {
        let outer = std::mem::replace(&mut self.is_condition, true);
        let outer_arguments = std::mem::replace(&mut self.is_in_arguments, false);
        let tokens = self.expanded(pieces.iter().map(|piece| piece.token()).collect())?;
        self.is_condition = outer;
        self.is_in_arguments = outer_arguments;
        let mut parser = Parser { preprocessor: self, tokens: &tokens, at: 0, depth: 0 };
        let value = parser.conditional(true)?;
        if parser.at == tokens.len() { Ok(value.bits != 0) } else { Err(Leave) }
    }

    /// What stands behind `defined`.
    pub(super) fn defined(&mut self, operator: Expanded) -> Result<Expanded, Leave> {
        let (mut name, _) = self.unexpanded()?.ok_or(Leave)?;
        let is_enclosed = name.is(Punctuator::LeftParen);
        if is_enclosed {
            (name, _) = self.unexpanded()?.ok_or(Leave)?;
        }
        if !name.is_name() || (is_enclosed && !self.unexpanded()?.ok_or(Leave)?.0.is(Punctuator::RightParen)) {
            return Err(Leave);
        }
        Ok(Expanded { word: truth(self.definitions.get(name.word).is_some()), kind: PieceKind::Number, ..operator })
    }

    /// The line and the file that a place of the innermost file is presumed to have. Line markers (`#line`) of the user's file are in the
    /// source map; a header with some is left to the compiler.
    fn presumed(&self, at: u32) -> Result<(u32, String), Leave> {
        let level = self.levels.last().ok_or(Leave)?;
        if self.levels.len() == 1
            && let Some(file) = level.file
        {
            let place = self.source.presumed(Span { file, start: at, end: at });
            return Ok((place.line, place.file.to_string()));
        }
        Ok((level.cut.source.line_column(at).0, level.cut.path.to_string()))
    }

    /// The value of a macro that the preprocessor computes.
    pub(super) fn built_in_value(&mut self, name: Expanded, place: Place) -> Result<Expanded, Leave> {
        let number = |word: Word| Ok(Expanded { word, kind: PieceKind::Number, ..name });
        match name.word {
            Word::LINE => {
                let (line, _) = self.presumed(name.start.unwrap_or(place.start))?;
                number(self.words.word(line.to_string().as_bytes()))
            }
            Word::FILE | Word::BASE_FILE => {
                let path = match name.word {
                    Word::FILE => self.presumed(name.start.unwrap_or(place.start))?.1,
                    _ => self.levels.first().ok_or(Leave)?.cut.path.clone(),
                };
                let text = self.string(super::super::compiler::quoted(&path).as_bytes());
                Ok(Expanded { is_spaced: name.is_spaced, ..text })
            }
            Word::COUNTER if !self.is_condition => {
                self.counter += 1;
                number(self.words.word((self.counter - 1).to_string().as_bytes()))
            }
            Word::INCLUDE_LEVEL => number(self.words.word((self.levels.len() - 1).to_string().as_bytes())),
            Word::HAS_INCLUDE | Word::HAS_INCLUDE_NEXT if self.is_condition => {
                let header = self.header_operand()?;
                let is_there = self.find(&header, name.word == Word::HAS_INCLUDE_NEXT)?.is_some();
                number(truth(is_there))
            }
            Word::HAS_ATTRIBUTE | Word::HAS_CPP_ATTRIBUTE | Word::HAS_C_ATTRIBUTE | Word::HAS_BUILTIN => {
                let operand = self.operand()?;
                let mut text = Vec::new();
                operand.iter().for_each(|token| text.extend_from_slice(&self.words.spelling(token.word)));
                let question = Question::new(&self.words.spelling(name.word), &text).ok_or(Leave)?;
                let answer = self.host.answer(&question).ok_or(Leave)?;
                number(self.words.word(answer.as_bytes()))
            }
            _ => Err(Leave),
        }
    }

    /// The tokens between the parentheses that follow, unexpanded.
    fn operand(&mut self) -> Result<Vec<Expanded>, Leave> {
        if !self.opens_arguments() {
            return Err(Leave);
        }
        self.unexpanded()?;
        let mut tokens = Vec::new();
        loop {
            let (token, _) = self.unexpanded()?.ok_or(Leave)?;
            if token.is(Punctuator::RightParen) {
                return Ok(tokens);
            }
            if token.is(Punctuator::LeftParen) {
                return Err(Leave);
            }
            tokens.push(token);
        }
    }

    /// The operand of `__has_include`.
    fn header_operand(&mut self) -> Result<HeaderName, Leave> {
        let mut tokens = self.operand()?;
        if tokens.first().is_some_and(Expanded::is_name) {
            tokens = self.expanded(tokens)?;
        }
        self.computed_name(&tokens)
    }
}

/// The parser evaluates as it reads. What is not evaluated may divide by zero.
struct Parser<'a, 'b> {
    preprocessor: &'a Preprocessor<'b>,
    tokens: &'a [Expanded],
    at: usize,
    /// How many operands and conditional expressions the parser is inside of.
    depth: usize,
}

impl Parser<'_, '_> {
    fn accept(&mut self, punctuator: Punctuator) -> bool {
        let is_there = self.tokens.get(self.at).is_some_and(|token| token.is(punctuator));
        self.at += usize::from(is_there);
        is_there
    }

    /// Reads a part of an expression, unless it stands too deep in others.
    fn nested(&mut self, read: impl FnOnce(&mut Self) -> Result<Value, Leave>) -> Result<Value, Leave> {
        if self.depth > DEPTH_LIMIT {
            return Err(Leave);
        }
        self.depth += 1;
        let value = read(self);
        self.depth -= 1;
        value
    }

    fn conditional(&mut self, is_evaluated: bool) -> Result<Value, Leave> {
        let condition = self.binary(0, is_evaluated)?;
        if !self.accept(Punctuator::Question) {
            return Ok(condition);
        }
        let is_true = condition.bits != 0;
        let then = self.nested(|parser| parser.conditional(is_evaluated && is_true))?;
        if !self.accept(Punctuator::Colon) {
            return Err(Leave);
        }
        let otherwise = self.nested(|parser| parser.conditional(is_evaluated && !is_true))?;
        let bits = if is_true { then.bits } else { otherwise.bits };
        Ok(Value { bits, is_unsigned: then.is_unsigned || otherwise.is_unsigned })
    }

    /// Operators that bind at least as strongly as `level`.
    fn binary(&mut self, level: u8, is_evaluated: bool) -> Result<Value, Leave> {
        let mut left = self.unary(is_evaluated)?;
        while let Some(&Expanded { kind: PieceKind::Punctuator(operator), .. }) = self.tokens.get(self.at) {
            let Some(strength) = strength(operator).filter(|&strength| strength >= level) else { break };
            self.at += 1;
            let decides = match operator {
                Punctuator::AmpersandAmpersand => left.bits == 0,
                Punctuator::BarBar => left.bits != 0,
                _ => false,
            };
            let right = self.binary(strength + 1, is_evaluated && !decides)?;
            left = apply(operator, left, right, is_evaluated)?;
        }
        Ok(left)
    }

    fn unary(&mut self, is_evaluated: bool) -> Result<Value, Leave> {
        self.nested(|parser| parser.operand(is_evaluated))
    }

    fn operand(&mut self, is_evaluated: bool) -> Result<Value, Leave> {
        let token = *self.tokens.get(self.at).ok_or(Leave)?;
        self.at += 1;
        let signed = |bits: u64| Value { bits, is_unsigned: false };
        match token.kind {
            PieceKind::Punctuator(Punctuator::LeftParen) => {
                let value = self.conditional(is_evaluated)?;
                if self.accept(Punctuator::RightParen) { Ok(value) } else { Err(Leave) }
            }
            PieceKind::Punctuator(Punctuator::Plus) => self.unary(is_evaluated),
            PieceKind::Punctuator(Punctuator::Minus) => {
                let value = self.unary(is_evaluated)?;
                Ok(Value { bits: value.bits.wrapping_neg(), ..value })
            }
            PieceKind::Punctuator(Punctuator::Tilde) => {
                let value = self.unary(is_evaluated)?;
                Ok(Value { bits: !value.bits, ..value })
            }
            PieceKind::Punctuator(Punctuator::Exclamation) => {
                let value = self.unary(is_evaluated)?;
                Ok(signed(u64::from(value.bits == 0)))
            }
            PieceKind::Number => self.number(token.word),
            PieceKind::Quoted(form) if form.quote == b'\'' && form.encoding == Encoding::Plain && form.is_closed => {
                let spelling = self.preprocessor.words.spelling(token.word);
                let (units, problems) = decode(form.body(&spelling), Encoding::Plain);
                // The compiler warns of several characters.
                if units.len() != 1 || !problems.is_empty() {
                    return Err(Leave);
                }
                Ok(signed(character_value(&units, Encoding::Plain).0 as u64))
            }
            PieceKind::Name | PieceKind::ExtendedName => Ok(signed(0)),
            PieceKind::Quoted(_) | PieceKind::Punctuator(_) | PieceKind::Hash | PieceKind::Paste | PieceKind::Stray => {
                Err(Leave)
            }
        }
    }

    fn number(&self, word: Word) -> Result<Value, Leave> {
        let spelling = self.preprocessor.words.spelling(word);
        let Ok(Number::Integer(literal)) = read_number(std::str::from_utf8(&spelling).map_err(|_| Leave)?) else {
            return Err(Leave);
        };
        let bits = u64::try_from(literal.value).map_err(|_| Leave)?;
        let is_large = i64::try_from(bits).is_err();
        // The compiler warns of such decimal numbers.
        if is_large && literal.is_decimal && !literal.is_unsigned {
            return Err(Leave);
        }
        Ok(Value { bits, is_unsigned: literal.is_unsigned || is_large })
    }
}

/// How strongly a binary operator binds.
fn strength(operator: Punctuator) -> Option<u8> {
    use Punctuator::*;
    Some(match operator {
        BarBar => 0,
        AmpersandAmpersand => 1,
        Bar => 2,
        Caret => 3,
        Ampersand => 4,
        Equal | NotEqual => 5,
        Less | Greater | LessEqual | GreaterEqual => 6,
        ShiftLeft | ShiftRight => 7,
        Plus | Minus => 8,
        Star | Slash | Percent => 9,
        _ => return None,
    })
}

fn apply(operator: Punctuator, left: Value, right: Value, is_evaluated: bool) -> Result<Value, Leave> {
    use Punctuator::*;
    let is_unsigned = left.is_unsigned || right.is_unsigned;
    let (a, b) = (left.bits, right.bits);
    let (signed_a, signed_b) = (a as i64, b as i64);
    let truth = |is_true: bool| Ok(Value { bits: u64::from(is_true), is_unsigned: false });
    let less = |a: u64, b: u64| if is_unsigned { a < b } else { (a as i64) < (b as i64) };
    let bits = match operator {
        BarBar => return truth(a != 0 || b != 0),
        AmpersandAmpersand => return truth(a != 0 && b != 0),
        Equal => return truth(a == b),
        NotEqual => return truth(a != b),
        Less => return truth(less(a, b)),
        Greater => return truth(less(b, a)),
        LessEqual => return truth(!less(b, a)),
        GreaterEqual => return truth(!less(a, b)),
        Bar => a | b,
        Caret => a ^ b,
        Ampersand => a & b,
        // The compiler warns of results that are too large.
        Plus | Minus | Star if !is_unsigned => {
            let result = match operator {
                Plus => signed_a.checked_add(signed_b),
                Minus => signed_a.checked_sub(signed_b),
                _ => signed_a.checked_mul(signed_b),
            };
            result.map(|result| result as u64).ok_or(()).or(if is_evaluated { Err(Leave) } else { Ok(0) })?
        }
        Plus => a.wrapping_add(b),
        Minus => a.wrapping_sub(b),
        Star => a.wrapping_mul(b),
        Slash | Percent if !is_evaluated => 0,
        Slash if is_unsigned => a.checked_div(b).ok_or(Leave)?,
        Slash => signed_a.checked_div(signed_b).ok_or(Leave)? as u64,
        Percent if is_unsigned => a.checked_rem(b).ok_or(Leave)?,
        Percent => signed_a.checked_rem(signed_b).ok_or(Leave)? as u64,
        ShiftLeft | ShiftRight => {
            // The type is that of the left operand.
            let distance = u32::try_from(b).ok().filter(|&distance| distance < 64);
            let distance = match distance {
                Some(distance) => distance,
                None if is_evaluated => return Err(Leave),
                None => 0,
            };
            let bits = match (operator, left.is_unsigned) {
                (ShiftLeft, _) => a << distance,
                (_, true) => a >> distance,
                (_, false) => (signed_a >> distance) as u64,
            };
            return Ok(Value { bits, is_unsigned: left.is_unsigned });
        }
        _ => return Err(Leave),
    };
    Ok(Value { bits, is_unsigned })
}
