//! Structures, unions and enumerations (C11 6.7.2.1 and 6.7.2.2).

use super::declarator::NameMode;
use super::parser::{Abandoned, Parsed, Parser};
use crate::ast::{
    Attribute, EnumSpecifier, Enumerator, Expr, ExprKind, FieldDeclaration, FieldDeclarator, IntegerLiteral,
    RecordSpecifier,
};
use crate::lex::{Keyword, Punctuator, TokenKind};

impl Parser<'_> {
    /// `struct tag { ... }`; the current token is `struct` or `union`.
    pub(super) fn record_specifier(&mut self) -> Parsed<RecordSpecifier> {
        let start = self.span();
        let is_union = self.is_keyword(Keyword::Union);
        self.bump();
        let mut attributes = self.attributes()?;
        let tag = self.eat_identifier().map(|(_, tag)| tag);
        attributes.extend(self.attributes()?);
        let opening = self.span();
        let mut fields = None;
        if self.eat(Punctuator::LeftBrace) {
            fields = Some(self.nested(Self::field_declarations)?);
            attributes.extend(self.packing());
            self.expect_closing(Punctuator::RightBrace, opening)?;
            attributes.extend(self.attributes()?);
        } else if tag.is_none() {
            return Err(self.expected("a tag or `{`"));
        }
        Ok(RecordSpecifier { is_union, tag, fields, attributes, span: self.since(start) })
    }

    /// The `#pragma pack` in force here, as the attribute `pragma_pack(bytes)`.
    fn packing(&self) -> Option<Attribute> {
        let value = u128::from(self.tokens.packing(self.at)?);
        let literal = IntegerLiteral { value, is_unsigned: false, longs: 0, is_decimal: true };
        let limit = Expr { kind: ExprKind::Integer(literal), span: self.span() };
        Some(Attribute { name: "pragma_pack".into(), arguments: vec![limit], span: self.span() })
    }

    /// Members up to the closing brace. After an error in one of them the remaining ones are still parsed.
    fn field_declarations(&mut self) -> Parsed<Vec<FieldDeclaration>> {
        let mut fields = Vec::new();
        while !self.is(Punctuator::RightBrace) && self.kind() != TokenKind::EndOfFile {
            if self.eat(Punctuator::Semicolon) {
                continue;
            }
            let start = self.at;
            match self.field_declaration() {
                Ok(field) => fields.push(field),
                Err(Abandoned) => self.recover_in_block(start),
            }
        }
        Ok(fields)
    }

    fn field_declaration(&mut self) -> Parsed<FieldDeclaration> {
        let start = self.span();
        if self.is_keyword(Keyword::StaticAssert) {
            let specifiers = self.no_specifiers();
            let static_assert = Some(Box::new(self.static_assert()?));
            return Ok(FieldDeclaration {
                specifiers,
                declarators: Vec::new(),
                static_assert,
                span: self.since(start),
            });
        }
        let begin = self.at;
        let specifiers = self.specifiers()?;
        if self.at == begin {
            return Err(self.expected("a member of the structure"));
        }
        let mut declarators = Vec::new();
        if !self.is(Punctuator::Semicolon) && !self.is(Punctuator::RightBrace) {
            loop {
                declarators.push(self.field_declarator()?);
                if !self.eat(Punctuator::Comma) {
                    break;
                }
            }
        }
        self.expect_semicolon()?;
        Ok(FieldDeclaration { specifiers, declarators, static_assert: None, span: self.since(start) })
    }

    fn field_declarator(&mut self) -> Parsed<FieldDeclarator> {
        let mut attributes = self.attributes()?;
        let mut declarator =
            if self.is(Punctuator::Colon) { self.empty_declarator() } else { self.declarator(NameMode::Required)? };
        let bit_width = if self.eat(Punctuator::Colon) { Some(self.nested(Self::conditional)?) } else { None };
        attributes.extend(self.attributes()?);
        declarator.attributes.extend(attributes);
        Ok(FieldDeclarator { declarator, bit_width })
    }

    /// `enum tag { ... }`; the current token is `enum`.
    pub(super) fn enum_specifier(&mut self) -> Parsed<EnumSpecifier> {
        let start = self.span();
        self.bump();
        let mut attributes = self.attributes()?;
        let tag = self.eat_identifier().map(|(_, tag)| tag);
        attributes.extend(self.attributes()?);
        let opening = self.span();
        let mut constants = None;
        if self.eat(Punctuator::LeftBrace) {
            constants = Some(self.nested(Self::enumerators)?);
            self.expect_closing(Punctuator::RightBrace, opening)?;
            attributes.extend(self.attributes()?);
        } else if tag.is_none() {
            return Err(self.expected("a tag or `{`"));
        }
        Ok(EnumSpecifier { tag, constants, attributes, span: self.since(start) })
    }

    fn enumerators(&mut self) -> Parsed<Vec<Enumerator>> {
        let mut constants = Vec::new();
        while !self.is(Punctuator::RightBrace) {
            let (id, name) = self.expect_identifier("the name of an enumeration constant")?;
            self.attributes()?;
            let value = if self.eat(Punctuator::Assign) { Some(self.nested(Self::conditional)?) } else { None };
            self.scopes.declare(id, false);
            constants.push(Enumerator { name, value });
            if !self.eat(Punctuator::Comma) {
                break;
            }
        }
        Ok(constants)
    }
}
