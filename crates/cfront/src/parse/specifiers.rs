//! Declaration specifiers and type names (C11 6.7.1 to 6.7.5 and 6.7.7).

use super::declarator::NameMode;
use super::parser::{Parsed, Parser};
use crate::ast::{
    AlignAs, BuiltinWord, Declarator, Identifier, Qualifiers, Specifiers, StorageClass, TypeName, TypeSpecifier,
};
use crate::lex::{Keyword, Punctuator, TokenKind};
use raddle_program::source::Span;

impl Parser<'_> {
    /// Whether a token can start a type name: a cast, `sizeof (T)` and so on.
    pub(super) fn starts_type_name(&self, kind: TokenKind) -> bool {
        match kind {
            TokenKind::Keyword(keyword) => starts_type(keyword),
            TokenKind::Identifier(_) => self.is_typedef(kind),
            TokenKind::Punctuator(_)
            | TokenKind::Integer(_)
            | TokenKind::Floating(_)
            | TokenKind::Character(_)
            | TokenKind::String(_)
            | TokenKind::EndOfFile => false,
        }
    }

    /// Whether a token can start a declaration: the above, storage classes and so on. Attributes and `__extension__` start
    /// both declarations and statements; look at what follows them.
    pub(super) fn starts_specifiers(&self, kind: TokenKind) -> bool {
        match kind {
            TokenKind::Keyword(keyword) => {
                starts_type(keyword)
                    || matches!(
                        keyword,
                        Keyword::Typedef
                            | Keyword::Extern
                            | Keyword::Static
                            | Keyword::Auto
                            | Keyword::Register
                            | Keyword::ThreadLocal
                            | Keyword::Inline
                            | Keyword::Noreturn
                            | Keyword::Alignas
                            | Keyword::AutoType
                    )
            }
            TokenKind::Identifier(_)
            | TokenKind::Punctuator(_)
            | TokenKind::Integer(_)
            | TokenKind::Floating(_)
            | TokenKind::Character(_)
            | TokenKind::String(_)
            | TokenKind::EndOfFile => self.starts_type_name(kind),
        }
    }

    /// `int *[3]` and the like.
    pub(super) fn type_name(&mut self) -> Parsed<TypeName> {
        self.nested(|parser| {
            let start = parser.span();
            if !parser.starts_type_name(parser.kind_of(parser.after_attributes(parser.at))) {
                return Err(parser.expected("a type"));
            }
            let specifiers = parser.specifiers()?;
            let declarator = parser.declarator(NameMode::Absent)?;
            Ok(TypeName { specifiers, declarator, span: parser.since(start) })
        })
    }

    /// All specifiers that stand here; there may be none.
    pub(super) fn specifiers(&mut self) -> Parsed<Specifiers> {
        let start = self.span();
        let begin = self.at;
        let mut specifiers = Specifiers {
            storage: Vec::new(),
            is_thread_local: false,
            is_inline: false,
            is_noreturn: false,
            qualifiers: Qualifiers::default(),
            alignments: Vec::new(),
            attributes: Vec::new(),
            ty: TypeSpecifier::Implicit,
            span: Span { end: start.start, ..start },
        };
        loop {
            match self.kind() {
                TokenKind::Keyword(keyword) => {
                    if !self.specifier_keyword(keyword, &mut specifiers)? {
                        break;
                    }
                }
                TokenKind::Identifier(id) if matches!(specifiers.ty, TypeSpecifier::Implicit) => {
                    let is_type = self.scopes.is_typedef(id);
                    if !is_type && !self.looks_like_unknown_type() {
                        break;
                    }
                    if !is_type {
                        let name = self.tokens.name(id).clone();
                        let is_word_before_type = matches!(self.kind_at(1), TokenKind::Keyword(_));
                        self.error(
                            self.span(),
                            format!("unknown type name `{name}`"),
                            "include the header that declares it, or declare it with `typedef`",
                        );
                        if is_word_before_type {
                            // Most likely a macro that should have vanished: the type follows it.
                            self.bump();
                            continue;
                        }
                        // One message a name is enough.
                        self.scopes.declare(id, true);
                    }
                    let identifier = Identifier { name: self.tokens.name(id).clone(), span: self.span() };
                    specifiers.ty = TypeSpecifier::Typedef(identifier);
                    self.bump();
                }
                TokenKind::Punctuator(Punctuator::LeftBracket) if self.is_attribute_at(0) => {
                    specifiers.attributes.extend(self.attributes()?);
                }
                TokenKind::Identifier(_)
                | TokenKind::Punctuator(_)
                | TokenKind::Integer(_)
                | TokenKind::Floating(_)
                | TokenKind::Character(_)
                | TokenKind::String(_)
                | TokenKind::EndOfFile => break,
            }
        }
        if self.at > begin {
            specifiers.span = self.since(start);
        }
        Ok(specifiers)
    }

    /// Takes the specifier that `keyword`, the current token, starts. False if it starts none.
    fn specifier_keyword(&mut self, keyword: Keyword, specifiers: &mut Specifiers) -> Parsed<bool> {
        let storage = match keyword {
            Keyword::Typedef => Some(StorageClass::Typedef),
            Keyword::Extern => Some(StorageClass::Extern),
            Keyword::Static => Some(StorageClass::Static),
            Keyword::Auto => Some(StorageClass::Auto),
            Keyword::Register => Some(StorageClass::Register),
            _ => None,
        };
        if let Some(storage) = storage {
            specifiers.storage.push((storage, self.span()));
            self.bump();
            return Ok(true);
        }
        if let Some(words) = builtin_words(keyword) {
            match &mut specifiers.ty {
                TypeSpecifier::Builtin(present) => present.extend(words),
                TypeSpecifier::Implicit => specifiers.ty = TypeSpecifier::Builtin(words.to_vec()),
                _ => return Err(self.second_type()),
            }
            self.bump();
            return Ok(true);
        }
        if self.eat_qualifier(&mut specifiers.qualifiers) {
            return Ok(true);
        }
        match keyword {
            Keyword::ThreadLocal => {
                specifiers.is_thread_local = true;
                self.bump();
            }
            Keyword::Inline => {
                specifiers.is_inline = true;
                self.bump();
            }
            Keyword::Noreturn => {
                specifiers.is_noreturn = true;
                self.bump();
            }
            Keyword::Extension => self.bump(),
            Keyword::Attribute => specifiers.attributes.extend(self.attributes()?),
            Keyword::Alignas => {
                let alignment = self.align_as()?;
                specifiers.alignments.push(alignment);
            }
            _ => {
                let is_first = matches!(specifiers.ty, TypeSpecifier::Implicit);
                let Some(ty) = self.compound_type_specifier(keyword, is_first)? else { return Ok(false) };
                specifiers.ty = ty;
            }
        }
        Ok(true)
    }

    /// A type specifier that is more than a word.
    fn compound_type_specifier(&mut self, keyword: Keyword, is_first: bool) -> Parsed<Option<TypeSpecifier>> {
        let is_type = matches!(
            keyword,
            Keyword::Struct
                | Keyword::Union
                | Keyword::Enum
                | Keyword::Typeof
                | Keyword::TypeofUnqual
                | Keyword::Atomic
                | Keyword::AutoType
                | Keyword::VaList
        );
        if !is_type {
            return Ok(None);
        }
        if !is_first {
            return Err(self.second_type());
        }
        let specifier = match keyword {
            Keyword::Struct | Keyword::Union => TypeSpecifier::Record(Box::new(self.record_specifier()?)),
            Keyword::Enum => TypeSpecifier::Enum(Box::new(self.enum_specifier()?)),
            Keyword::AutoType => {
                self.bump();
                TypeSpecifier::Auto
            }
            Keyword::VaList => {
                self.bump();
                TypeSpecifier::VaList
            }
            Keyword::Atomic => {
                self.bump();
                let opening = self.expect(Punctuator::LeftParen)?;
                let ty = self.type_name()?;
                self.expect_closing(Punctuator::RightParen, opening)?;
                TypeSpecifier::Atomic(Box::new(ty))
            }
            _ => {
                self.bump();
                let inner = self.typeof_operand()?;
                if keyword == Keyword::TypeofUnqual { TypeSpecifier::TypeofUnqual(Box::new(inner)) } else { inner }
            }
        };
        Ok(Some(specifier))
    }

    fn typeof_operand(&mut self) -> Parsed<TypeSpecifier> {
        let opening = self.expect(Punctuator::LeftParen)?;
        let operand = if self.starts_type_name(self.kind_of(self.after_attributes(self.at))) {
            TypeSpecifier::TypeofType(Box::new(self.type_name()?))
        } else {
            TypeSpecifier::TypeofExpr(Box::new(self.nested(Self::expression)?))
        };
        self.expect_closing(Punctuator::RightParen, opening)?;
        Ok(operand)
    }

    fn align_as(&mut self) -> Parsed<AlignAs> {
        self.bump();
        let opening = self.expect(Punctuator::LeftParen)?;
        let alignment = if self.starts_type_name(self.kind()) {
            AlignAs::Type(self.type_name()?)
        } else {
            AlignAs::Expr(self.nested(Self::conditional)?)
        };
        self.expect_closing(Punctuator::RightParen, opening)?;
        Ok(alignment)
    }

    /// Takes a qualifier into `qualifiers`. `_Atomic (` starts a type instead.
    pub(super) fn eat_qualifier(&mut self, qualifiers: &mut Qualifiers) -> bool {
        let TokenKind::Keyword(keyword) = self.kind() else { return false };
        match keyword {
            Keyword::Const => qualifiers.is_const = true,
            Keyword::Volatile => qualifiers.is_volatile = true,
            Keyword::Restrict => qualifiers.is_restrict = true,
            Keyword::Atomic if !self.is_at(1, Punctuator::LeftParen) => qualifiers.is_atomic = true,
            _ => return false,
        }
        self.bump();
        true
    }

    fn second_type(&mut self) -> super::parser::Abandoned {
        self.error(
            self.span(),
            "a second type follows the type of this declaration",
            "remove one of the two, or add the `;` that is missing before this one",
        );
        super::parser::Abandoned
    }

    /// The current token is a name that is no typedef, where a type should stand. `x;` declares an implicit `int`, but
    /// `x y` and `x *y` do not.
    fn looks_like_unknown_type(&self) -> bool {
        match self.kind_at(1) {
            TokenKind::Identifier(_) | TokenKind::Punctuator(Punctuator::Star) => true,
            TokenKind::Keyword(keyword) => starts_type(keyword) && !matches!(keyword, Keyword::Attribute),
            TokenKind::Punctuator(_)
            | TokenKind::Integer(_)
            | TokenKind::Floating(_)
            | TokenKind::Character(_)
            | TokenKind::String(_)
            | TokenKind::EndOfFile => false,
        }
    }

    /// A declarator without name and derived types at the current token.
    pub(super) fn empty_declarator(&self) -> Declarator {
        let span = self.span();
        Declarator { name: None, derived: Vec::new(), attributes: Vec::new(), span: Span { end: span.start, ..span } }
    }
}

