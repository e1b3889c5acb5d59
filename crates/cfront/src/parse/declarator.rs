//! Declarators: a name and the types derived around it (C11 6.7.6 and 6.7.7).

use super::parser::{Parsed, Parser};
use crate::ast::{ArraySize, Attribute, Declarator, Derived, FunctionDeclarator, Identifier, Parameter, Qualifiers};
use crate::lex::{Keyword, Punctuator, TokenKind};

/// Whether a declarator has a name.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum NameMode {
    /// Declarations and members.
    Required,
    /// Type names.
    Absent,
    /// Parameters.
    Optional,
}

impl Parser<'_> {
    /// A declarator; in the mode `Optional` or `Absent` it may be empty.
    pub(super) fn declarator(&mut self, mode: NameMode) -> Parsed<Declarator> {
        let mut declarator = self.empty_declarator();
        let start = self.span();
        let begin = self.at;
        let mut pointers = Vec::new();
        loop {
            if self.eat(Punctuator::Star) {
                pointers.push(self.pointer_qualifiers()?);
            } else if self.is_attribute_at(0) {
                declarator.attributes.extend(self.attributes()?);
            } else {
                break;
            }
        }
        let is_name = matches!(self.kind(), TokenKind::Identifier(_)) && mode != NameMode::Absent;
        if is_name {
            declarator.name = self.eat_identifier().map(|(_, name)| name);
        } else if self.is(Punctuator::LeftParen) && self.parenthesis_nests(mode) {
            let opening = self.span();
            self.bump();
            let inner = self.nested(|parser| parser.declarator(mode))?;
            self.expect_closing(Punctuator::RightParen, opening)?;
            declarator.name = inner.name;
            declarator.derived = inner.derived;
            declarator.attributes.extend(inner.attributes);
        } else if mode == NameMode::Required {
            return Err(self.expected("a name"));
        }
        self.declarator_suffixes(&mut declarator.derived, &mut declarator.attributes)?;
        declarator.derived.extend(pointers.into_iter().rev());
        // Each derived type is one level in the types that are built from it.
        let levels = u32::try_from(declarator.derived.len()).unwrap_or(u32::MAX);
        self.reach(self.depth().saturating_add(levels))?;
        if self.at > begin {
            declarator.span = self.since(start);
        }
        Ok(declarator)
    }

    fn pointer_qualifiers(&mut self) -> Parsed<Derived> {
        let mut qualifiers = Qualifiers::default();
        let mut attributes: Vec<Attribute> = Vec::new();
        loop {
            if self.is_attribute_at(0) {
                attributes.extend(self.attributes()?);
            } else if !self.eat_qualifier(&mut qualifiers) {
                return Ok(Derived::Pointer { qualifiers, attributes });
            }
        }
    }

    /// Whether the `(` here groups a declarator; otherwise it starts a parameter list (C11 6.7.6.3p11).
    fn parenthesis_nests(&self, mode: NameMode) -> bool {
        if mode == NameMode::Required {
            return true;
        }
        let inside = self.kind_of(self.after_attributes(self.at + 1));
        match inside {
            TokenKind::Punctuator(Punctuator::Star | Punctuator::LeftParen | Punctuator::LeftBracket) => true,
            TokenKind::Identifier(_) => !self.is_typedef(inside) && mode == NameMode::Optional,
            TokenKind::Punctuator(_)
            | TokenKind::Keyword(_)
            | TokenKind::Integer(_)
            | TokenKind::Floating(_)
            | TokenKind::Character(_)
            | TokenKind::String(_)
            | TokenKind::EndOfFile => false,
        }
    }

    fn declarator_suffixes(&mut self, derived: &mut Vec<Derived>, attributes: &mut Vec<Attribute>) -> Parsed<()> {
        loop {
            if self.is(Punctuator::LeftParen) {
                let function = self.nested(|parser| parser.scoped(Self::function_declarator))?;
                derived.push(Derived::Function(function));
            } else if self.is(Punctuator::LeftBracket) && self.is_attribute_at(0) {
                attributes.extend(self.attributes()?);
            } else if self.is(Punctuator::LeftBracket) {
                derived.push(self.nested(Self::array_declarator)?);
            } else {
                return Ok(());
            }
        }
    }

    /// `[static const 3]` and the like.
    fn array_declarator(&mut self) -> Parsed<Derived> {
        let opening = self.span();
        self.bump();
        let mut qualifiers = Qualifiers::default();
        while self.eat_keyword(Keyword::Static) || self.eat_qualifier(&mut qualifiers) {}
        let size = if self.is(Punctuator::RightBracket) {
            ArraySize::Unspecified
        } else if self.is(Punctuator::Star) && self.is_at(1, Punctuator::RightBracket) {
            self.bump();
            ArraySize::Star
        } else {
            ArraySize::Expr(Box::new(self.assignment()?))
        };
        self.expect_closing(Punctuator::RightBracket, opening)?;
        Ok(Derived::Array { size, qualifiers })
    }

    /// `(parameters)`, in the scope of the prototype.
    fn function_declarator(&mut self) -> Parsed<FunctionDeclarator> {
        let opening = self.span();
        self.bump();
        let mut function = FunctionDeclarator {
            parameters: Vec::new(),
            is_variadic: false,
            has_prototype: true,
            knr_names: Vec::new(),
        };
        let is_void = self.is_keyword(Keyword::Void) && self.is_at(1, Punctuator::RightParen);
        let is_name = matches!(self.kind(), TokenKind::Identifier(_)) && !self.is_typedef(self.kind());
        let ends_after = self.is_at(1, Punctuator::Comma) || self.is_at(1, Punctuator::RightParen);
        if self.is(Punctuator::RightParen) {
            function.has_prototype = false;
        } else if is_void {
            self.bump();
        } else if is_name && ends_after {
            function.has_prototype = false;
            function.knr_names = self.knr_names()?;
        } else {
            loop {
                if self.eat(Punctuator::Ellipsis) {
                    function.is_variadic = true;
                    break;
                }
                function.parameters.push(self.parameter()?);
                if !self.eat(Punctuator::Comma) {
                    break;
                }
            }
        }
        self.expect_closing(Punctuator::RightParen, opening)?;
        Ok(function)
    }

    fn knr_names(&mut self) -> Parsed<Vec<Identifier>> {
        let mut names = Vec::new();
        loop {
            let (_, name) = self.expect_identifier("the name of a parameter")?;
            names.push(name);
            if !self.eat(Punctuator::Comma) {
                return Ok(names);
            }
        }
    }

    fn parameter(&mut self) -> Parsed<Parameter> {
        let start = self.span();
        let begin = self.at;
        let specifiers = self.specifiers()?;
        if self.at == begin {
            return Err(self.expected("a parameter"));
        }
        let mut declarator = self.declarator(NameMode::Optional)?;
        declarator.attributes.extend(self.attributes()?);
        self.declare_name(&declarator, false);
        Ok(Parameter { specifiers, declarator, span: self.since(start) })
    }
}
