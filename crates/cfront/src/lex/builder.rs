//! From what was scanned to tokens: names are numbered, numbers and characters get their values, pragmas that matter are kept.

use super::DIAGNOSTICS_MAX;
use super::directive::{DirectiveKind, Packing, classify_pragma};
use super::interner::Interner;
use super::number::{Number, read_number};
use super::scanner::Quoted;
use super::text::{TextProblem, character_value, decode, first_character};
use super::token::{CharacterLiteral, Keyword, LiteralId, Punctuator, StringLiteral, Token, TokenKind, Tokens};
use crate::ast::IntegerLiteral;
use crate::ast::Pragma;
use crate::diagnostic::Diagnostic;
use raddle_program::source::Span;

/// Tokens that grow.
#[derive(Debug)]
pub(crate) struct Builder {
    pub(super) tokens: Tokens,
    /// The limit of `#pragma pack` in force, and those below it.
    packing: Option<u32>,
    packings_below: Vec<Option<u32>>,
    /// Whether a pragma went with which the line started, so that the next token starts it.
    misses_line_start: bool,
    diagnostics: Vec<Diagnostic>,
}

impl Builder {
    /// No tokens yet, with room for some.
    pub(crate) fn new(capacity: usize) -> Self {
        let tokens = Tokens {
            list: Vec::with_capacity(capacity),
            names: Interner::new(),
            integers: Vec::new(),
            floatings: Vec::new(),
            characters: Vec::new(),
            strings: Vec::new(),
            string_bytes: Vec::new(),
            packings: Vec::new(),
            pragmas: Vec::new(),
        };
        Builder { tokens, packing: None, packings_below: Vec::new(), misses_line_start: false, diagnostics: Vec::new() }
    }

    /// Appends a token. One that completes `_Pragma("...")` takes effect as its directive would, and all four tokens go.
    pub(crate) fn push(&mut self, kind: TokenKind, span: Span, starts_line: bool) {
        let starts_line = std::mem::take(&mut self.misses_line_start) || starts_line;
        self.tokens.list.push(Token { kind, span, starts_line });
        if kind == TokenKind::Punctuator(Punctuator::RightParen) {
            self.drop_pragma_operator();
        }
    }

    /// Adds a message, unless there are too many.
    pub(crate) fn report(&mut self, diagnostic: Diagnostic) {
        if self.diagnostics.len() < DIAGNOSTICS_MAX {
            self.diagnostics.push(diagnostic);
        }
    }

    /// The number of tokens so far.
    pub(crate) fn n_tokens(&self) -> usize {
        self.tokens.list.len()
    }

    /// The number of messages so far.
    pub(crate) fn n_diagnostics(&self) -> usize {
        self.diagnostics.len()
    }

    /// The tokens and the messages.
    pub(crate) fn finish(mut self, end: Span, starts_line: bool) -> (Tokens, Vec<Diagnostic>) {
        self.push(TokenKind::EndOfFile, end, starts_line);
        (self.tokens, self.diagnostics)
    }

    /// A name or a keyword.
    pub(crate) fn name(&mut self, spelling: &str) -> TokenKind {
        let id = self.tokens.names.intern(spelling);
        self.tokens.names.keyword(id).map_or(TokenKind::Identifier(id), TokenKind::Keyword)
    }

    /// A number from its spelling.
    pub(crate) fn number(&mut self, spelling: &str, span: Span) -> TokenKind {
        let tokens = &mut self.tokens;
        match read_number(spelling) {
            Ok(Number::Integer(literal)) => {
                tokens.integers.push(literal);
                TokenKind::Integer(id_of_last(tokens.integers.len()))
            }
            Ok(Number::Floating(literal)) => {
                tokens.floatings.push(literal);
                TokenKind::Floating(id_of_last(tokens.floatings.len()))
            }
            Err(bad) => {
                tokens.integers.push(IntegerLiteral { value: 0, is_unsigned: false, longs: 0, is_decimal: true });
                let kind = TokenKind::Integer(id_of_last(tokens.integers.len()));
                self.report(Diagnostic::error(span, bad.message, bad.advice));
                kind
            }
        }
    }

