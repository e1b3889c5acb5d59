//! The parser's state and the small steps that all parts of the grammar share: looking, taking, expecting, recovering.

use super::scopes::Scopes;
use super::{DEPTH_MAX, ERRORS_MAX};
use crate::ast::{Identifier, Item, TranslationUnit};
use crate::diagnostic::Diagnostic;
use crate::lex::{Keyword, NameId, Punctuator, Token, TokenKind, Tokens};
use raddle_program::source::Span;
use std::ops::Range;

/// A diagnostic was given, and the construct cannot be completed. A caller that can recover catches it.
pub(super) struct Abandoned;

/// The outcome of a part of the grammar.
pub(super) type Parsed<T> = Result<T, Abandoned>;

/// The state of the parser.
pub(super) struct Parser<'a> {
    pub(super) tokens: &'a Tokens,
    list: &'a [Token],
    /// For each opening bracket the index of its partner, or of the end of the file.
    partners: Vec<u32>,
    pub(super) at: usize,
    pub(super) scopes: Scopes,
    diagnostics: Vec<Diagnostic>,
    errors: usize,
    /// After the limit of errors or of depth the parser behaves as at the end of the file, without further diagnostics.
    is_stopped: bool,
    /// The level of the tree at which the parser works.
    depth: u32,
    /// The deepest level that was reached in the part being measured.
    deepest: u32,
}

impl<'a> Parser<'a> {
    pub(super) fn new(tokens: &'a Tokens) -> Self {
        Parser {
            tokens,
            list: tokens.list(),
            partners: bracket_partners(tokens.list()),
            at: 0,
            scopes: Scopes::default(),
            diagnostics: Vec::new(),
            errors: 0,
            is_stopped: false,
            depth: 0,
            deepest: 0,
        }
    }

    /// Parses everything.
    pub(super) fn translation_unit(self) -> (TranslationUnit, Vec<Diagnostic>) {
        let pragmas = self.tokens.pragmas.clone();
        let mut items = Vec::new();
        let diagnostics = self.each_item(|item, _| items.push(item));
        (TranslationUnit { items, pragmas }, diagnostics)
    }

    /// Parses everything, and hands on each item with the range of its tokens.
    pub(super) fn each_item(mut self, mut take: impl FnMut(Item, Range<usize>)) -> Vec<Diagnostic> {
        self.scopes.open();
        while self.kind() != TokenKind::EndOfFile {
            let start = self.at;
            match self.external_declaration() {
                Ok(Some(item)) => take(item, start..self.at),
                Ok(None) => {}
                Err(Abandoned) => self.recover_at_file_level(start),
            }
        }
        self.diagnostics
    }

    /// One item at file level; none for a stray `;`.
    fn external_declaration(&mut self) -> Parsed<Option<Item>> {
        if self.eat(Punctuator::Semicolon) {
            return Ok(None);
        }
        if self.is_keyword(Keyword::Asm) {
            return self.file_level_assembly().map(|span| Some(Item::Assembly(span)));
        }
        if self.is(Punctuator::RightBrace) {
            let span = self.span();
            self.error(span, "this `}` closes nothing", "remove it, or add the missing `{` before");
            self.bump();
            return Ok(None);
        }
        self.declaration_or_function(super::declaration::Level::File).map(Some)
    }

    // Looking.

    /// The kind of the current token.
    pub(super) fn kind(&self) -> TokenKind {
        self.list[self.at].kind
    }

    /// The kind of the token `distance` further on; the end of the file is repeated.
    pub(super) fn kind_at(&self, distance: usize) -> TokenKind {
        self.kind_of(self.at + distance)
    }

    /// The kind of the token with this index; the end of the file is repeated.
    pub(super) fn kind_of(&self, index: usize) -> TokenKind {
        self.list.get(index).map_or(TokenKind::EndOfFile, |token| token.kind)
    }

    /// The place of the current token.
    pub(super) fn span(&self) -> Span {
        self.list[self.at].span
    }

    /// The place of the last token taken.
    pub(super) fn previous_span(&self) -> Span {
        self.list[self.at.saturating_sub(1)].span
    }

    /// From `start` to the last token taken.
    pub(super) fn since(&self, start: Span) -> Span {
        start.to(self.previous_span())
    }

    /// Whether the current token is the first of its line.
    pub(super) fn starts_line(&self) -> bool {
        self.list[self.at].starts_line
    }

    pub(super) fn is(&self, punctuator: Punctuator) -> bool {
        self.kind() == TokenKind::Punctuator(punctuator)
    }

    pub(super) fn is_at(&self, distance: usize, punctuator: Punctuator) -> bool {
        self.kind_at(distance) == TokenKind::Punctuator(punctuator)
    }

    pub(super) fn is_keyword(&self, keyword: Keyword) -> bool {
        self.kind() == TokenKind::Keyword(keyword)
    }

    /// The index of the bracket that closes the one with index `open`, or of the end of the file.
    pub(super) fn partner(&self, open: usize) -> usize {
        self.partners[open] as usize
    }

