//! From the output of `cc -E` back to the physical files: each token gets the place that it was written at.
//!
//! The output's line markers give file and line. Within a line the output's tokens are matched with the physical ones
//! from left to right. Where they differ, a macro was used: what it brought in ends where the token after the macro use
//! appears again outside of brackets. A wrong guess costs a column, never a line.

use super::Preprocessed;
use super::compiler::Output;
use super::messages::Message;
use super::session::Session;
use crate::diagnostic::Diagnostic;
use crate::headers;
use crate::lex::{Lexed, LineMarker, Token, displayable, lex};
use raddle_program::source::{FileId, SourceFile, SourceMap, Span};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// How many tokens of a line are searched for the end of a macro use.
const WINDOW: usize = 1 << 12;

/// Names of markers under which gcc and clang file what comes from no file.
const PSEUDO_FILES: &[&str] = &["<stdin>", "<built-in>", "<command-line>", "<command line>"];

/// The output's tokens with physical places. `main` is the user's file, `text` its bytes.
pub(super) fn aligned(main: SourceFile, text: &[u8], output: &Output, session: &Session) -> Preprocessed {
    let Lexed { mut tokens, markers, diagnostics, .. } = lex(FileId(0), &output.text);
    let mut files = Files::new(main, text, &output.header_folder, session);
    let output_starts: Vec<u32> = tokens.list().iter().map(|token| token.span.start).collect();

    let mut lines = Lines { text: &output.text, markers: &markers, next_marker: 0, counted: (0, 1) };
    let list = tokens.list_mut();
    let mut first = 0;
    while first < list.len() {
        let (file, line) = lines.origin(first, list[first], &mut files);
        // What comes from one physical line is aligned together: `cc` repeats the line marker where a macro comes from a
        // system header.
        let mut last = first + 1;
        while last < list.len()
            && (!list[last].starts_line || lines.origin(last, list[last], &mut files) == (file, line))
        {
            last += 1;
        }
        let texts: Vec<&[u8]> = list[first..last]
            .iter()
            .map(|token| output.text.get(token.span.start as usize..token.span.end as usize).unwrap_or(b""))
            .collect();
        let spans = align_line(&texts, files.physical(file), file_id(file), line);
        for (token, span) in list[first..last].iter_mut().zip(spans) {
            token.span = span;
        }
        first = last;
    }

    let mut placed: Vec<Diagnostic> = output.messages.iter().map(|message| files.diagnostic(message)).collect();
    for mut diagnostic in diagnostics {
        let index = output_starts.partition_point(|&start| start < diagnostic.span.start);
        diagnostic.span = tokens.list().get(index).map_or(Span::NOWHERE, |token| token.span);
        placed.push(diagnostic);
    }
    Preprocessed { source: files.source, tokens, diagnostics: placed }
}

/// The files of the source map have the numbers of their order.
fn file_id(index: usize) -> FileId {
    FileId(index as u32)
}

/// Where the lines of the output come from.
struct Lines<'a> {
    text: &'a [u8],
    markers: &'a [LineMarker],
    next_marker: usize,
    counted: (usize, u32),
}

impl Lines<'_> {
    /// The file and the physical line of the output's token with this index; indices must not decrease from call to call.
    fn origin(&mut self, index: usize, token: Token, files: &mut Files<'_>) -> (usize, u32) {
        while self.markers.get(self.next_marker).is_some_and(|marker| marker.tokens_before <= index) {
            self.next_marker += 1;
        }
        let line = line_at(self.text, &mut self.counted, token.span.start as usize);
        match self.next_marker.checked_sub(1).map(|last| &self.markers[last]) {
            None => (0, 1),
            Some(marker) => {
                let file = files.find(marker.file.as_deref().unwrap_or(""));
                (file, marker.presumed.saturating_add(line.saturating_sub(marker.line)))
            }
        }
    }
}

/// The line (from 1) of an offset; offsets must not decrease from call to call.
fn line_at(text: &[u8], counted: &mut (usize, u32), offset: usize) -> u32 {
    let (from, line) = *counted;
    let breaks = text[from..offset].iter().filter(|&&byte| byte == b'\n').count();
    *counted = (offset, line + breaks as u32);
    counted.1
}

/// A header, for the source map and cut into tokens.
pub(super) struct Header {
    file: SourceFile,
    physical: Physical,
}

/// A physical file cut into tokens, directives left out.
struct Physical {
    text: Vec<u8>,
    tokens: Vec<PhysicalToken>,
    line_starts: Vec<u32>,
}

struct PhysicalToken {
    start: u32,
    end: u32,
    line: u32,
}

