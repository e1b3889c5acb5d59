//! Primary and postfix expressions (C11 6.5.1 and 6.5.2), statement expressions and the built-ins with a grammar of
//! their own.

use super::parser::{Abandoned, Parsed, Parser};
use crate::ast::{Designator, Encoding, Expr, ExprKind};
use crate::diagnostic::Diagnostic;
use crate::lex::text::decode;
use crate::lex::{Keyword, Punctuator, TokenKind};

impl Parser<'_> {
    /// A primary expression with its suffixes.
    pub(super) fn postfix(&mut self) -> Parsed<Expr> {
        let (primary, deepest) = self.measured(Self::primary)?;
        self.postfix_suffixes(primary, deepest)
    }

    /// Calls, indices, members and `++` after `left`, whose deepest node is at level `deepest`.
    pub(super) fn postfix_suffixes(&mut self, mut left: Expr, mut deepest: u32) -> Parsed<Expr> {
        let start = left.span;
        while let TokenKind::Punctuator(punctuator) = self.kind() {
            let opening = self.span();
            let (kind, inner) = match punctuator {
                Punctuator::LeftBracket => {
                    self.bump();
                    let (index, inner) = self.measured(|parser| parser.nested(Self::expression))?;
                    self.expect_closing(Punctuator::RightBracket, opening)?;
                    (ExprKind::Index(Box::new(left), Box::new(index)), inner)
                }
                Punctuator::LeftParen => {
                    self.bump();
                    let (arguments, inner) =
                        self.measured(|parser| parser.nested(|p| p.arguments_before(Punctuator::RightParen)))?;
                    self.expect_closing(Punctuator::RightParen, opening)?;
                    (ExprKind::Call(Box::new(left), arguments), inner)
                }
                Punctuator::Dot | Punctuator::Arrow => {
                    self.bump();
                    let (_, field) = self.expect_identifier("a member")?;
                    let is_arrow = punctuator == Punctuator::Arrow;
                    (ExprKind::Member { base: Box::new(left), field, is_arrow }, 0)
                }
                Punctuator::Increment | Punctuator::Decrement => {
                    self.bump();
                    let is_increment = punctuator == Punctuator::Increment;
                    (ExprKind::Postfix { operand: Box::new(left), is_increment }, 0)
                }
                _ => break,
            };
            deepest = self.above(deepest)?.max(inner);
            left = Expr { kind, span: self.since(start) };
        }
        self.keep(left, deepest)
    }

    /// Expressions separated by commas up to `closing`, which is left standing.
    pub(super) fn arguments_before(&mut self, closing: Punctuator) -> Parsed<Vec<Expr>> {
        let mut arguments = Vec::new();
        if self.is(closing) {
            return Ok(arguments);
        }
        loop {
            arguments.push(self.assignment()?);
            if !self.eat(Punctuator::Comma) {
                return Ok(arguments);
            }
        }
    }

    fn primary(&mut self) -> Parsed<Expr> {
        let start = self.span();
        let kind = match self.kind() {
            TokenKind::Identifier(id) => {
                if self.scopes.is_typedef(id) {
                    let message = format!("`{}` is a type, and an expression should stand here", self.tokens.name(id));
                    self.error(start, message, "write a value, or put the type into a cast or `sizeof`");
                    return Err(Abandoned);
                }
                self.bump();
                ExprKind::Identifier(self.tokens.name(id).clone())
            }
            TokenKind::Integer(id) => {
                self.bump();
                ExprKind::Integer(self.tokens.integer(id))
            }
            TokenKind::Floating(id) => {
                self.bump();
                let literal = self.tokens.floating(id);
                ExprKind::Floating { spelling: literal.spelling.clone(), suffix: literal.suffix.clone() }
            }
            TokenKind::Character(id) => {
                self.bump();
                let literal = self.tokens.character(id);
                ExprKind::Character { value: literal.value, encoding: literal.encoding }
            }
            TokenKind::String(_) => self.string_literals(),
            TokenKind::Punctuator(Punctuator::LeftParen) => return self.parenthesis(),
            TokenKind::Keyword(keyword) => self.keyword_expression(keyword)?,
            TokenKind::Punctuator(_) | TokenKind::EndOfFile => return Err(self.expected("an expression")),
        };
        Ok(Expr { kind, span: self.since(start) })
    }

    /// `(expression)` or `({ ... })`.
    fn parenthesis(&mut self) -> Parsed<Expr> {
        let start = self.span();
        self.bump();
        let mut expr = if self.is(Punctuator::LeftBrace) {
            let block = self.nested(Self::compound)?;
            Expr { kind: ExprKind::Statement(Box::new(block)), span: start }
        } else {
            self.nested(Self::expression)?
        };
        self.expect_closing(Punctuator::RightParen, start)?;
        expr.span = self.since(start);
        Ok(expr)
    }

    /// Adjacent string literals: the one prefix among them holds for all (C11 6.4.5p5).
    fn string_literals(&mut self) -> ExprKind {
        let begin = self.at;
        let mut encoding = Encoding::Plain;
        while let TokenKind::String(id) = self.kind() {
            let own = self.tokens.string(id).0;
            if encoding == Encoding::Plain {
                encoding = own;
            } else if own != Encoding::Plain && own != encoding {
                self.error(self.span(), "string literals with different prefixes are joined", "use one prefix for all");
            }
            self.bump();
        }
        let mut units = Vec::new();
        for token in &self.tokens.list()[begin..self.at] {
            let TokenKind::String(id) = token.kind else { continue };
            let (own, problems) = decode(self.tokens.string(id).1, encoding);
            units.extend(own);
            for problem in problems {
                self.report(match problem.is_error {
                    true => Diagnostic::error(token.span, problem.message, problem.advice),
                    false => Diagnostic::warning(token.span, problem.message, problem.advice),
                });
            }
        }
        ExprKind::String { units: units.into(), encoding }
    }

    fn keyword_expression(&mut self, keyword: Keyword) -> Parsed<ExprKind> {
        match keyword {
            Keyword::Generic => self.in_parentheses(Self::generic),
            Keyword::VaArg => self.in_parentheses(|parser| {
                let list = Box::new(parser.assignment()?);
                parser.expect(Punctuator::Comma)?;
                Ok(ExprKind::VaArg(list, Box::new(parser.type_name()?)))
            }),
            Keyword::Offsetof => self.in_parentheses(|parser| {
                let ty = Box::new(parser.type_name()?);
                parser.expect(Punctuator::Comma)?;
                let (_, first) = parser.expect_identifier("a member")?;
                let mut designators = vec![Designator::Field(first)];
                designators.extend(parser.designators()?);
                Ok(ExprKind::Offsetof { ty, designators })
            }),
            Keyword::TypesCompatible => self.in_parentheses(|parser| {
                let first = Box::new(parser.type_name()?);
                parser.expect(Punctuator::Comma)?;
                Ok(ExprKind::TypesCompatible(first, Box::new(parser.type_name()?)))
            }),
            Keyword::ChooseExpr => self.in_parentheses(|parser| {
                let condition = Box::new(parser.assignment()?);
                parser.expect(Punctuator::Comma)?;
                let first = Box::new(parser.assignment()?);
                parser.expect(Punctuator::Comma)?;
                Ok(ExprKind::ChooseExpr(condition, first, Box::new(parser.assignment()?)))
            }),
            // Every other keyword starts something else than a primary expression.
            _ => Err(self.expected("an expression")),
        }
    }

    /// `keyword(part)`; the current token is the keyword.
    fn in_parentheses(&mut self, part: impl FnOnce(&mut Self) -> Parsed<ExprKind>) -> Parsed<ExprKind> {
        self.bump();
        let opening = self.expect(Punctuator::LeftParen)?;
        let kind = self.nested(part)?;
        self.expect_closing(Punctuator::RightParen, opening)?;
        Ok(kind)
    }

    fn generic(&mut self) -> Parsed<ExprKind> {
        let control = Box::new(self.assignment()?);
        let mut associations = Vec::new();
        while self.eat(Punctuator::Comma) {
            let ty = if self.eat_keyword(Keyword::Default) { None } else { Some(self.type_name()?) };
            self.expect(Punctuator::Colon)?;
            associations.push((ty, self.assignment()?));
        }
        Ok(ExprKind::Generic { control, associations })
    }
}