    /// Whether a token is the name of a typedef.
    pub(super) fn is_typedef(&self, kind: TokenKind) -> bool {
        matches!(kind, TokenKind::Identifier(name) if self.scopes.is_typedef(name))
    }

    // Taking.

    /// Takes the current token, the end of the file excepted.
    pub(super) fn bump(&mut self) {
        if self.kind() != TokenKind::EndOfFile {
            self.at += 1;
        }
    }

    pub(super) fn eat(&mut self, punctuator: Punctuator) -> bool {
        let found = self.is(punctuator);
        if found {
            self.at += 1;
        }
        found
    }

    pub(super) fn eat_keyword(&mut self, keyword: Keyword) -> bool {
        let found = self.is_keyword(keyword);
        if found {
            self.at += 1;
        }
        found
    }

    /// Takes a name, if there is one.
    pub(super) fn eat_identifier(&mut self) -> Option<(NameId, Identifier)> {
        let TokenKind::Identifier(id) = self.kind() else { return None };
        let identifier = Identifier { name: self.tokens.name(id).clone(), span: self.span() };
        self.at += 1;
        Some((id, identifier))
    }

    // Expecting.

    /// Takes a name, or complains that `what` is missing.
    pub(super) fn expect_identifier(&mut self, what: &str) -> Parsed<(NameId, Identifier)> {
        match self.eat_identifier() {
            Some(found) => Ok(found),
            None => Err(self.expected(what)),
        }
    }

    /// Takes a punctuator and gives its place.
    pub(super) fn expect(&mut self, punctuator: Punctuator) -> Parsed<Span> {
        let span = self.span();
        if self.eat(punctuator) { Ok(span) } else { Err(self.expected(&format!("`{}`", punctuator.spelling()))) }
    }

    /// Takes a closing bracket; the message points to the opening one.
    pub(super) fn expect_closing(&mut self, closing: Punctuator, opening: Span) -> Parsed<()> {
        if self.eat(closing) {
            return Ok(());
        }
        let spelling = closing.spelling();
        let message = format!("expected `{spelling}`, found {}", self.describe());
        let diagnostic = Diagnostic::error(self.span(), message, format!("add `{spelling}` here"));
        self.report(diagnostic.note(opening, "this is what it would close"));
        Err(Abandoned)
    }

    /// Takes `;`. Where it was most likely forgotten at the end of a line, reports that and goes on.
    pub(super) fn expect_semicolon(&mut self) -> Parsed<()> {
        if self.eat(Punctuator::Semicolon) {
            return Ok(());
        }
        let end = self.previous_span();
        let place = Span { start: end.end, ..end };
        let message = format!("expected `;`, found {}", self.describe());
        self.error(place, message, "add `;` here");
        if self.starts_line() || self.is(Punctuator::RightBrace) { Ok(()) } else { Err(Abandoned) }
    }

    /// Complains that `what` is missing here.
    pub(super) fn expected(&mut self, what: &str) -> Abandoned {
        let message = format!("expected {what}, found {}", self.describe());
        self.error(self.span(), message, format!("write {what} here"));
        Abandoned
    }

    /// The current token as messages name it.
    fn describe(&self) -> String {
        match self.kind() {
            TokenKind::Identifier(name) => format!("`{}`", shorten(self.tokens.name(name))),
            TokenKind::Keyword(keyword) => format!("`{}`", keyword.spelling()),
            TokenKind::Punctuator(punctuator) => format!("`{}`", punctuator.spelling()),
            TokenKind::Integer(_) | TokenKind::Floating(_) => "a number".into(),
            TokenKind::Character(_) => "a character literal".into(),
            TokenKind::String(_) => "a string literal".into(),
            TokenKind::EndOfFile => "the end of the file".into(),
        }
    }

    // Complaining.

    pub(super) fn error(&mut self, span: Span, message: impl Into<String>, advice: impl Into<String>) {
        self.report(Diagnostic::error(span, message, advice));
    }

    /// Keeps a diagnostic; after too many errors the rest of the file is given up.
    pub(super) fn report(&mut self, diagnostic: Diagnostic) {
        if self.is_stopped {
            return;
        }
        let is_error = diagnostic.severity == crate::diagnostic::Severity::Error;
        let span = diagnostic.span;
        self.diagnostics.push(diagnostic);
        self.errors += usize::from(is_error);
        if self.errors >= ERRORS_MAX {
            self.stop(Diagnostic::error(
                span,
                format!("there are {ERRORS_MAX} errors, and the rest of the file was not read"),
                "mend the first of them, and run again",
            ));
        }
    }

    fn stop(&mut self, last: Diagnostic) {
        if !self.is_stopped {
            self.diagnostics.push(last);
            self.is_stopped = true;
        }
        self.at = self.list.len() - 1;
    }

    /// Tries a part of the grammar; if it does not fit, nothing has happened.
    pub(super) fn attempt<T>(&mut self, part: impl FnOnce(&mut Self) -> Parsed<T>) -> Option<T> {
        let (at, errors, diagnostics) = (self.at, self.errors, self.diagnostics.len());
        match part(self) {
            Ok(value) => Some(value),
            Err(Abandoned) => {
                if !self.is_stopped {
                    self.at = at;
                    self.errors = errors;
                    self.diagnostics.truncate(diagnostics);
                }
                None
            }
        }
    }

