//! Macros: parsing a `#define` directive, and the table of the macros that are defined (C11 6.10.3).

use super::Leave;
use super::cut::{Piece, PieceKind};
use super::word::Word;
use crate::lex::Punctuator;
use std::sync::Arc;

/// A macro that a program defines.
#[derive(Debug, PartialEq)]
pub(super) struct Macro {
    /// The parameters, for a macro that takes arguments; the last one is the variable one, if there is one.
    pub(super) parameters: Option<Vec<Word>>,
    pub(super) is_variadic: bool,
    pub(super) body: Vec<Part>,
}

/// A part of what a macro stands for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Part {
    pub(super) kind: PartKind,
    pub(super) is_spaced: bool,
    /// Whether `##` stands behind it.
    pub(super) is_pasted: bool,
}

/// What a part of a macro is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum PartKind {
    Token(Word, PieceKind),
    /// The parameter with this index.
    Parameter(usize),
    /// `#` in front of the parameter with this index.
    Stringified(usize),
}

/// What a name is defined as.
#[derive(Clone, Debug)]
pub(super) enum Definition {
    Plain(Arc<Macro>),
    /// One that the preprocessor computes.
    BuiltIn,
}

/// The names that are defined.
#[derive(Debug, Default)]
pub(super) struct Definitions(Vec<Option<Definition>>);

impl Definitions {
    /// What a name is defined as.
    pub(super) fn get(&self, name: Word) -> Option<&Definition> {
        self.0.get(name.0 as usize)?.as_ref()
    }

    /// Defines a name, or takes the definition away.
    pub(super) fn set(&mut self, name: Word, definition: Option<Definition>) {
        let index = name.0 as usize;
        if index >= self.0.len() {
            self.0.resize_with((index + 1).next_power_of_two(), || None);
        }
        self.0[index] = definition;
    }
}

/// What the pieces behind `#define` define.
pub(super) fn parse(pieces: &[Piece]) -> Result<(Word, Macro), Leave> {
    let (name, rest) = pieces.split_first().ok_or(Leave)?;
    let is_name = matches!(name.kind, PieceKind::Name | PieceKind::ExtendedName);
    if !is_name || name.word == Word::DEFINED || name.word == Word::VA_ARGS || name.word == Word::VA_OPT {
        return Err(Leave);
    }
    let is_open = |piece: &Piece| piece.kind == PieceKind::Punctuator(Punctuator::LeftParen);
    let takes_arguments = rest.first().is_some_and(|first| is_open(first) && !first.is_spaced);
    let (parameters, is_variadic, body) = if takes_arguments {
        let (parameters, is_variadic, rest) = parameters(&rest[1..])?;
        (Some(parameters), is_variadic, rest)
    } else {
        // The compiler says something about `#define A+B`.
        if rest.first().is_some_and(|first| !first.is_spaced) {
            return Err(Leave);
        }
        (None, false, rest)
    };
    Ok((name.word, Macro { body: parts(body, parameters.as_deref(), is_variadic)?, parameters, is_variadic }))
}

/// The parameters up to the closing parenthesis, and what follows it.
fn parameters(mut pieces: &[Piece]) -> Result<(Vec<Word>, bool, &[Piece]), Leave> {
    let mut parameters: Vec<Word> = Vec::new();
    let mut is_variadic = false;
    let mut next = || {
        let (first, rest) = pieces.split_first().ok_or(Leave)?;
        pieces = rest;
        Ok(*first)
    };
    let closed = PieceKind::Punctuator(Punctuator::RightParen);
    let mut piece = next()?;
    while piece.kind != closed || !parameters.is_empty() {
        match piece.kind {
            PieceKind::Name | PieceKind::ExtendedName
                if piece.word != Word::VA_ARGS && !parameters.contains(&piece.word) =>
            {
                parameters.push(piece.word);
                piece = next()?;
                // GNU: a name for the variable arguments.
                if piece.kind == PieceKind::Punctuator(Punctuator::Ellipsis) {
                    is_variadic = true;
                    piece = next()?;
                }
            }
            PieceKind::Punctuator(Punctuator::Ellipsis) => {
                parameters.push(Word::VA_ARGS);
                is_variadic = true;
                piece = next()?;
            }
            _ => return Err(Leave),
        }
        if piece.kind == closed {
            break;
        }
        if piece.kind != PieceKind::Punctuator(Punctuator::Comma) || is_variadic {
            return Err(Leave);
        }
        piece = next()?;
        if piece.kind == closed {
            return Err(Leave);
        }
    }
    Ok((parameters, is_variadic, pieces))
}

fn parts(pieces: &[Piece], parameters: Option<&[Word]>, is_variadic: bool) -> Result<Vec<Part>, Leave> {
    let mut parts: Vec<Part> = Vec::with_capacity(pieces.len());
    let parameter = |word: Word| parameters.and_then(|all| all.iter().position(|&parameter| parameter == word));
    let mut pieces = pieces.iter();
    let mut is_after_paste = false;
    while let Some(piece) = pieces.next() {
        let kind = match piece.kind {
            PieceKind::Paste => {
                // An operand is missing, or `##` stands twice.
                if is_after_paste {
                    return Err(Leave);
                }
                parts.last_mut().ok_or(Leave)?.is_pasted = true;
                is_after_paste = true;
                continue;
            }
            PieceKind::Hash if parameters.is_some() => {
                let operand = pieces.next().ok_or(Leave)?;
                PartKind::Stringified(parameter(operand.word).ok_or(Leave)?)
            }
            PieceKind::Name | PieceKind::ExtendedName => match parameter(piece.word) {
                Some(index) => PartKind::Parameter(index),
                None if piece.word == Word::VA_OPT => return Err(Leave),
                None if piece.word == Word::VA_ARGS && !is_variadic => return Err(Leave),
                None => PartKind::Token(piece.word, piece.kind),
            },
            PieceKind::Quoted(form) if !form.is_closed => return Err(Leave),
            PieceKind::Number
            | PieceKind::Quoted(_)
            | PieceKind::Punctuator(_)
            | PieceKind::Hash
            | PieceKind::Stray => PartKind::Token(piece.word, piece.kind),
        };
        // Blanks in front of the first token do not count.
        let is_spaced = piece.is_spaced && !parts.is_empty();
        parts.push(Part { kind, is_spaced, is_pasted: false });
        is_after_paste = false;
    }
    if is_after_paste { Err(Leave) } else { Ok(parts) }
}
