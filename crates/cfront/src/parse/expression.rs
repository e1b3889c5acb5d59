//! Expressions from the comma down to prefix operators (C11 6.5.3 to 6.5.17).

use super::parser::{Parsed, Parser};
use crate::ast::{Expr, ExprKind, InfixOperator, Initializer, PrefixOperator, TypeName};
use crate::lex::{Keyword, Punctuator, TokenKind};
use raddle_program::source::Span;

/// The precedence of `||`, the loosest infix operator that [`Parser::infix`] reads.
const LOOSEST: u8 = 1;

impl Parser<'_> {
    /// `a, b`
    pub(super) fn expression(&mut self) -> Parsed<Expr> {
        let (mut left, mut deepest) = self.measured(Self::assignment)?;
        while self.eat(Punctuator::Comma) {
            let (right, right_deepest) = self.measured(Self::assignment)?;
            deepest = self.above(deepest.max(right_deepest))?;
            left = join(left, right, ExprKind::Comma);
        }
        self.reach(deepest)?;
        Ok(left)
    }

    /// `a = b`; the left side is whatever binds tighter, and the checker demands an lvalue.
    pub(super) fn assignment(&mut self) -> Parsed<Expr> {
        let (left, deepest) = self.measured(Self::conditional)?;
        let TokenKind::Punctuator(punctuator) = self.kind() else { return self.keep(left, deepest) };
        let Some(operator) = assignment_operator(punctuator) else { return self.keep(left, deepest) };
        self.bump();
        let right = self.nested(Self::assignment)?;
        self.above(deepest)?;
        Ok(join(left, right, |left, right| ExprKind::Assign { operator, left, right }))
    }

    /// `c ? a : b` and `c ?: b`; also constant expressions.
    pub(super) fn conditional(&mut self) -> Parsed<Expr> {
        let (condition, deepest) = self.measured(|parser| parser.infix(LOOSEST))?;
        if !self.eat(Punctuator::Question) {
            return self.keep(condition, deepest);
        }
        self.above(deepest)?;
        let then = if self.is(Punctuator::Colon) { None } else { Some(Box::new(self.nested(Self::expression)?)) };
        self.expect(Punctuator::Colon)?;
        let otherwise = self.nested(Self::conditional)?;
        Ok(join(condition, otherwise, |condition, otherwise| ExprKind::Conditional { condition, then, otherwise }))
    }

    /// Infix operators that bind at least as tightly as `loosest`, by precedence climbing: all are left-associative.
    fn infix(&mut self, loosest: u8) -> Parsed<Expr> {
        let (mut left, mut deepest) = self.measured(Self::cast)?;
        while let TokenKind::Punctuator(punctuator) = self.kind()
            && let Some((operator, precedence)) = infix_operator(punctuator)
            && precedence >= loosest
        {
            self.bump();
            let (right, right_deepest) = self.measured(|parser| parser.infix(precedence + 1))?;
            deepest = self.above(deepest.max(right_deepest))?;
            left = join(left, right, |left, right| ExprKind::Infix(operator, left, right));
        }
        self.keep(left, deepest)
    }

    /// `(T) operand`, `(T){...}`, or something tighter.
    pub(super) fn cast(&mut self) -> Parsed<Expr> {
        let is_type = self.is(Punctuator::LeftParen) && self.starts_type_name(self.kind_at(1));
        if !is_type {
            return self.prefix();
        }
        let start = self.span();
        let ty = self.parenthesized_type()?;
        if self.is(Punctuator::LeftBrace) {
            return self.compound_literal(start, ty);
        }
        let operand = self.nested(Self::cast)?;
        Ok(Expr { kind: ExprKind::Cast(Box::new(ty), Box::new(operand)), span: self.since(start) })
    }

    /// Prefix operators, `sizeof` and their relatives.
    fn prefix(&mut self) -> Parsed<Expr> {
        let start = self.span();
        let operator = match self.kind() {
            TokenKind::Punctuator(Punctuator::AmpersandAmpersand) => {
                self.bump();
                let (_, label) = self.expect_identifier("a label")?;
                return Ok(Expr { kind: ExprKind::LabelAddress(label), span: self.since(start) });
            }
            TokenKind::Punctuator(punctuator) => prefix_operator(punctuator),
            TokenKind::Keyword(Keyword::Real) => Some(PrefixOperator::Real),
            TokenKind::Keyword(Keyword::Imaginary) => Some(PrefixOperator::Imaginary),
            TokenKind::Keyword(Keyword::Extension) => {
                self.bump();
                return self.nested(Self::cast);
            }
            TokenKind::Keyword(keyword @ (Keyword::Sizeof | Keyword::Alignof | Keyword::AlignofType)) => {
                return self.size_or_alignment(keyword);
            }
            TokenKind::Keyword(_)
            | TokenKind::Identifier(_)
            | TokenKind::Integer(_)
            | TokenKind::Floating(_)
            | TokenKind::Character(_)
            | TokenKind::String(_)
            | TokenKind::EndOfFile => None,
        };
        let Some(operator) = operator else { return self.postfix() };
        self.bump();
        let operand = self.nested(Self::cast)?;
        Ok(Expr { kind: ExprKind::Prefix(operator, Box::new(operand)), span: self.since(start) })
    }

    fn size_or_alignment(&mut self, keyword: Keyword) -> Parsed<Expr> {
        let start = self.span();
        self.bump();
        let is_type = self.is(Punctuator::LeftParen) && self.starts_type_name(self.kind_at(1));
        let kind = if is_type {
            let open = self.span();
            let ty = self.parenthesized_type()?;
            if self.is(Punctuator::LeftBrace) {
                let operand = Box::new(self.nested(|parser| parser.compound_literal(open, ty))?);
                size_or_alignment_of_expr(keyword, operand)
            } else {
                match keyword {
                    Keyword::Sizeof => ExprKind::SizeofType(Box::new(ty)),
                    _ => ExprKind::AlignofType(Box::new(ty), keyword == Keyword::Alignof),
                }
            }
        } else {
            let operand = Box::new(self.nested(Self::prefix)?);
            size_or_alignment_of_expr(keyword, operand)
        };
        Ok(Expr { kind, span: self.since(start) })
    }

    /// `(type)`
    pub(super) fn parenthesized_type(&mut self) -> Parsed<TypeName> {
        let opening = self.expect(Punctuator::LeftParen)?;
        let ty = self.type_name()?;
        self.expect_closing(Punctuator::RightParen, opening)?;
        Ok(ty)
    }

    /// `{...}` after `(T)`, with what may follow it.
    fn compound_literal(&mut self, start: Span, ty: TypeName) -> Parsed<Expr> {
        let (initializer, deepest): (Initializer, u32) =
            self.measured(|parser| parser.nested(Self::initializer_list))?;
        let kind = ExprKind::CompoundLiteral(Box::new(ty), Box::new(initializer));
        self.postfix_suffixes(Expr { kind, span: self.since(start) }, deepest)
    }

    /// The level of the deepest node once another node stands above.
    pub(super) fn above(&mut self, deepest: u32) -> Parsed<u32> {
        self.reach(deepest + 1)?;
        Ok(deepest + 1)
    }

    /// The expression, whose deepest node is counted.
    pub(super) fn keep(&mut self, expr: Expr, deepest: u32) -> Parsed<Expr> {
        self.reach(deepest)?;
        Ok(expr)
    }
}

