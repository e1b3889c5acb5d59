//! Attributes in both spellings: `__attribute__((...))` and `[[...]]`.
//!
//! Arguments are kept where they are expressions. Of `[[gnu::packed]]` the prefix is dropped.

use super::parser::{Abandoned, Parsed, Parser};
use crate::ast::{Attribute, Expr, Name};
use crate::lex::{Keyword, Punctuator, TokenKind};
use std::sync::Arc;

impl Parser<'_> {
    /// Whether an attribute starts `distance` tokens further on.
    pub(super) fn is_attribute_at(&self, distance: usize) -> bool {
        self.is_attribute_at_index(self.at + distance)
    }

    fn is_attribute_at_index(&self, index: usize) -> bool {
        let bracket = TokenKind::Punctuator(Punctuator::LeftBracket);
        match self.kind_of(index) {
            TokenKind::Keyword(Keyword::Attribute) => true,
            kind => kind == bracket && self.kind_of(index + 1) == bracket,
        }
    }

    /// The index of the first token after all attributes (and `__extension__`) that start at `index`.
    pub(super) fn after_attributes(&self, mut index: usize) -> usize {
        loop {
            if self.kind_of(index) == TokenKind::Keyword(Keyword::Extension) {
                index += 1;
            } else if self.is_attribute_at_index(index) {
                let is_old = self.kind_of(index) == TokenKind::Keyword(Keyword::Attribute);
                let open = if is_old { index + 1 } else { index };
                let is_open = matches!(
                    self.kind_of(open),
                    TokenKind::Punctuator(Punctuator::LeftParen | Punctuator::LeftBracket)
                );
                index = if is_open { self.partner(open) + 1 } else { open };
            } else {
                return index;
            }
        }
    }

    /// All attributes that start here.
    pub(super) fn attributes(&mut self) -> Parsed<Vec<Attribute>> {
        let mut attributes = Vec::new();
        while self.is_attribute_at(0) {
            if self.eat_keyword(Keyword::Attribute) {
                let outer = self.expect(Punctuator::LeftParen)?;
                let inner = self.expect(Punctuator::LeftParen)?;
                self.attribute_list(&mut attributes, Punctuator::RightParen)?;
                self.expect_closing(Punctuator::RightParen, inner)?;
                self.expect_closing(Punctuator::RightParen, outer)?;
            } else {
                let outer = self.expect(Punctuator::LeftBracket)?;
                let inner = self.expect(Punctuator::LeftBracket)?;
                self.attribute_list(&mut attributes, Punctuator::RightBracket)?;
                self.expect_closing(Punctuator::RightBracket, inner)?;
                self.expect_closing(Punctuator::RightBracket, outer)?;
            }
        }
        Ok(attributes)
    }

    fn attribute_list(&mut self, attributes: &mut Vec<Attribute>, closing: Punctuator) -> Parsed<()> {
        while !self.is(closing) {
            if self.eat(Punctuator::Comma) {
                continue;
            }
            let start = self.span();
            let mut name = self.attribute_name()?;
            if self.is(Punctuator::Colon) && self.is_at(1, Punctuator::Colon) {
                self.bump();
                self.bump();
                name = self.attribute_name()?;
            }
            let arguments = if self.is(Punctuator::LeftParen) { self.attribute_arguments()? } else { Vec::new() };
            attributes.push(Attribute { name, arguments, span: self.since(start) });
            if !self.is(closing) && !self.is(Punctuator::Comma) {
                return Err(self.expected("`,` or the end of the attributes"));
            }
        }
        Ok(())
    }

    /// A name or a keyword, without the underscores around it.
    fn attribute_name(&mut self) -> Parsed<Name> {
        let spelling: Name = match self.kind() {
            TokenKind::Identifier(id) => self.tokens.name(id).clone(),
            TokenKind::Keyword(keyword) => Arc::from(keyword.spelling()),
            _ => return Err(self.expected("the name of an attribute")),
        };
        self.bump();
        let stripped = spelling.strip_prefix("__").and_then(|rest| rest.strip_suffix("__"));
        Ok(stripped.filter(|name| !name.is_empty()).map_or(spelling.clone(), Arc::from))
    }

    /// `(arguments)`: the expressions, or nothing if they are none (`(int)` of `[[gnu::mode]]`, a version number, ...).
    fn attribute_arguments(&mut self) -> Parsed<Vec<Expr>> {
        let open = self.at;
        let arguments = self.attempt(|parser| {
            parser.bump();
            let arguments = parser.nested(|parser| parser.arguments_before(Punctuator::RightParen))?;
            if parser.eat(Punctuator::RightParen) { Ok(arguments) } else { Err(Abandoned) }
        });
        match arguments {
            Some(arguments) => Ok(arguments),
            None => {
                self.at = self.partner(open).max(self.at);
                self.expect(Punctuator::RightParen)?;
                Ok(Vec::new())
            }
        }
    }
}
