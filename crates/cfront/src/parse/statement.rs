//! Statements and blocks (C11 6.8) with GNU's case ranges, computed gotos, local labels and labels before declarations.

use super::parser::{Abandoned, Parsed, Parser};
use crate::ast::{BlockItem, Compound, Expr, ForInit, Statement, StatementKind};
use crate::lex::{Keyword, Punctuator, TokenKind};
use raddle_program::source::Span;

/// Whether a label may stand before a declaration here.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Position {
    /// Directly in a block.
    InBlock,
    /// The body of another statement.
    Body,
}

impl Parser<'_> {
    /// `{ ... }` in a scope of its own.
    pub(super) fn compound(&mut self) -> Parsed<Compound> {
        self.scoped(|parser| {
            let start = parser.expect(Punctuator::LeftBrace)?;
            let mut local_labels = Vec::new();
            while parser.eat_keyword(Keyword::Label) {
                loop {
                    local_labels.push(parser.expect_identifier("a label")?.1);
                    if !parser.eat(Punctuator::Comma) {
                        break;
                    }
                }
                parser.expect_semicolon()?;
            }
            let mut items = Vec::new();
            while !parser.is(Punctuator::RightBrace) && parser.kind() != TokenKind::EndOfFile {
                let (begin, span) = (parser.at, parser.span());
                match parser.block_item() {
                    Ok(item) => items.push(item),
                    Err(Abandoned) => {
                        parser.recover_in_block(begin);
                        let span = parser.since(span);
                        items.push(BlockItem::Statement(Statement { kind: StatementKind::Error, span }));
                    }
                }
            }
            parser.expect_closing(Punctuator::RightBrace, start)?;
            Ok(Compound { local_labels, items, span: parser.since(start) })
        })
    }

    fn block_item(&mut self) -> Parsed<BlockItem> {
        if self.starts_declaration() {
            self.nested(Self::block_declaration)
        } else {
            self.statement_at(Position::InBlock).map(BlockItem::Statement)
        }
    }

    /// Whether a declaration rather than a statement starts here.
    fn starts_declaration(&self) -> bool {
        let is_label = matches!(self.kind(), TokenKind::Identifier(_)) && self.is_at(1, Punctuator::Colon);
        if is_label {
            return false;
        }
        let first = self.after_attributes(self.at);
        let kind = self.kind_of(first);
        if self.starts_specifiers(kind) || kind == TokenKind::Keyword(Keyword::StaticAssert) {
            return true;
        }
        // Two names in a row are a declaration with an unknown type.
        matches!((kind, self.kind_of(first + 1)), (TokenKind::Identifier(_), TokenKind::Identifier(_)))
    }

    /// The body of another statement.
    fn body(&mut self) -> Parsed<Box<Statement>> {
        if self.starts_declaration() {
            self.error(self.span(), "a declaration is no statement", "wrap it in `{` and `}`");
            return Err(Abandoned);
        }
        self.statement_at(Position::Body).map(Box::new)
    }

    fn statement_at(&mut self, position: Position) -> Parsed<Statement> {
        self.nested(|parser| {
            let start = parser.span();
            let kind = parser.statement_kind(position)?;
            Ok(Statement { kind, span: parser.since(start) })
        })
    }

    fn statement_kind(&mut self, position: Position) -> Parsed<StatementKind> {
        if self.is_attribute_at(0) {
            self.attributes()?;
        }
        match self.kind() {
            TokenKind::Punctuator(Punctuator::LeftBrace) => Ok(StatementKind::Compound(self.compound()?)),
            TokenKind::Punctuator(Punctuator::Semicolon) => {
                self.bump();
                Ok(StatementKind::Empty)
            }
            TokenKind::Identifier(_) if self.is_at(1, Punctuator::Colon) => {
                let (_, name) = self.expect_identifier("a label")?;
                let body = self.labelled(position)?;
                Ok(StatementKind::Label { name, body })
            }
            TokenKind::Keyword(keyword) => self.keyword_statement(keyword, position),
            TokenKind::Identifier(_)
            | TokenKind::Punctuator(_)
            | TokenKind::Integer(_)
            | TokenKind::Floating(_)
            | TokenKind::Character(_)
            | TokenKind::String(_)
            | TokenKind::EndOfFile => self.expression_statement(),
        }
    }

    fn keyword_statement(&mut self, keyword: Keyword, position: Position) -> Parsed<StatementKind> {
        match keyword {
            Keyword::Case => {
                self.bump();
                let low = self.nested(Self::conditional)?;
                let high = if self.eat(Punctuator::Ellipsis) { Some(self.nested(Self::conditional)?) } else { None };
                let body = self.labelled(position)?;
                Ok(StatementKind::Case { low, high, body })
            }
            Keyword::Default => {
                self.bump();
                Ok(StatementKind::Default(self.labelled(position)?))
            }
            Keyword::If => self.scoped(Self::if_statement),
            Keyword::Switch => self.scoped(|parser| {
                parser.bump();
                let scrutinee = parser.parenthesized()?;
                let body = parser.body()?;
                Ok(StatementKind::Switch { scrutinee, body })
            }),
            Keyword::While => self.scoped(|parser| {
                parser.bump();
                let condition = parser.parenthesized()?;
                let body = parser.body()?;
                Ok(StatementKind::While { condition, body })
            }),
            Keyword::Do => self.scoped(|parser| {
                parser.bump();
                let body = parser.body()?;
                if !parser.eat_keyword(Keyword::While) {
                    return Err(parser.expected("`while`"));
                }
                let condition = parser.parenthesized()?;
                parser.expect_semicolon()?;
                Ok(StatementKind::DoWhile { body, condition })
            }),
            Keyword::For => self.scoped(Self::for_statement),
            Keyword::Goto => {
                self.bump();
                let kind = if self.eat(Punctuator::Star) {
                    StatementKind::ComputedGoto(self.nested(Self::expression)?)
                } else {
                    StatementKind::Goto(self.expect_identifier("a label")?.1)
                };
                self.expect_semicolon()?;
                Ok(kind)
            }
            Keyword::Continue => {
                self.bump();
                self.expect_semicolon()?;
                Ok(StatementKind::Continue)
            }
            Keyword::Break => {
                self.bump();
                self.expect_semicolon()?;
                Ok(StatementKind::Break)
            }
            Keyword::Return => {
                self.bump();
                let value = if self.is(Punctuator::Semicolon) { None } else { Some(self.nested(Self::expression)?) };
                self.expect_semicolon()?;
                Ok(StatementKind::Return(value))
            }
            Keyword::Asm => self.assembly_statement(),
            Keyword::Else => {
                self.error(self.span(), "this `else` belongs to no `if`", "remove it, or mend the `if` before it");
                self.bump();
                Err(Abandoned)
            }
            // Every other keyword starts an expression, or nothing.
            _ => self.expression_statement(),
        }
    }

    fn expression_statement(&mut self) -> Parsed<StatementKind> {
        let expr = self.nested(Self::expression)?;
        self.expect_semicolon()?;
        Ok(StatementKind::Expr(expr))
    }

    /// The `:` of a label and what it labels: nothing, before a declaration or at the end of a block.
    fn labelled(&mut self, position: Position) -> Parsed<Box<Statement>> {
        self.expect(Punctuator::Colon)?;
        if self.is_attribute_at(0) && !self.starts_declaration() {
            self.attributes()?;
        }
        let is_last = self.is(Punctuator::RightBrace);
        if position == Position::InBlock && (is_last || self.starts_declaration()) {
            let end = self.previous_span();
            let span = Span { start: end.end, ..end };
            return Ok(Box::new(Statement { kind: StatementKind::Empty, span }));
        }
        if position == Position::Body {
            return self.body();
        }
        self.statement_at(position).map(Box::new)
    }

    fn if_statement(&mut self) -> Parsed<StatementKind> {
        self.bump();
        let condition = self.parenthesized()?;
        let then = self.body()?;
        let otherwise = if self.eat_keyword(Keyword::Else) { Some(self.body()?) } else { None };
        Ok(StatementKind::If { condition, then, otherwise })
    }

    fn for_statement(&mut self) -> Parsed<StatementKind> {
        self.bump();
        let opening = self.expect(Punctuator::LeftParen)?;
        let init = if self.eat(Punctuator::Semicolon) {
            ForInit::None
        } else if self.starts_declaration() {
            ForInit::Declaration(self.nested(Self::for_declaration)?)
        } else {
            let expr = self.nested(Self::expression)?;
            self.expect(Punctuator::Semicolon)?;
            ForInit::Expr(expr)
        };
        let condition = if self.is(Punctuator::Semicolon) { None } else { Some(self.nested(Self::expression)?) };
        self.expect(Punctuator::Semicolon)?;
        let step = if self.is(Punctuator::RightParen) { None } else { Some(self.nested(Self::expression)?) };
        self.expect_closing(Punctuator::RightParen, opening)?;
        let body = self.body()?;
        Ok(StatementKind::For { init, condition, step, body })
    }

    /// `(expression)` of a statement.
    fn parenthesized(&mut self) -> Parsed<Expr> {
        let opening = self.expect(Punctuator::LeftParen)?;
        let expr = self.nested(Self::expression)?;
        self.expect_closing(Punctuator::RightParen, opening)?;
        Ok(expr)
    }
}
