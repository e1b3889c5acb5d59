//! The body of a macro with its arguments in place of the parameters: `#` and `##` (C11 6.10.3.1 to 6.10.3.3), and GNU's comma in front of
//! `## __VA_ARGS__`.

use super::cut::PieceKind;
use super::definition::{Macro, PartKind};
use super::expand::Expanded;
use super::word::Word;
use super::{Leave, Preprocessor};
use crate::ast::Encoding;
use crate::lex::Punctuator;
use crate::lex::scanner::{Quoted, Scanned, Scanner};

impl Preprocessor<'_> {
    /// What a macro stands for with these arguments.
    pub(super) fn substituted(
        &mut self,
        definition: &Macro,
        arguments: Vec<Vec<Expanded>>,
    ) -> Result<Vec<Expanded>, Leave> {
        let n_parameters = definition.parameters.as_ref().map_or(0, Vec::len);
        let mut expanded: Vec<Option<Vec<Expanded>>> = vec![None; n_parameters];
        let mut result: Vec<Expanded> = Vec::with_capacity(definition.body.len());
        // Whether `##` joins the last token of the result with the next one; the part in front of it may be empty.
        let mut joins = false;
        let mut is_left_empty = false;
        // An empty argument hands its blank on.
        let mut owes_space = false;
        for (index, part) in definition.body.iter().enumerate() {
            let pasted_to_left = joins;
            joins = part.is_pasted;
            let first_new = result.len();
            match part.kind {
                PartKind::Token(word, kind) => {
                    result.push(Expanded { word, kind, is_spaced: part.is_spaced, is_final: false, start: None });
                }
                PartKind::Stringified(parameter) => {
                    let argument = arguments.get(parameter).map_or(&[][..], Vec::as_slice);
                    let text = self.stringified(argument);
                    result.push(Expanded { is_spaced: part.is_spaced, ..text });
                }
                PartKind::Parameter(parameter) => {
                    let is_variable = definition.is_variadic && parameter + 1 == n_parameters;
                    let is_after_comma = index > 0
                        && matches!(
                            definition.body[index - 1].kind,
                            PartKind::Token(_, PieceKind::Punctuator(Punctuator::Comma))
                        );
                    if pasted_to_left && is_variable && is_after_comma {
                        // GNU: the comma goes with the variable argument, and is not pasted otherwise.
                        match arguments.get(parameter) {
                            None => drop(result.pop()),
                            Some(argument) => result.extend(argument),
                        }
                        is_left_empty = result.len() <= first_new;
                        continue;
                    }
                    let mut tokens = if pasted_to_left || part.is_pasted {
                        arguments.get(parameter).cloned().unwrap_or_default()
                    } else {
                        self.argument(parameter, &arguments, &mut expanded)?
                    };
                    if let Some(first) = tokens.first_mut() {
                        first.is_spaced = part.is_spaced;
                    }
                    result.extend(tokens);
                }
            }
            let is_empty = result.len() == first_new;
            if pasted_to_left {
                if !is_empty && !is_left_empty {
                    let token = self.pasted(result[first_new - 1], result[first_new])?;
                    result.splice(first_new - 1..=first_new, [token]);
                }
                is_left_empty &= is_empty;
            } else {
                is_left_empty = is_empty;
                if let Some(first) = result.get_mut(first_new) {
                    first.is_spaced |= std::mem::take(&mut owes_space);
                } else {
                    owes_space |= part.is_spaced;
                }
            }
        }
        Ok(result)
    }

    /// An argument, with its macros expanded.
    fn argument(
        &mut self,
        parameter: usize,
        arguments: &[Vec<Expanded>],
        expanded: &mut [Option<Vec<Expanded>>],
    ) -> Result<Vec<Expanded>, Leave> {
        if let Some(known) = &expanded[parameter] {
            return Ok(known.clone());
        }
        let tokens = self.expanded(arguments.get(parameter).cloned().unwrap_or_default())?;
        expanded[parameter] = Some(tokens.clone());
        Ok(tokens)
    }

    /// `#`: a string of the tokens as they are written.
    pub(super) fn stringified(&mut self, tokens: &[Expanded]) -> Expanded {
        let mut text = vec![b'"'];
        for (index, token) in tokens.iter().enumerate() {
            if index > 0 && token.is_spaced {
                text.push(b' ');
            }
            let spelling = self.words.spelling(token.word);
            match token.kind {
                PieceKind::Quoted(_) => {
                    for &byte in &*spelling {
                        if matches!(byte, b'"' | b'\\') {
                            text.push(b'\\');
                        }
                        text.push(byte);
                    }
                }
                _ => text.extend_from_slice(&spelling),
            }
        }
        text.push(b'"');
        self.string(&text)
    }

    /// A string literal that is written so.
    pub(super) fn string(&mut self, spelling: &[u8]) -> Expanded {
        let form = Quoted { quote: b'"', encoding: Encoding::Plain, prefix: 0, is_closed: true };
        let word = self.words.word(spelling);
        Expanded { word, kind: PieceKind::Quoted(form), is_spaced: false, is_final: false, start: None }
    }

    /// `##`: the token that is written as two together.
    fn pasted(&mut self, left: Expanded, right: Expanded) -> Result<Expanded, Leave> {
        let key = (left.word, right.word);
        let (word, kind) = match self.pasted.get(&key) {
            Some(&known) => known,
            None => {
                let mut spelling = self.words.spelling(left.word).to_vec();
                spelling.extend_from_slice(&self.words.spelling(right.word));
                let token = (self.words.word(&spelling), kind_of(&spelling)?);
                self.pasted.insert(key, token);
                token
            }
        };
        Ok(Expanded { word, kind, is_spaced: left.is_spaced, is_final: false, start: None })
    }
}

/// What a text is as a single token.
fn kind_of(spelling: &[u8]) -> Result<PieceKind, Leave> {
    let mut scanner = Scanner::inside_line(spelling);
    let (scanned, ..) = scanner.next().ok_or(Leave)?;
    if scanner.range() != (0..spelling.len()) {
        return Err(Leave);
    }
    match scanned {
        Scanned::Name => Ok(PieceKind::Name),
        Scanned::ExtendedName => Ok(PieceKind::ExtendedName),
        Scanned::Number => Ok(PieceKind::Number),
        Scanned::Quoted(form) if form.is_closed => Ok(PieceKind::Quoted(form)),
        Scanned::Punctuator(punctuator) => Ok(PieceKind::Punctuator(punctuator)),
        Scanned::Quoted(_) | Scanned::Stray | Scanned::Directive | Scanned::OpenComment | Scanned::Utf16 => Err(Leave),
    }
}

/// A word that is the value of a condition.
pub(super) fn truth(is_true: bool) -> Word {
    if is_true { Word::ONE } else { Word::ZERO }
}