    /// A string or character literal from its spelling.
    pub(crate) fn quoted(&mut self, form: Quoted, spelling: &[u8], span: Span) -> TokenKind {
        let Quoted { quote, encoding, is_closed, .. } = form;
        let body = form.body(spelling);
        let kind_of_literal = if quote == b'"' { "string" } else { "character" };
        if !is_closed {
            let message = format!("this {kind_of_literal} literal does not end");
            self.report(Diagnostic::error(span, message, format!("add `{}` at its end", quote as char)));
        }
        if body.contains(&0) {
            let message = format!("a {kind_of_literal} literal holds a NUL byte");
            self.report(Diagnostic::warning(span, message, "write `\\0` instead"));
        }
        if quote == b'"' {
            let from = self.tokens.string_bytes.len();
            self.tokens.string_bytes.extend_from_slice(body);
            self.tokens.strings.push(StringLiteral { encoding, body: from..self.tokens.string_bytes.len() });
            return TokenKind::String(id_of_last(self.tokens.strings.len()));
        }
        let (units, problems) = decode(body, encoding);
        let (value, problem) = character_value(&units, encoding);
        if is_closed {
            // An empty or overlong body is a consequence of the missing quote otherwise.
            problems.into_iter().chain(problem).for_each(|problem| self.report_text_problem(problem, span));
        }
        self.tokens.characters.push(CharacterLiteral { value, encoding });
        TokenKind::Character(id_of_last(self.tokens.characters.len()))
    }

    /// Reports a run of equal characters that start no token.
    pub(crate) fn stray(&mut self, spelling: &[u8], span: Span) {
        let diagnostic = match first_character(spelling).0 {
            Some('\0') => Diagnostic::warning(span, "NUL bytes between tokens are ignored", "remove them"),
            Some('#') => Diagnostic::error(span, "`#` stands inside a line", "put the directive on a line of its own"),
            Some(character) => {
                let message = format!("stray `{}` in the program", character.escape_debug());
                Diagnostic::error(span, message, "remove it, or put it into a string or a comment")
            }
            None => Diagnostic::error(span, "a byte that is not UTF-8 stands between tokens", "save the file as UTF-8"),
        };
        self.report(diagnostic);
    }

    /// `#pragma`, given the text behind that word.
    pub(crate) fn pragma(&mut self, text: &[u8], span: Span) {
        match classify_pragma(text) {
            DirectiveKind::Pack(packing) => self.pack(packing, span),
            DirectiveKind::Pragma(kind) => self.tokens.pragmas.push(Pragma { kind, span }),
            DirectiveKind::Ignored | DirectiveKind::Line(..) | DirectiveKind::Other => {}
        }
    }

    /// `#pragma pack`: the parser hands the limit in force on with each structure.
    pub(super) fn pack(&mut self, packing: Packing, span: Span) {
        self.packing = match packing {
            Packing::Push(limit) => {
                self.packings_below.push(self.packing);
                limit.or(self.packing)
            }
            Packing::Pop(limit) => limit.or(self.packings_below.pop().flatten()),
            Packing::Set(limit) => limit,
            Packing::Malformed => {
                let advice = "write `pack(n)`, `pack(push, n)`, `pack(pop)` or `pack()`";
                return self.report(Diagnostic::error(span, "this `#pragma pack` cannot be read", advice));
            }
        };
        self.tokens.packings.push((self.tokens.list.len(), self.packing));
    }

    fn report_text_problem(&mut self, problem: TextProblem, span: Span) {
        self.report(match problem.is_error {
            true => Diagnostic::error(span, problem.message, problem.advice),
            false => Diagnostic::warning(span, problem.message, problem.advice),
        });
    }

    fn drop_pragma_operator(&mut self) {
        let [.., first, open, text, last] = &self.tokens.list[..] else { return };
        let TokenKind::String(id) = text.kind else { return };
        let is_operator = first.kind == TokenKind::Keyword(Keyword::Pragma)
            && open.kind == TokenKind::Punctuator(Punctuator::LeftParen);
        if is_operator {
            let span = first.span.to(last.span);
            let pragma = self.tokens.string(id).1.to_vec();
            self.misses_line_start = first.starts_line;
            self.tokens.list.truncate(self.tokens.list.len() - 4);
            self.pragma(&pragma, span);
        }
    }
}

fn id_of_last(length: usize) -> LiteralId {
    LiteralId(u32::try_from(length - 1).expect("a file of less than 2 GiB has fewer than 2^32 literals"))
}
