//! A file cut into preprocessing tokens and directives (C11 5.1.1.2, phases 2 and 3). A file is cut once in a session, whatever macros
//! are defined where it is included.

use super::Leave;
use super::definition::{self, Macro};
use super::word::{Table, Word, Words};
use crate::lex::scanner::{Scanned, Scanner};
use crate::lex::splice::Spliced;
use crate::lex::{Punctuator, displayable};
use raddle_program::source::SourceFile;
use std::ops::Range;
use std::sync::Arc;

/// A file that was cut.
#[derive(Debug)]
pub(in crate::preprocess) struct Cut {
    pub(super) source: SourceFile,
    /// The name as `__FILE__` and error messages have it.
    pub(super) path: String,
    pub(super) pieces: Vec<Piece>,
    pub(super) items: Vec<Item>,
    /// The macro that the whole of the file depends on not being defined.
    pub(super) guard: Option<Word>,
    /// Whether a trigraph stands in it, which only strict modes replace.
    pub(super) has_trigraphs: bool,
}

/// A preprocessing token.
#[derive(Clone, Copy, Debug)]
pub(super) struct Piece {
    pub(super) word: Word,
    pub(super) kind: PieceKind,
    /// Whether blanks stand before it.
    pub(super) is_spaced: bool,
    pub(super) starts_line: bool,
    /// Where it stands in the file, in bytes.
    pub(super) start: u32,
    pub(super) end: u32,
}

/// What a preprocessing token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PieceKind {
    Name,
    /// A name with characters beyond ASCII.
    ExtendedName,
    Number,
    Quoted(crate::lex::scanner::Quoted),
    Punctuator(Punctuator),
    /// `#`
    Hash,
    /// `##`
    Paste,
    Stray,
}

/// A run of text, or a directive.
#[derive(Debug)]
pub(super) struct Item {
    pub(super) kind: ItemKind,
    /// The pieces of the text, or those behind the name of the directive.
    pub(super) pieces: Range<u32>,
    /// The text, or what follows the name of the directive, starts here, in bytes.
    pub(super) operand: u32,
    /// For a conditional: the item of the next part of it.
    pub(super) next: u32,
}

/// What a part of a file is.
#[derive(Debug, PartialEq)]
pub(super) enum ItemKind {
    Text,
    /// With the name and what it stands for.
    Define(Word, Arc<Macro>),
    Undef,
    /// `#include` or `#include_next`, with the name of the header if it is written there.
    Include {
        is_next: bool,
        header: Option<HeaderName>,
    },
    If,
    /// `#ifdef` or `#ifndef`.
    Ifdef {
        is_negated: bool,
    },
    Elif,
    Else,
    Endif,
    /// With the text behind the word.
    Pragma(Vec<u8>),
    /// Nothing happens.
    Nothing,
    /// Left to the compiler, if it is reached.
    Other,
}

/// A header as a program names it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct HeaderName {
    pub(super) name: Vec<u8>,
    pub(super) is_angled: bool,
}

impl Cut {
    /// Cuts a file. `shown` names it in the source map.
    ///
    /// # Errors
    /// If the text has a form that is left to the compiler.
    pub(super) fn new(shown: &str, path: &str, text: &[u8], words: &Words) -> Result<Cut, Leave> {
        let spliced = Spliced::new(text);
        let joined: &[u8] = &spliced.text;
        let mut cutter = Cutter { pieces: Vec::new(), items: Vec::new(), spliced: &spliced };
        words.change(|table| cutter.run(joined, table))?;
        let Cutter { pieces, mut items, .. } = cutter;
        link(&mut items)?;
        Ok(Cut {
            source: SourceFile::new(shown, &displayable(text), Vec::new()),
            path: path.to_owned(),
            guard: guard(&items, &pieces),
            has_trigraphs: joined.windows(2).any(|pair| pair == b"??"),
            pieces,
            items,
        })
    }

    /// The pieces of an item.
    pub(super) fn pieces_of(&self, item: &Item) -> &[Piece] {
        &self.pieces[item.pieces.start as usize..item.pieces.end as usize]
    }
}

struct Cutter<'a> {
    pieces: Vec<Piece>,
    items: Vec<Item>,
    spliced: &'a Spliced<'a>,
}