impl Physical {
    fn new(text: Vec<u8>) -> Self {
        let lexed = lex(FileId(0), &text);
        let mut counted = (0, 1);
        let list = lexed.tokens.list();
        let tokens = list[..list.len() - 1]
            .iter()
            .map(|token| PhysicalToken {
                start: token.span.start,
                end: token.span.end,
                line: line_at(&text, &mut counted, token.span.start as usize),
            })
            .collect();
        let breaks = text.iter().enumerate().filter(|&(_, &byte)| byte == b'\n').map(|(at, _)| at as u32 + 1);
        let line_starts = std::iter::once(0).chain(breaks).collect();
        Physical { text, tokens, line_starts }
    }

    fn token_text(&self, token: &PhysicalToken) -> &[u8] {
        self.text.get(token.start as usize..token.end as usize).unwrap_or(b"")
    }

    /// A column of a line.
    fn line_point(&self, file: FileId, line: u32, column: u32) -> Span {
        let index = (line as usize).saturating_sub(1);
        let start = self.line_starts.get(index).copied().unwrap_or(self.text.len() as u32);
        let next = self.line_starts.get(index + 1).map_or(self.text.len() as u32, |&next| next - 1);
        let at = start.saturating_add(column.saturating_sub(1)).min(next);
        Span { file, start: at, end: at }
    }
}

/// Gives each output token of a line the place of its origin in the physical line.
fn align_line(output: &[&[u8]], physical: &Physical, file: FileId, line: u32) -> Vec<Span> {
    let mut spans = Vec::with_capacity(output.len());
    let mut at = physical.tokens.partition_point(|token| token.line < line);
    // The arguments of a macro may reach into later lines, which then belong to this output line.
    let mut last_line = line;
    let mut fallback = physical.line_point(file, line, 1);
    while spans.len() < output.len() {
        let Some(token) = physical.tokens.get(at).filter(|token| token.line <= last_line) else {
            spans.resize(output.len(), fallback);
            break;
        };
        let span = Span { file, start: token.start, end: token.end };
        if physical.token_text(token) == output[spans.len()] {
            spans.push(span);
            at += 1;
            continue;
        }
        fallback = span;
        let (length, next, line_of_end) = macro_use(output, spans.len(), physical, at, last_line);
        spans.resize(spans.len() + length, span);
        (at, last_line) = (next, line_of_end);
    }
    spans
}

/// The macro whose name is the physical token `at` brought in the output tokens from `from` on: how many, the physical
/// token after the macro use, and the last line of the use.
fn macro_use(output: &[&[u8]], from: usize, physical: &Physical, at: usize, last_line: u32) -> (usize, usize, u32) {
    let text_at = |index: usize| physical.tokens.get(index).map(|token| physical.token_text(token));
    let mut candidates = Vec::new();
    if text_at(at + 1) == Some(b"(")
        && let Some(close) = closing_parenthesis(physical, at + 1)
    {
        candidates.push((close + 1, physical.tokens[close].line.max(last_line)));
    }
    candidates.push((at + 1, last_line));
    for wanted_matches in [2, 1] {
        for &(next, line) in &candidates {
            let expected = physical.tokens.get(next).filter(|token| token.line <= line);
            let Some(expected) = expected.map(|token| physical.token_text(token)) else {
                // The use ends its line, and so does what it brought in.
                return (output.len() - from, next, line);
            };
            // What follows it, if it is on the same line.
            let second = physical.tokens.get(next + 1).filter(|token| token.line <= line);
            let second = (wanted_matches == 2).then(|| second.map(|token| physical.token_text(token)));
            if let Some(length) = find_outside_brackets(&output[from..], expected, second) {
                return (length, next, line);
            }
        }
    }
    (output.len() - from, candidates[0].0, candidates[0].1)
}

/// The position of `wanted` where no bracket that opened is still open; `second`: what follows it, or that nothing does, if that is asked for.
fn find_outside_brackets(output: &[&[u8]], wanted: &[u8], second: Option<Option<&[u8]>>) -> Option<usize> {
    let mut depth = 0i64;
    for (index, &text) in output.iter().enumerate().take(WINDOW) {
        let follows = second.is_none_or(|second| output.get(index + 1).copied() == second);
        if depth <= 0 && text == wanted && follows {
            return Some(index);
        }
        match text {
            b"(" | b"[" | b"{" => depth += 1,
            b")" | b"]" | b"}" => depth -= 1,
            _ => {}
        }
    }
    None
}

