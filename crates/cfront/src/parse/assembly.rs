//! Inline assembly: what stands between the parentheses is skipped, apart from what the tree asks for.

use super::parser::{Parsed, Parser};
use crate::ast::{Identifier, StatementKind};
use crate::lex::text::decode;
use crate::lex::{Keyword, Punctuator, TokenKind};
use raddle_program::source::Span;

/// The parts of an assembly statement between colons.
const TEMPLATE: usize = 0;
const CLOBBERS: usize = 3;
const LABELS: usize = 4;

impl Parser<'_> {
    /// `asm volatile ("..." : ...);`
    pub(super) fn assembly_statement(&mut self) -> Parsed<StatementKind> {
        self.bump();
        while self.eat_keyword(Keyword::Volatile)
            || self.eat_keyword(Keyword::Inline)
            || self.eat_keyword(Keyword::Goto)
            || self.eat_keyword(Keyword::Const)
        {}
        let open = self.at;
        let opening = self.expect(Punctuator::LeftParen)?;
        let close = self.partner(open);
        let mut is_barrier = true;
        let mut labels = Vec::new();
        let mut section = TEMPLATE;
        while self.at < close {
            match self.kind() {
                TokenKind::Punctuator(Punctuator::Colon) => section += 1,
                TokenKind::String(id) if section == TEMPLATE => is_barrier &= self.tokens.string(id).1.is_empty(),
                TokenKind::Identifier(id) if section >= LABELS => {
                    labels.push(Identifier { name: self.tokens.name(id).clone(), span: self.span() });
                }
                _ => is_barrier &= section == CLOBBERS,
            }
            self.bump();
        }
        self.expect_closing(Punctuator::RightParen, opening)?;
        self.expect_semicolon()?;
        let is_barrier = is_barrier && labels.is_empty();
        Ok(StatementKind::Assembly { is_barrier, labels })
    }

    /// `asm("...");` outside of functions.
    pub(super) fn file_level_assembly(&mut self) -> Parsed<Span> {
        let start = self.span();
        self.assembly_statement()?;
        Ok(self.since(start))
    }

    /// `asm("name")` after a declarator.
    pub(super) fn assembly_label(&mut self) -> Parsed<Option<String>> {
        if !self.eat_keyword(Keyword::Asm) {
            return Ok(None);
        }
        let opening = self.expect(Punctuator::LeftParen)?;
        let label = self.plain_strings()?;
        self.expect_closing(Punctuator::RightParen, opening)?;
        Ok(Some(label))
    }

    /// Adjacent string literals as text, for names and messages.
    pub(super) fn plain_strings(&mut self) -> Parsed<String> {
        let mut bytes = Vec::new();
        let TokenKind::String(_) = self.kind() else { return Err(self.expected("a string literal")) };
        while let TokenKind::String(id) = self.kind() {
            let (encoding, body) = self.tokens.string(id);
            bytes.extend(decode(body, encoding).0.into_iter().map(|unit| unit as u8));
            self.bump();
        }
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }
}
