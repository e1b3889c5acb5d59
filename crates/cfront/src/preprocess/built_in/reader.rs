//! Reading the files: text goes to the expansion, directives take effect (C11 6.10).

use super::cut::{Cut, HeaderName, ItemKind, Piece, PieceKind};
use super::definition::{Definition, Macro};
use super::expand::Expanded;
use super::search::Found;
use super::word::Word;
use super::{Leave, Place, Preprocessor};
use crate::lex::Punctuator;
use crate::preprocess::messages::missing_header;
use raddle_program::source::FileId;
use std::sync::Arc;

/// How deep files may include each other, as in gcc.
const DEPTH_LIMIT: usize = 200;

/// A file that is being read.
#[derive(Debug)]
pub(super) struct Level {
    pub(super) cut: Arc<Cut>,
    /// The item that is read, and its next piece.
    item: usize,
    at: u32,
    /// Where `#include_next` goes on to search.
    pub(super) next_folder: usize,
    pub(super) is_system: bool,
    /// Its number in the source map, once a token came from it.
    pub(super) file: Option<FileId>,
}

impl Level {
    /// At the start of a file.
    pub(super) fn new(cut: Arc<Cut>, next_folder: usize, is_system: bool) -> Self {
        let mut level = Level { cut, item: 0, at: 0, next_folder, is_system, file: None };
        level.go(0);
        level
    }

    fn go(&mut self, item: usize) {
        self.item = item;
        self.at = self.cut.items.get(item).map_or(0, |item| item.pieces.start);
    }

    fn piece(&self) -> Option<Piece> {
        let item = self.cut.items.get(self.item)?;
        (item.kind == ItemKind::Text && self.at < item.pieces.end).then(|| self.cut.pieces[self.at as usize])
    }
}

impl Piece {
    /// The token as expansion sees it.
    pub(super) fn token(self) -> Expanded {
        Expanded {
            word: self.word,
            kind: self.kind,
            is_spaced: self.is_spaced,
            is_final: false,
            start: Some(self.start),
        }
    }
}

