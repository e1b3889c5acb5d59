//! Declarations and function definitions (C11 6.7, 6.7.10 and 6.9.1), K&R style and nested functions included.

use super::declarator::NameMode;
use super::parser::{Parsed, Parser};
use crate::ast::{
    BlockItem, Declaration, Declarator, Derived, FunctionDefinition, InitDeclarator, Item, Qualifiers, Specifiers,
    StaticAssert, StorageClass, TypeSpecifier,
};
use crate::lex::{Keyword, Punctuator, TokenKind};
use raddle_program::source::Span;

/// Where a declaration stands.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Level {
    /// Outside of functions.
    File,
    /// In a block; functions are nested ones.
    Block,
    /// The first clause of a `for`: no functions.
    ForClause,
}

/// A declaration, or a definition of a function.
enum Declared {
    Declaration(Declaration),
    Function(FunctionDefinition),
}

impl Parser<'_> {
    /// An item at file level.
    pub(super) fn declaration_or_function(&mut self, level: Level) -> Parsed<Item> {
        Ok(match self.declared(level)? {
            Declared::Declaration(declaration) => Item::Declaration(declaration),
            Declared::Function(function) => Item::Function(function),
        })
    }

    /// A declaration or nested function in a block.
    pub(super) fn block_declaration(&mut self) -> Parsed<BlockItem> {
        Ok(match self.declared(Level::Block)? {
            Declared::Declaration(declaration) => BlockItem::Declaration(declaration),
            Declared::Function(function) => BlockItem::NestedFunction(Box::new(function)),
        })
    }

    /// The first clause of a `for`, `;` included.
    pub(super) fn for_declaration(&mut self) -> Parsed<Declaration> {
        let start = self.span();
        match self.declared(Level::ForClause)? {
            Declared::Declaration(declaration) => Ok(declaration),
            Declared::Function(_) => {
                self.error(start, "a function is defined inside `for (...)`", "define it before the loop");
                Err(super::parser::Abandoned)
            }
        }
    }

    fn declared(&mut self, level: Level) -> Parsed<Declared> {
        let start = self.span();
        while self.eat_keyword(Keyword::Extension) {}
        if self.is_keyword(Keyword::StaticAssert) {
            let specifiers = self.no_specifiers();
            let static_assert = Some(Box::new(self.static_assert()?));
            let span = self.since(start);
            return Ok(Declared::Declaration(Declaration { specifiers, declarators: Vec::new(), static_assert, span }));
        }
        let begin = self.at;
        let specifiers = self.specifiers()?;
        let may_declare = matches!(
            self.kind(),
            TokenKind::Identifier(_) | TokenKind::Punctuator(Punctuator::Star | Punctuator::LeftParen)
        );
        if self.at == begin && !may_declare {
            return Err(self.expected("a declaration"));
        }
        let mut declarators = Vec::new();
        if !self.is(Punctuator::Semicolon) {
            let first = self.declarator_of_declaration(&specifiers)?;
            if level != Level::ForClause && self.starts_function_body(&first) {
                return self.function_definition(start, specifiers, first).map(Declared::Function);
            }
            declarators.push(self.init_declarator(first)?);
            while self.eat(Punctuator::Comma) {
                let next = self.declarator_of_declaration(&specifiers)?;
                declarators.push(self.init_declarator(next)?);
            }
        }
        self.expect_semicolon()?;
        let span = self.since(start);
        Ok(Declared::Declaration(Declaration { specifiers, declarators, static_assert: None, span }))
    }

    /// A declarator with the attributes around it; its name is in scope from here on.
    fn declarator_of_declaration(&mut self, specifiers: &Specifiers) -> Parsed<Declarator> {
        let attributes = self.attributes()?;
        let mut declarator = self.nested(|parser| parser.declarator(NameMode::Required))?;
        declarator.attributes.extend(attributes);
        let is_typedef = specifiers.storage.iter().any(|&(storage, _)| storage == StorageClass::Typedef);
        self.declare_name(&declarator, is_typedef);
        Ok(declarator)
    }

    /// Puts the name of a declarator into the current scope.
    pub(super) fn declare_name(&mut self, declarator: &Declarator, is_typedef: bool) {
        if let Some(identifier) = &declarator.name
            && let Some(id) = self.tokens.find_name(&identifier.name)
        {
            self.scopes.declare(id, is_typedef);
        }
    }

    fn init_declarator(&mut self, mut declarator: Declarator) -> Parsed<InitDeclarator> {
        let asm_label = self.assembly_label()?;
        declarator.attributes.extend(self.attributes()?);
        let initializer = if self.eat(Punctuator::Assign) { Some(self.nested(Self::initializer)?) } else { None };
        Ok(InitDeclarator { declarator, asm_label, initializer })
    }

    /// Whether a body or K&R declarations follow the declarator that was just read.
    fn starts_function_body(&self, declarator: &Declarator) -> bool {
        let Some(Derived::Function(function)) = declarator.derived.first() else { return false };
        let next = self.kind_of(self.after_attributes(self.at));
        next == TokenKind::Punctuator(Punctuator::LeftBrace)
            || (!function.knr_names.is_empty() && self.starts_specifiers(self.kind()))
    }

    fn function_definition(
        &mut self,
        start: Span,
        specifiers: Specifiers,
        mut declarator: Declarator,
    ) -> Parsed<FunctionDefinition> {
        declarator.attributes.extend(self.attributes()?);
        self.scoped(|parser| {
            if let Some(Derived::Function(function)) = declarator.derived.first() {
                for parameter in &function.parameters {
                    parser.declare_name(&parameter.declarator, false);
                }
                for name in &function.knr_names {
                    if let Some(id) = parser.tokens.find_name(&name.name) {
                        parser.scopes.declare(id, false);
                    }
                }
            }
            let mut knr_declarations = Vec::new();
            while !parser.is(Punctuator::LeftBrace) {
                match parser.declared(Level::ForClause)? {
                    Declared::Declaration(declaration) => knr_declarations.push(declaration),
                    Declared::Function(_) => return Err(parser.expected("`{`")),
                }
            }
            let body = parser.nested(Self::compound)?;
            Ok(FunctionDefinition { specifiers, declarator, knr_declarations, body, span: parser.since(start) })
        })
    }

    /// `_Static_assert(condition, "message");` with its semicolon.
    pub(super) fn static_assert(&mut self) -> Parsed<StaticAssert> {
        let start = self.span();
        self.bump();
        let opening = self.expect(Punctuator::LeftParen)?;
        let condition = self.nested(Self::conditional)?;
        let message = if self.eat(Punctuator::Comma) { Some(self.plain_strings()?) } else { None };
        self.expect_closing(Punctuator::RightParen, opening)?;
        self.expect_semicolon()?;
        Ok(StaticAssert { condition, message, span: self.since(start) })
    }

    /// The specifiers of a static assertion.
    pub(super) fn no_specifiers(&self) -> Specifiers {
        let span = self.span();
        Specifiers {
            storage: Vec::new(),
            is_thread_local: false,
            is_inline: false,
            is_noreturn: false,
            qualifiers: Qualifiers::default(),
            alignments: Vec::new(),
            attributes: Vec::new(),
            ty: TypeSpecifier::Implicit,
            span: Span { end: span.start, ..span },
        }
    }
}
