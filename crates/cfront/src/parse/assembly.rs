//! Inline assembly. What its instructions mean is known of a few ([`super::instruction`]); of other ones the operands and clobbers say what
//! they may change.

use super::instruction::Assembly;
use super::operands::{Operand, Operands};
use super::parser::{Parsed, Parser};
use crate::ast::{AssemblyMeaning, Identifier, StatementKind};
use crate::lex::text::decode;
use crate::lex::{Keyword, Punctuator, TokenKind};
use raddle_program::source::Span;

/// The parts of an assembly statement between colons, behind the template and before the clobbers.
const OUTPUTS: usize = 1;
const INPUTS: usize = 2;
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
        let start = self.at;
        let parts = self.attempt(|parser| parser.assembly_parts(close));
        self.at = start;
        let mut labels = Vec::new();
        let mut section = 0;
        while self.at < close {
            match self.kind() {
                TokenKind::Punctuator(Punctuator::Colon) => section += 1,
                TokenKind::Identifier(id) if section >= LABELS => {
                    labels.push(Identifier { name: self.tokens.name(id).clone(), span: self.span() });
                }
                _ => {}
            }
            self.bump();
        }
        self.expect_closing(Punctuator::RightParen, opening)?;
        self.expect_semicolon()?;
        let meaning = match parts {
            Some(parts) if labels.is_empty() => parts.meaning(),
            _ => AssemblyMeaning::Anything { outputs: Vec::new() },
        };
        Ok(StatementKind::Assembly { meaning, labels })
    }

    /// The template, the operands and whether memory is clobbered.
    fn assembly_parts(&mut self, close: usize) -> Parsed<Assembly> {
        let start = self.span();
        let template = self.plain_strings()?;
        let mut operands = Vec::new();
        for section in OUTPUTS..=INPUTS {
            if self.at >= close {
                break;
            }
            self.expect(Punctuator::Colon)?;
            while let TokenKind::String(_) | TokenKind::Punctuator(Punctuator::LeftBracket) = self.kind() {
                operands.push(self.assembly_operand(section == OUTPUTS)?);
                if !self.eat(Punctuator::Comma) {
                    break;
                }
            }
        }
        let mut clobbers_memory = false;
        if self.at < close {
            self.expect(Punctuator::Colon)?;
            while let TokenKind::String(_) = self.kind() {
                clobbers_memory |= self.plain_strings()? == "memory";
                if !self.eat(Punctuator::Comma) {
                    break;
                }
            }
        }
        let is_over = self.at >= close || matches!(self.kind(), TokenKind::Punctuator(Punctuator::Colon));
        if !is_over {
            return Err(self.expected("`:` or `)`"));
        }
        Ok(Assembly { template, operands: Operands::new(operands), clobbers_memory, span: self.since(start) })
    }

    /// `[name] "constraint" (expression)`
    fn assembly_operand(&mut self, is_output: bool) -> Parsed<Operand> {
        let mut name = None;
        if self.eat(Punctuator::LeftBracket) {
            let TokenKind::Identifier(id) = self.kind() else { return Err(self.expected("the name of an operand")) };
            name = Some(self.tokens.name(id).clone());
            self.bump();
            self.expect(Punctuator::RightBracket)?;
        }
        let constraint = self.plain_strings()?;
        let opening = self.expect(Punctuator::LeftParen)?;
        let value = self.expression()?;
        self.expect_closing(Punctuator::RightParen, opening)?;
        Ok(Operand { name, constraint, value, is_output })
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