impl Preprocessor<'_> {
    /// The next piece of the innermost file, unless a directive or the end of the file comes first.
    pub(super) fn peek(&self) -> Option<Piece> {
        self.levels.last()?.piece()
    }

    /// The next token of the files; directives on the way take effect.
    pub(super) fn read(&mut self) -> Result<Option<(Expanded, Place)>, Leave> {
        loop {
            let Some(level) = self.levels.last_mut() else { return Ok(None) };
            if let Some(piece) = level.piece() {
                level.at += 1;
                self.starts_line |= piece.starts_line;
                let mut token = piece.token();
                token.is_spaced |= piece.starts_line && self.is_in_arguments;
                return Ok(Some((token, Place { start: piece.start, end: piece.end })));
            }
            if level.item < level.cut.items.len() {
                self.directive()?;
            } else if self.is_in_arguments {
                return Err(Leave);
            } else {
                self.levels.pop();
            }
        }
    }

    /// Carries out the directive that the innermost file stands at, or goes on from the end of a text.
    fn directive(&mut self) -> Result<(), Leave> {
        let level = self.levels.last_mut().ok_or(Leave)?;
        let cut = level.cut.clone();
        let index = level.item;
        let item = &cut.items[index];
        level.go(index + 1);
        let pieces = cut.pieces_of(item);
        self.place = Place { start: item.operand, end: item.operand };
        match &item.kind {
            ItemKind::Text | ItemKind::Nothing => Ok(()),
            ItemKind::Define(name, definition) => self.define(*name, definition),
            ItemKind::Undef => match pieces {
                [name] if matches!(name.kind, PieceKind::Name | PieceKind::ExtendedName) => self.undefine(name.word),
                _ => Err(Leave),
            },
            ItemKind::If => {
                let is_true = self.condition(pieces)?;
                self.enter_if(is_true, &cut, index)
            }
            ItemKind::Ifdef { is_negated } => {
                let [name, rest @ ..] = pieces else { return Err(Leave) };
                let is_name = matches!(name.kind, PieceKind::Name | PieceKind::ExtendedName);
                if !is_name || (!rest.is_empty() && !self.is_in_system_header()) {
                    return Err(Leave);
                }
                let is_true = self.definitions.get(name.word).is_some() != *is_negated;
                self.enter_if(is_true, &cut, index)
            }
            ItemKind::Elif | ItemKind::Else => {
                // The part before was taken: the rest of the conditional is skipped.
                self.check_end(pieces, &item.kind)?;
                let mut last = index;
                while cut.items[last].kind != ItemKind::Endif {
                    last = cut.items[last].next as usize;
                }
                self.go(last)
            }
            ItemKind::Endif => self.check_end(pieces, &item.kind),
            ItemKind::Include { is_next, header } => self.include(*is_next, header.as_ref(), pieces),
            ItemKind::Pragma(text) => self.pragma(text, pieces),
            ItemKind::Other => Err(Leave),
        }
    }

    /// Goes to the first part of a conditional whose condition holds, given whether that of the part `index` does.
    fn enter_if(&mut self, mut is_true: bool, cut: &Cut, mut index: usize) -> Result<(), Leave> {
        while !is_true {
            index = cut.items[index].next as usize;
            let item = &cut.items[index];
            let pieces = cut.pieces_of(item);
            is_true = match item.kind {
                ItemKind::Elif => self.condition(pieces)?,
                _ => {
                    self.check_end(pieces, &item.kind)?;
                    true
                }
            };
        }
        self.go(index + 1)
    }

    fn go(&mut self, item: usize) -> Result<(), Leave> {
        self.levels.last_mut().ok_or(Leave)?.go(item);
        Ok(())
    }

    /// The compiler warns of tokens behind `#else` and `#endif`.
    fn check_end(&self, pieces: &[Piece], kind: &ItemKind) -> Result<(), Leave> {
        let is_fine = pieces.is_empty() || *kind == ItemKind::Elif || self.is_in_system_header();
        if is_fine { Ok(()) } else { Err(Leave) }
    }

    fn is_in_system_header(&self) -> bool {
        self.levels.last().is_some_and(|level| level.is_system)
    }

    /// `#define`. The compiler warns of another definition of the same name.
    pub(super) fn define(&mut self, name: Word, definition: &Arc<Macro>) -> Result<(), Leave> {
        match self.definitions.get(name) {
            Some(Definition::BuiltIn) => return Err(Leave),
            Some(Definition::Plain(old)) if **old != **definition && !self.is_in_system_header() => return Err(Leave),
            Some(Definition::Plain(_)) | None => {}
        }
        self.definitions.set(name, Some(Definition::Plain(definition.clone())));
        Ok(())
    }

    /// `#undef`.
    pub(super) fn undefine(&mut self, name: Word) -> Result<(), Leave> {
        if name == Word::DEFINED || matches!(self.definitions.get(name), Some(Definition::BuiltIn)) {
            return Err(Leave);
        }
        self.definitions.set(name, None);
        Ok(())
    }

    fn include(&mut self, is_next: bool, header: Option<&HeaderName>, pieces: &[Piece]) -> Result<(), Leave> {
        let computed;
        let header = match header {
            Some(header) => header,
            None => {
                let tokens = self.expanded(pieces.iter().map(|piece| piece.token()).collect())?;
                computed = self.computed_name(&tokens)?;
                &computed
            }
        };
        if self.is_in_arguments {
            return Err(Leave);
        }
        match self.find(header, is_next)? {
            Some(found) => self.open(found),
            None => {
                let span = self.span(self.place);
                self.builder.report(missing_header(span, &String::from_utf8_lossy(&header.name)));
                // Nothing is read behind it.
                self.levels.clear();
                Ok(())
            }
        }
    }

    /// Starts to read a file, unless it is guarded against that.
    pub(super) fn open(&mut self, found: Found) -> Result<(), Leave> {
        let Found { cut, next_folder, is_system } = found;
        // gcc takes files with the same text for the same file.
        let is_same = |other: &Arc<Cut>| Arc::ptr_eq(other, &cut) || other.source.text() == cut.source.text();
        let is_guarded = cut.guard.is_some_and(|guard| self.definitions.get(guard).is_some());
        if is_guarded || self.once.iter().any(is_same) {
            return Ok(());
        }
        if self.levels.len() >= DEPTH_LIMIT || (self.is_strict && cut.has_trigraphs) {
            return Err(Leave);
        }
        self.levels.push(Level::new(cut, next_folder, is_system));
        Ok(())
    }

    /// The header that the tokens behind `#include` or in `__has_include` name.
    pub(super) fn computed_name(&self, tokens: &[Expanded]) -> Result<HeaderName, Leave> {
        let spelling = |token: &Expanded| self.words.spelling(token.word);
        match tokens {
            [text] if matches!(text.kind, PieceKind::Quoted(form) if form.quote == b'"' && form.prefix == 0 && form.is_closed) =>
            {
                let name = spelling(text);
                Ok(HeaderName { name: name[1..name.len() - 1].to_vec(), is_angled: false })
            }
            [first, inner @ .., last] if first.is(Punctuator::Less) && last.is(Punctuator::Greater) => {
                let mut name = Vec::new();
                for (index, token) in inner.iter().enumerate() {
                    if token.is_spaced && index > 0 {
                        name.push(b' ');
                    }
                    name.extend_from_slice(&spelling(token));
                }
                Ok(HeaderName { name, is_angled: true })
            }
            _ => Err(Leave),
        }
    }

    /// `#pragma`: `once` and `system_header` concern the file that is read; gcc expands macros in `redefine_extname`. All others go to the
    /// tokens as they are written.
    fn pragma(&mut self, text: &[u8], pieces: &[Piece]) -> Result<(), Leave> {
        let words: Vec<&[u8]> = text
            .split(|byte| !byte.is_ascii_alphanumeric() && *byte != b'_')
            .filter(|it| !it.is_empty())
            .take(2)
            .collect();
        match words[..] {
            [b"once"] | [b"GCC", b"system_header"] if self.levels.len() == 1 => Err(Leave),
            [b"once", _] => Err(Leave),
            [b"once"] => {
                self.once.extend(self.levels.last().map(|level| level.cut.clone()));
                Ok(())
            }
            [b"GCC", b"system_header"] => {
                self.levels.last_mut().ok_or(Leave)?.is_system = true;
                Ok(())
            }
            [b"push_macro" | b"pop_macro", ..]
            | [b"GCC" | b"clang", b"poison" | b"error" | b"warning" | b"dependency"] => Err(Leave),
            [b"redefine_extname", ..] => {
                let [name, rest @ ..] = pieces else { return Err(Leave) };
                let tokens = self.expanded(rest.iter().map(|piece| piece.token()).collect())?;
                let mut text = self.words.spelling(name.word).to_vec();
                for token in tokens {
                    text.push(b' ');
                    text.extend_from_slice(&self.words.spelling(token.word));
                }
                let span = self.span(self.place);
                self.builder.pragma(&text, span);
                Ok(())
            }
            _ => {
                let span = self.span(self.place);
                self.builder.pragma(text, span);
                Ok(())
            }
        }
    }
}