fn join(left: Expr, right: Expr, kind: impl FnOnce(Box<Expr>, Box<Expr>) -> ExprKind) -> Expr {
    let span = left.span.to(right.span);
    Expr { kind: kind(Box::new(left), Box::new(right)), span }
}

fn size_or_alignment_of_expr(keyword: Keyword, operand: Box<Expr>) -> ExprKind {
    match keyword {
        Keyword::Sizeof => ExprKind::SizeofExpr(operand),
        _ => ExprKind::AlignofExpr(operand),
    }
}

fn prefix_operator(punctuator: Punctuator) -> Option<PrefixOperator> {
    match punctuator {
        Punctuator::Plus => Some(PrefixOperator::Plus),
        Punctuator::Minus => Some(PrefixOperator::Minus),
        Punctuator::Tilde => Some(PrefixOperator::BitNot),
        Punctuator::Exclamation => Some(PrefixOperator::LogicalNot),
        Punctuator::Ampersand => Some(PrefixOperator::AddressOf),
        Punctuator::Star => Some(PrefixOperator::Dereference),
        Punctuator::Increment => Some(PrefixOperator::Increment),
        Punctuator::Decrement => Some(PrefixOperator::Decrement),
        _ => None,
    }
}

fn infix_operator(punctuator: Punctuator) -> Option<(InfixOperator, u8)> {
    let found = match punctuator {
        Punctuator::BarBar => (InfixOperator::LogicalOr, LOOSEST),
        Punctuator::AmpersandAmpersand => (InfixOperator::LogicalAnd, 2),
        Punctuator::Bar => (InfixOperator::BitOr, 3),
        Punctuator::Caret => (InfixOperator::BitXor, 4),
        Punctuator::Ampersand => (InfixOperator::BitAnd, 5),
        Punctuator::Equal => (InfixOperator::Equal, 6),
        Punctuator::NotEqual => (InfixOperator::NotEqual, 6),
        Punctuator::Less => (InfixOperator::Less, 7),
        Punctuator::Greater => (InfixOperator::Greater, 7),
        Punctuator::LessEqual => (InfixOperator::LessEqual, 7),
        Punctuator::GreaterEqual => (InfixOperator::GreaterEqual, 7),
        Punctuator::ShiftLeft => (InfixOperator::ShiftLeft, 8),
        Punctuator::ShiftRight => (InfixOperator::ShiftRight, 8),
        Punctuator::Plus => (InfixOperator::Add, 9),
        Punctuator::Minus => (InfixOperator::Subtract, 9),
        Punctuator::Star => (InfixOperator::Multiply, 10),
        Punctuator::Slash => (InfixOperator::Divide, 10),
        Punctuator::Percent => (InfixOperator::Remainder, 10),
        _ => return None,
    };
    Some(found)
}

/// The outer option says whether it is an assignment, the inner one which operator is combined with it.
fn assignment_operator(punctuator: Punctuator) -> Option<Option<InfixOperator>> {
    let operator = match punctuator {
        Punctuator::Assign => return Some(None),
        Punctuator::StarAssign => InfixOperator::Multiply,
        Punctuator::SlashAssign => InfixOperator::Divide,
        Punctuator::PercentAssign => InfixOperator::Remainder,
        Punctuator::PlusAssign => InfixOperator::Add,
        Punctuator::MinusAssign => InfixOperator::Subtract,
        Punctuator::ShiftLeftAssign => InfixOperator::ShiftLeft,
        Punctuator::ShiftRightAssign => InfixOperator::ShiftRight,
        Punctuator::AmpersandAssign => InfixOperator::BitAnd,
        Punctuator::CaretAssign => InfixOperator::BitXor,
        Punctuator::BarAssign => InfixOperator::BitOr,
        _ => return None,
    };
    Some(Some(operator))
}
