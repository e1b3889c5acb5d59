//! The lexer: what was scanned becomes tokens with physical places; directives become line markers, pragmas or a list of what is left.

use super::Lexed;
use super::builder::Builder;
use super::directive::{DirectiveKind, LineMarker, classify};
use super::scanner::{Scanned, Scanner, extended_name};
use super::splice::Spliced;
use super::token::TokenKind;
use crate::ast::Pragma;
use crate::diagnostic::Diagnostic;
use raddle_program::source::{FileId, Span};

/// The state of the lexer. Offsets are into the joined text unless they are called physical.
pub(super) struct Lexer<'a> {
    file: FileId,
    physical: &'a [u8],
    spliced: &'a Spliced<'a>,
    text: &'a [u8],
    /// The physical offset up to which line breaks were counted, and the line (from 1) there.
    counted: (usize, u32),
    builder: Builder,
    markers: Vec<LineMarker>,
    directives: Vec<Span>,
}

impl<'a> Lexer<'a> {
    /// A lexer at the start of the text.
    pub(super) fn new(file: FileId, physical: &'a [u8], spliced: &'a Spliced<'a>) -> Self {
        Lexer {
            file,
            physical,
            spliced,
            text: &spliced.text,
            counted: (0, 1),
            builder: Builder::new(physical.len() / 4),
            markers: Vec::new(),
            directives: Vec::new(),
        }
    }

    /// Reads everything.
    pub(super) fn run(mut self) -> Lexed {
        let mut scanner = Scanner::new(self.text);
        while let Some((scanned, starts_line, _)) = scanner.next() {
            let range = scanner.range();
            let span = self.span(range.start, range.end);
            let kind = match scanned {
                // Only ASCII was taken.
                Scanned::Name => self.builder.name(std::str::from_utf8(scanner.spelling()).unwrap_or("")),
                Scanned::ExtendedName => self.builder.name(&extended_name(scanner.spelling())),
                Scanned::Number => self.builder.number(std::str::from_utf8(scanner.spelling()).unwrap_or(""), span),
                Scanned::Quoted(form) => self.builder.quoted(form, scanner.spelling(), span),
                Scanned::Punctuator(punctuator) => TokenKind::Punctuator(punctuator),
                Scanned::Stray => {
                    self.builder.stray(scanner.spelling(), span);
                    continue;
                }
                Scanned::Directive => {
                    self.directive(range.start, range.end);
                    continue;
                }
                Scanned::OpenComment => {
                    let span = self.span(range.start, range.start + 2);
                    let message = "this comment does not end";
                    self.builder.report(Diagnostic::error(span, message, "add `*/` where it should end"));
                    continue;
                }
                Scanned::Utf16 => {
                    let span = self.span(0, 2);
                    self.builder.report(Diagnostic::error(span, "the file is encoded in UTF-16", "save it as UTF-8"));
                    continue;
                }
            };
            self.builder.push(kind, span, starts_line);
        }
        let end = self.text.len();
        let end = self.span(end, end);
        let (tokens, diagnostics) = self.builder.finish(end, scanner.starts_line());
        Lexed { tokens, markers: self.markers, directives: self.directives, diagnostics }
    }

    fn span(&self, start: usize, end: usize) -> Span {
        let physical_start = self.spliced.physical_start(start);
        let physical_end = self.spliced.physical_end(end).max(physical_start);
        Span { file: self.file, start: physical_start as u32, end: physical_end as u32 }
    }

    /// A line that starts with `#`.
    fn directive(&mut self, start: usize, end: usize) {
        let span = self.span(start, end);
        match classify(&self.text[start + 1..end]) {
            DirectiveKind::Ignored => {}
            DirectiveKind::Pack(packing) => self.builder.pack(packing, span),
            DirectiveKind::Pragma(kind) => self.builder.tokens.pragmas.push(Pragma { kind, span }),
            DirectiveKind::Other => self.directives.push(span),
            DirectiveKind::Line(presumed, file) => {
                let (physical_start, physical_end) = (span.start as usize, span.end as usize);
                let line = self.line_at(physical_end) + 1;
                self.markers.push(LineMarker {
                    tokens_before: self.builder.tokens.list.len(),
                    start: physical_start,
                    end: physical_end,
                    line,
                    presumed,
                    file,
                });
            }
        }
    }

    /// The physical line of a physical offset; offsets must not decrease from call to call.
    fn line_at(&mut self, offset: usize) -> u32 {
        let (from, line) = self.counted;
        let breaks = self.physical[from..offset].iter().filter(|&&byte| byte == b'\n').count();
        self.counted = (offset, line + breaks as u32);
        self.counted.1
    }
}