fn closing_parenthesis(physical: &Physical, open: usize) -> Option<usize> {
    let mut depth = 0;
    for (index, token) in physical.tokens.iter().enumerate().skip(open).take(WINDOW) {
        match physical.token_text(token) {
            b"(" => depth += 1,
            b")" => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Some(index);
        }
    }
    None
}

/// The files that the output speaks of.
struct Files<'a> {
    source: SourceMap,
    main: Physical,
    /// All files but the first.
    headers: Vec<Arc<Header>>,
    by_name: FxHashMap<Arc<str>, usize>,
    header_folder: &'a str,
    session: &'a Session,
}

impl<'a> Files<'a> {
    fn new(main: SourceFile, text: &[u8], header_folder: &'a str, session: &'a Session) -> Self {
        let mut source = SourceMap::new();
        let name = main.name().clone();
        source.add(main);
        let by_name = std::iter::once((name, 0)).collect();
        let main = Physical::new(text.to_vec());
        Files { source, main, headers: Vec::new(), by_name, header_folder, session }
    }

    fn physical(&self, index: usize) -> &Physical {
        index.checked_sub(1).map_or(&self.main, |header| &self.headers[header].physical)
    }

    /// The index of a file; the user's own for what comes from no file.
    fn find(&mut self, name: &str) -> usize {
        if let Some(&index) = self.by_name.get(name) {
            return index;
        }
        if PSEUDO_FILES.contains(&name) {
            return 0;
        }
        let ours = name.strip_prefix(self.header_folder).map(|rest| rest.trim_start_matches('/'));
        let header = ours.and_then(|ours| headers::ALL.iter().find(|(header, _)| *header == ours));
        let shown = header.map_or_else(|| name.to_string(), |(header, _)| format!("<{header}>"));
        let header = self.session.header(&shown, || {
            let text = match header {
                Some((_, text)) => text.as_bytes().to_vec(),
                // A file that went away meanwhile has no text to show; its name is still known.
                None => super::read_bytes(name.as_ref()).unwrap_or_default(),
            };
            Header { file: SourceFile::new(&shown, &displayable(&text), Vec::new()), physical: Physical::new(text) }
        });
        self.source.add(header.file.clone());
        self.headers.push(header);
        self.by_name.insert(name.into(), self.headers.len());
        self.headers.len()
    }

    fn diagnostic(&mut self, message: &Message) -> Diagnostic {
        let span = match &message.place {
            None => Span::NOWHERE,
            Some((name, line, column)) => {
                let file = self.find(name);
                self.physical(file).line_point(file_id(file), *line, *column)
            }
        };
        match message.is_error {
            true => Diagnostic::error(span, message.text.clone(), message.advice.clone()),
            false => Diagnostic::warning(span, message.text.clone(), message.advice.clone()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Aligns one output line with physical text, and shows the physical text of each token.
    fn origins<'a>(physical: &'a str, line: u32, output: &str) -> Vec<&'a str> {
        let physical_file = Physical::new(physical.as_bytes().to_vec());
        let texts: Vec<&[u8]> = output.split(' ').map(str::as_bytes).collect();
        let spans = align_line(&texts, &physical_file, FileId(0), line);
        spans.iter().map(|span| &physical[span.start as usize..span.end as usize]).collect()
    }

    #[test]
    fn plain_tokens_keep_their_places() {
        assert_eq!(origins("a;\nint x = y;\nb;", 2, "int x = y ;"), ["int", "x", "=", "y", ";"]);
    }

    #[test]
    fn what_a_macro_brought_in_has_the_place_of_its_name() {
        assert_eq!(origins("x = MAX ;", 1, "x = ( 1 + 2 ) ;"), ["x", "=", "MAX", "MAX", "MAX", "MAX", "MAX", ";"]);
        assert_eq!(
            origins("CHECK(x); y;", 1, "do { x ; } while ( 0 ) ; y ;"),
            ["CHECK"; 9].into_iter().chain([";", "y", ";"]).collect::<Vec<_>>()
        );
        assert_eq!(origins("NOTHING x;", 1, "x ;"), ["x", ";"]);
        assert_eq!(origins("a + LAST", 1, "a + 1 + 2"), ["a", "+", "LAST", "LAST", "LAST"]);
    }

    #[test]
    fn arguments_may_reach_into_later_lines() {
        assert_eq!(origins("f(a,\n b); z;\nw;", 1, "g ( a , b ) ; z ;"), ["f", "f", "f", "f", "f", "f", ";", "z", ";"]);
    }

    #[test]
    fn a_line_without_tokens_is_a_point() {
        assert_eq!(origins("\n\n", 2, "a b"), ["", ""]);
        assert_eq!(origins("", 9, "a"), [""]);
    }
}