/// A keyword that can start a type name.
fn starts_type(keyword: Keyword) -> bool {
    builtin_words(keyword).is_some()
        || matches!(
            keyword,
            Keyword::Const
                | Keyword::Volatile
                | Keyword::Restrict
                | Keyword::Atomic
                | Keyword::Struct
                | Keyword::Union
                | Keyword::Enum
                | Keyword::Typeof
                | Keyword::TypeofUnqual
                | Keyword::VaList
                | Keyword::Attribute
        )
}

/// The words that a keyword of a built-in type stands for.
fn builtin_words(keyword: Keyword) -> Option<&'static [BuiltinWord]> {
    let words: &[BuiltinWord] = match keyword {
        Keyword::Void => &[BuiltinWord::Void],
        Keyword::Char => &[BuiltinWord::Char],
        Keyword::Short => &[BuiltinWord::Short],
        Keyword::Int => &[BuiltinWord::Int],
        Keyword::Long => &[BuiltinWord::Long],
        Keyword::Float => &[BuiltinWord::Float],
        Keyword::Double => &[BuiltinWord::Double],
        Keyword::Signed => &[BuiltinWord::Signed],
        Keyword::Unsigned => &[BuiltinWord::Unsigned],
        Keyword::Bool => &[BuiltinWord::Bool],
        Keyword::Complex => &[BuiltinWord::Complex],
        Keyword::Int128 | Keyword::Int128Typedef => &[BuiltinWord::Int128],
        Keyword::UnsignedInt128Typedef => &[BuiltinWord::Unsigned, BuiltinWord::Int128],
        Keyword::Float16 => &[BuiltinWord::FloatN(16)],
        Keyword::Float32 => &[BuiltinWord::FloatN(32)],
        // `_Float32x` is `double` and `_Float64x` is `long double` on x86 (ISO/IEC TS 18661-3).
        Keyword::Float64 | Keyword::Float32x => &[BuiltinWord::FloatN(64)],
        Keyword::Float80 | Keyword::Float64x => &[BuiltinWord::FloatN(80)],
        Keyword::Float128 => &[BuiltinWord::FloatN(128)],
        _ => return None,
    };
    Some(words)
}