    // Depth.

    /// Works one level deeper.
    pub(super) fn nested<T>(&mut self, part: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        self.reach(self.depth + 1)?;
        self.depth += 1;
        let result = part(self);
        self.depth -= 1;
        result
    }

    /// Notes that the tree has a node at this level.
    pub(super) fn reach(&mut self, level: u32) -> Parsed<()> {
        if level > DEPTH_MAX {
            self.stop(Diagnostic::error(
                self.span(),
                format!("the program is nested more than {DEPTH_MAX} levels deep"),
                "split what stands here into smaller expressions, statements or functions",
            ));
            return Err(Abandoned);
        }
        self.deepest = self.deepest.max(level);
        Ok(())
    }

    /// The level of the tree at which the parser works.
    pub(super) fn depth(&self) -> u32 {
        self.depth
    }

    /// What `part` gives, and the deepest level that its tree has. The caller puts the tree somewhere, and must
    /// [`Parser::reach`] the level that its deepest node gets there.
    pub(super) fn measured<T>(&mut self, part: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<(T, u32)> {
        let outer = std::mem::replace(&mut self.deepest, self.depth);
        let result = part(self);
        let deepest = std::mem::replace(&mut self.deepest, outer);
        result.map(|value| (value, deepest))
    }

    /// Opens a scope around `part`; it is closed on every way out.
    pub(super) fn scoped<T>(&mut self, part: impl FnOnce(&mut Self) -> T) -> T {
        self.scopes.open();
        let result = part(self);
        self.scopes.close();
        result
    }

    // Recovering.

    /// After an error in a block that began at token `start`: passes the next `;` or balanced braces, or stops before the
    /// block's `}` or before a statement that starts a line.
    pub(super) fn recover_in_block(&mut self, start: usize) {
        if self.at == start && !self.is(Punctuator::RightBrace) && !self.is(Punctuator::LeftBrace) {
            if self.eat(Punctuator::Semicolon) {
                return;
            }
            self.bump();
        }
        loop {
            match self.kind() {
                TokenKind::EndOfFile | TokenKind::Punctuator(Punctuator::RightBrace) => return,
                TokenKind::Punctuator(Punctuator::Semicolon) => return self.bump(),
                TokenKind::Punctuator(Punctuator::LeftBrace) => {
                    self.at = self.partner(self.at);
                    return self.bump();
                }
                TokenKind::Keyword(keyword) if self.starts_line() && starts_statement(keyword) => return,
                _ => self.at += 1,
            }
        }
    }

    /// After an error at file level: passes the next `;` or balanced braces.
    fn recover_at_file_level(&mut self, start: usize) {
        if self.at == start && !self.is(Punctuator::LeftBrace) && !self.is(Punctuator::Semicolon) {
            self.bump();
        }
        loop {
            match self.kind() {
                TokenKind::EndOfFile => return,
                TokenKind::Punctuator(Punctuator::Semicolon | Punctuator::RightBrace) => return self.bump(),
                TokenKind::Punctuator(Punctuator::LeftBrace) => {
                    self.at = self.partner(self.at);
                    return self.bump();
                }
                _ => self.at += 1,
            }
        }
    }
}

/// A keyword that can only start a statement: where one starts a line, recovery may end.
fn starts_statement(keyword: Keyword) -> bool {
    matches!(
        keyword,
        Keyword::Break
            | Keyword::Case
            | Keyword::Continue
            | Keyword::Default
            | Keyword::Do
            | Keyword::For
            | Keyword::Goto
            | Keyword::If
            | Keyword::Return
            | Keyword::Switch
            | Keyword::While
    )
}

/// The first characters of a name, for messages.
fn shorten(name: &str) -> String {
    let mut shown: String = name.chars().take(60).collect();
    if shown.len() < name.len() {
        shown.push_str("...");
    }
    shown
}

/// Pairs the brackets of each kind, independently of the other kinds.
fn bracket_partners(list: &[Token]) -> Vec<u32> {
    let end = list.len().saturating_sub(1) as u32;
    let mut partners = vec![end; list.len()];
    let mut open: [Vec<usize>; 3] = Default::default();
    for (index, token) in list.iter().enumerate() {
        let TokenKind::Punctuator(punctuator) = token.kind else { continue };
        match punctuator {
            Punctuator::LeftParen => open[0].push(index),
            Punctuator::LeftBracket => open[1].push(index),
            Punctuator::LeftBrace => open[2].push(index),
            Punctuator::RightParen | Punctuator::RightBracket | Punctuator::RightBrace => {
                let kind = match punctuator {
                    Punctuator::RightParen => 0,
                    Punctuator::RightBracket => 1,
                    _ => 2,
                };
                if let Some(opening) = open[kind].pop() {
                    partners[opening] = index as u32;
                }
            }
            _ => {}
        }
    }
    partners
}
