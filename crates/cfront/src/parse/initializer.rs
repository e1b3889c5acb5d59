//! Initializers (C11 6.7.9) with GNU's ranges and old-style `field:` designators.

use super::parser::{Parsed, Parser};
use crate::ast::{Designator, Initializer, InitializerEntry};
use crate::lex::{Punctuator, TokenKind};

impl Parser<'_> {
    /// What stands after `=`.
    pub(super) fn initializer(&mut self) -> Parsed<Initializer> {
        if self.is(Punctuator::LeftBrace) {
            self.nested(Self::initializer_list)
        } else {
            Ok(Initializer::Expr(Box::new(self.assignment()?)))
        }
    }

    /// `{ ... }`
    pub(super) fn initializer_list(&mut self) -> Parsed<Initializer> {
        let start = self.expect(Punctuator::LeftBrace)?;
        let mut entries = Vec::new();
        while !self.is(Punctuator::RightBrace) {
            let designators = self.designation()?;
            let value = self.initializer()?;
            entries.push(InitializerEntry { designators, value });
            if !self.eat(Punctuator::Comma) {
                break;
            }
        }
        self.expect_closing(Punctuator::RightBrace, start)?;
        Ok(Initializer::List { entries, span: self.since(start) })
    }

    /// The designators of an entry with their `=`, which GNU C lets one leave out after `]`.
    fn designation(&mut self) -> Parsed<Vec<Designator>> {
        if matches!(self.kind(), TokenKind::Identifier(_)) && self.is_at(1, Punctuator::Colon) {
            let (_, field) = self.expect_identifier("a member")?;
            self.bump();
            return Ok(vec![Designator::Field(field)]);
        }
        let designators = self.designators()?;
        if !designators.is_empty() && !self.eat(Punctuator::Assign) {
            let ends_in_index = matches!(designators.last(), Some(Designator::Index(_) | Designator::Range(..)));
            if designators.len() > 1 || !ends_in_index {
                return Err(self.expected("`=`"));
            }
        }
        Ok(designators)
    }

    /// `.field` and `[index]`, as many as there are.
    pub(super) fn designators(&mut self) -> Parsed<Vec<Designator>> {
        let mut designators = Vec::new();
        loop {
            let opening = self.span();
            if self.eat(Punctuator::Dot) {
                let (_, field) = self.expect_identifier("a member")?;
                designators.push(Designator::Field(field));
            } else if self.eat(Punctuator::LeftBracket) {
                let low = self.nested(Self::expression)?;
                let designator = if self.eat(Punctuator::Ellipsis) {
                    Designator::Range(low, self.nested(Self::conditional)?)
                } else {
                    Designator::Index(low)
                };
                self.expect_closing(Punctuator::RightBracket, opening)?;
                designators.push(designator);
            } else {
                return Ok(designators);
            }
        }
    }
}