impl Cutter<'_> {
    fn run(&mut self, text: &[u8], table: &mut Table) -> Result<(), Leave> {
        let mut scanner = Scanner::new(text);
        let mut first = 0;
        while let Some((scanned, starts_line, is_spaced)) = scanner.next() {
            if scanned == Scanned::Directive {
                self.text(first);
                self.directive(text, scanner.range(), table)?;
                first = self.n_pieces();
            } else {
                self.piece(scanned, scanner.spelling(), scanner.range().start, (starts_line, is_spaced), table)?;
            }
        }
        self.text(first);
        Ok(())
    }

    fn n_pieces(&self) -> u32 {
        self.pieces.len() as u32
    }

    fn text(&mut self, first: u32) {
        let last = self.n_pieces();
        if first < last {
            let operand = self.pieces[first as usize].start;
            self.items.push(Item { kind: ItemKind::Text, pieces: first..last, operand, next: 0 });
        }
    }

    /// Adds the pieces of what was scanned at this offset of the joined text.
    fn piece(
        &mut self,
        scanned: Scanned,
        spelling: &[u8],
        start: usize,
        (starts_line, is_spaced): (bool, bool),
        table: &mut Table,
    ) -> Result<(), Leave> {
        let kind = match scanned {
            Scanned::Name => PieceKind::Name,
            Scanned::ExtendedName => PieceKind::ExtendedName,
            Scanned::Number => PieceKind::Number,
            Scanned::Quoted(form) => PieceKind::Quoted(form),
            Scanned::Punctuator(punctuator) => {
                // `%:` is `#` in another spelling.
                if punctuator == Punctuator::Colon
                    && self.pieces.last().is_some_and(|last| last.kind == PieceKind::Punctuator(Punctuator::Percent))
                {
                    return Err(Leave);
                }
                PieceKind::Punctuator(punctuator)
            }
            Scanned::Stray if spelling.starts_with(b"#") => {
                for (index, part) in spelling.chunks(2).enumerate() {
                    let kind = if part.len() == 2 { PieceKind::Paste } else { PieceKind::Hash };
                    self.add(
                        kind,
                        part,
                        start + 2 * index,
                        (starts_line && index == 0, is_spaced && index == 0),
                        table,
                    );
                }
                return Ok(());
            }
            Scanned::Stray => PieceKind::Stray,
            Scanned::Directive | Scanned::OpenComment | Scanned::Utf16 => return Err(Leave),
        };
        self.add(kind, spelling, start, (starts_line, is_spaced), table);
        Ok(())
    }

    fn add(
        &mut self,
        kind: PieceKind,
        spelling: &[u8],
        start: usize,
        (starts_line, is_spaced): (bool, bool),
        table: &mut Table,
    ) {
        let end = start + spelling.len();
        let (start, end) = (self.spliced.physical_start(start) as u32, self.spliced.physical_end(end) as u32);
        self.pieces.push(Piece { word: table.word(spelling), kind, is_spaced, starts_line, start, end });
    }

    fn directive(&mut self, text: &[u8], range: Range<usize>, table: &mut Table) -> Result<(), Leave> {
        let digraph = usize::from(text[range.start] == b'%');
        let inside = range.start + 1 + digraph;
        let line = &text[inside..range.end];
        let mut scanner = Scanner::inside_line(line);
        let name = scanner.next().map(|(scanned, ..)| (scanned, scanner.spelling(), scanner.range()));
        let first = self.n_pieces();
        let mut kind = match name {
            None => ItemKind::Nothing,
            Some((Scanned::Name, b"define", _)) => self.definition(&mut scanner, inside, table),
            Some((Scanned::Name, word, ref at)) => kind_of(word, &line[at.end..]),
            // A line marker; those of the user's file are blanks here.
            Some(_) => ItemKind::Other,
        };
        let has_pieces = match &kind {
            ItemKind::Include { header, .. } => header.is_none(),
            ItemKind::Text | ItemKind::Define(..) | ItemKind::Nothing | ItemKind::Other => false,
            ItemKind::Undef | ItemKind::Pragma(_) => true,
            ItemKind::If | ItemKind::Ifdef { .. } | ItemKind::Elif | ItemKind::Else | ItemKind::Endif => true,
        };
        if has_pieces && self.rest(&mut scanner, inside, table).is_err() {
            // Whether a condition belongs to text that is skipped is not known here.
            if !matches!(kind, ItemKind::Undef | ItemKind::Include { .. } | ItemKind::Pragma(_)) {
                return Err(Leave);
            }
            kind = ItemKind::Other;
        }
        let behind = name.map_or(0, |(.., at)| at.end);
        let blanks = line[behind..].iter().take_while(|byte| byte.is_ascii_whitespace()).count();
        let operand = self.spliced.physical_start(inside + behind + blanks) as u32;
        self.items.push(Item { kind, pieces: first..self.n_pieces(), operand, next: 0 });
        Ok(())
    }

    fn definition(&mut self, scanner: &mut Scanner<'_>, inside: usize, table: &mut Table) -> ItemKind {
        let first = self.pieces.len();
        let pieces = self.rest(scanner, inside, table);
        let definition = pieces.and_then(|()| definition::parse(&self.pieces[first..]));
        self.pieces.truncate(first);
        definition.map_or(ItemKind::Other, |(name, definition)| ItemKind::Define(name, Arc::new(definition)))
    }

    /// Adds the pieces up to the end of a directive, whose text starts at `inside`.
    fn rest(&mut self, scanner: &mut Scanner<'_>, inside: usize, table: &mut Table) -> Result<(), Leave> {
        while let Some((scanned, _, is_spaced)) = scanner.next() {
            let at = inside + scanner.range().start;
            self.piece(scanned, scanner.spelling(), at, (false, is_spaced), table)?;
        }
        Ok(())
    }
}

/// What a directive is, by its name and the rest of its line.
fn kind_of(name: &[u8], rest: &[u8]) -> ItemKind {
    match name {
        b"undef" => ItemKind::Undef,
        b"include" | b"include_next" => {
            let is_next = name == b"include_next";
            match header_name(rest) {
                Ok(header) => ItemKind::Include { is_next, header },
                Err(Leave) => ItemKind::Other,
            }
        }
        b"if" => ItemKind::If,
        b"ifdef" => ItemKind::Ifdef { is_negated: false },
        b"ifndef" => ItemKind::Ifdef { is_negated: true },
        b"elif" => ItemKind::Elif,
        b"else" => ItemKind::Else,
        b"endif" => ItemKind::Endif,
        b"pragma" => ItemKind::Pragma(rest.to_vec()),
        b"ident" | b"sccs" => ItemKind::Nothing,
        _ => ItemKind::Other,
    }
}

/// The name of a header at the start of a text; none where a macro has to give it.
fn header_name(text: &[u8]) -> Result<Option<HeaderName>, Leave> {
    let text = text.trim_ascii();
    let (close, is_angled) = match text.first() {
        Some(b'"') => (b'"', false),
        Some(b'<') => (b'>', true),
        Some(b'/') | None => return Err(Leave),
        Some(_) => return Ok(None),
    };
    let length = text[1..].iter().position(|&byte| byte == close).ok_or(Leave)?;
    let rest = &text[length + 2..];
    // What follows may be a comment, and nothing else.
    if Scanner::inside_line(rest).next().is_some() {
        return Err(Leave);
    }
    Ok(Some(HeaderName { name: text[1..=length].to_vec(), is_angled }))
}

/// Links the parts of each conditional.
fn link(items: &mut [Item]) -> Result<(), Leave> {
    let mut open: Vec<usize> = Vec::new();
    for index in 0..items.len() {
        match items[index].kind {
            ItemKind::If | ItemKind::Ifdef { .. } => open.push(index),
            ItemKind::Elif | ItemKind::Else | ItemKind::Endif => {
                let last = open.pop().ok_or(Leave)?;
                if items[last].kind == ItemKind::Else && items[index].kind != ItemKind::Endif {
                    return Err(Leave);
                }
                items[last].next = index as u32;
                if items[index].kind != ItemKind::Endif {
                    open.push(index);
                }
            }
            ItemKind::Text
            | ItemKind::Define(..)
            | ItemKind::Undef
            | ItemKind::Include { .. }
            | ItemKind::Pragma(_)
            | ItemKind::Nothing
            | ItemKind::Other => {}
        }
    }
    if open.is_empty() { Ok(()) } else { Err(Leave) }
}

/// The macro of `#ifndef` around the whole file.
fn guard(items: &[Item], pieces: &[Piece]) -> Option<Word> {
    let first = items.first()?;
    let is_whole = first.next as usize + 1 == items.len() && items.last()?.kind == ItemKind::Endif;
    let is_guard = first.kind == ItemKind::Ifdef { is_negated: true } && first.pieces.len() == 1;
    (is_whole && is_guard).then(|| pieces[first.pieces.start as usize].word)
}
