//! Tokens: keywords, punctuators, and the tables that hold what a token's four bytes cannot. Declarations only.
//!
//! C11 6.4. A token is small and `Copy`; names, numbers and string bodies live in [`Tokens`]. Preprocessing operators
//! (`#`, `##`) are no tokens here, since the lexer reads preprocessed text; digraphs are read as what they stand for.

use super::interner::Interner;
use crate::ast::Pragma;
use crate::ast::{Encoding, IntegerLiteral, Name};
use raddle_program::source::Span;
use std::ops::Range;
use std::sync::Arc;

macro_rules! keywords {
    ($($variant:ident $canonical:literal $(| $alternative:literal)*;)*) => {
        /// A reserved word of C11 or GNU C; alternative spellings such as `__const` are the same keyword.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[allow(missing_docs)]
        pub enum Keyword { $($variant,)* }

        impl Keyword {
            /// The spelling that messages use.
            pub fn spelling(self) -> &'static str {
                match self { $(Keyword::$variant => $canonical,)* }
            }

            /// Every spelling with its keyword.
            pub(super) const SPELLINGS: &'static [(&'static str, Keyword)] =
                &[$(($canonical, Keyword::$variant), $(($alternative, Keyword::$variant),)*)*];
        }
    };
}

keywords! {
    Auto "auto"; Break "break"; Case "case"; Char "char"; Continue "continue"; Default "default"; Do "do";
    Double "double"; Else "else"; Enum "enum"; Extern "extern"; Float "float"; For "for"; Goto "goto"; If "if";
    Int "int"; Long "long"; Register "register"; Return "return"; Short "short"; Sizeof "sizeof"; Static "static";
    Struct "struct"; Switch "switch"; Typedef "typedef"; Union "union"; Unsigned "unsigned"; Void "void"; While "while";
    Const "const" | "__const" | "__const__";
    Inline "inline" | "__inline" | "__inline__";
    Restrict "restrict" | "__restrict" | "__restrict__";
    Signed "signed" | "__signed" | "__signed__";
    Volatile "volatile" | "__volatile" | "__volatile__";
    Alignas "_Alignas";
    AlignofType "_Alignof";
    Alignof "__alignof__" | "__alignof";
    Atomic "_Atomic";
    Bool "_Bool";
    Complex "_Complex" | "__complex__" | "__complex";
    Generic "_Generic";
    Noreturn "_Noreturn";
    StaticAssert "_Static_assert";
    ThreadLocal "_Thread_local" | "__thread";
    Asm "asm" | "__asm" | "__asm__";
    Attribute "__attribute__" | "__attribute";
    AutoType "__auto_type";
    Extension "__extension__";
    Imaginary "__imag__" | "__imag";
    Real "__real__" | "__real";
    Label "__label__";
    Typeof "typeof" | "__typeof" | "__typeof__";
    TypeofUnqual "typeof_unqual" | "__typeof_unqual" | "__typeof_unqual__";
    Int128 "__int128";
    Int128Typedef "__int128_t";
    UnsignedInt128Typedef "__uint128_t";
    Float16 "_Float16";
    Float32 "_Float32";
    Float64 "_Float64";
    Float128 "_Float128" | "__float128";
    Float32x "_Float32x";
    Float64x "_Float64x";
    Float80 "__float80";
    VaList "__builtin_va_list";
    VaArg "__builtin_va_arg";
    Offsetof "__builtin_offsetof";
    TypesCompatible "__builtin_types_compatible_p";
    ChooseExpr "__builtin_choose_expr";
    Pragma "_Pragma";
}

macro_rules! punctuators {
    ($($variant:ident $spelling:literal;)*) => {
        /// An operator or a bracket.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[allow(missing_docs)]
        pub enum Punctuator { $($variant,)* }

        impl Punctuator {
            /// As written.
            pub fn spelling(self) -> &'static str {
                match self { $(Punctuator::$variant => $spelling,)* }
            }

            /// Every punctuator with its spelling.
            pub const ALL: &'static [Punctuator] = &[$(Punctuator::$variant,)*];
        }
    };
}

punctuators! {
    LeftParen "("; RightParen ")"; LeftBracket "["; RightBracket "]"; LeftBrace "{"; RightBrace "}";
    Dot "."; Arrow "->"; Increment "++"; Decrement "--"; Ampersand "&"; Star "*"; Plus "+"; Minus "-"; Tilde "~";
    Exclamation "!"; Slash "/"; Percent "%"; ShiftLeft "<<"; ShiftRight ">>"; Less "<"; Greater ">";
    LessEqual "<="; GreaterEqual ">="; Equal "=="; NotEqual "!="; Caret "^"; Bar "|"; AmpersandAmpersand "&&";
    BarBar "||"; Question "?"; Colon ":"; Semicolon ";"; Ellipsis "..."; Assign "="; StarAssign "*=";
    SlashAssign "/="; PercentAssign "%="; PlusAssign "+="; MinusAssign "-="; ShiftLeftAssign "<<=";
    ShiftRightAssign ">>="; AmpersandAssign "&="; CaretAssign "^="; BarAssign "|="; Comma ",";
}

/// A name in [`Tokens::name`]. Equal names have equal ids.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct NameId(pub(super) u32);

/// A literal in the table of its kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LiteralId(pub(super) u32);

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TokenKind {
    /// A name that is no keyword.
    Identifier(NameId),
    /// A reserved word.
    Keyword(Keyword),
    /// An operator or a bracket.
    Punctuator(Punctuator),
    /// An integer literal: [`Tokens::integer`].
    Integer(LiteralId),
    /// A floating or imaginary literal: [`Tokens::floating`].
    Floating(LiteralId),
    /// A character literal: [`Tokens::character`].
    Character(LiteralId),
    /// A string literal: [`Tokens::string`].
    String(LiteralId),
    /// After the last token.
    EndOfFile,
}

/// A token with its physical place; the source map knows the presumed one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token {
    /// What it is.
    pub kind: TokenKind,
    /// Where it stands in the physical file.
    pub span: Span,
    /// Whether it is the first token of its line.
    pub starts_line: bool,
}

/// A floating literal; also an imaginary integer (`3i`).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FloatingLiteral {
    /// Digits and exponent.
    pub spelling: Arc<str>,
    /// The suffix in lower case, possibly empty.
    pub suffix: Arc<str>,
}

/// A character literal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CharacterLiteral {
    /// The value as `int` or as the wide type.
    pub value: i64,
    /// The prefix.
    pub encoding: Encoding,
}

/// A string literal whose escapes are not resolved yet: neighbours decide on the encoding (C11 6.4.5p5).
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct StringLiteral {
    pub(super) encoding: Encoding,
    pub(super) body: Range<usize>,
}

/// All tokens of a translation unit with the tables that they index. The last token is [`TokenKind::EndOfFile`], and it
/// is the only one of that kind.
#[derive(Clone, Debug)]
pub struct Tokens {
    pub(super) list: Vec<Token>,
    pub(super) names: Interner,
    pub(super) integers: Vec<IntegerLiteral>,
    pub(super) floatings: Vec<FloatingLiteral>,
    pub(super) characters: Vec<CharacterLiteral>,
    pub(super) strings: Vec<StringLiteral>,
    pub(super) string_bytes: Vec<u8>,
    /// From the token with this index on, `#pragma pack` limits the alignment of members to so many bytes.
    pub(super) packings: Vec<(usize, Option<u32>)>,
    /// The pragmas that hold for the whole file.
    pub(crate) pragmas: Vec<Pragma>,
}

impl Tokens {
    /// The tokens in order.
    pub fn list(&self) -> &[Token] {
        &self.list
    }

    /// The tokens in order, for a change of their places.
    pub(crate) fn list_mut(&mut self) -> &mut [Token] {
        &mut self.list
    }

    /// The spelling of a name.
    pub fn name(&self, id: NameId) -> &Name {
        self.names.name(id)
    }

    /// The id of a name that some token has.
    pub(crate) fn find_name(&self, spelling: &str) -> Option<NameId> {
        self.names.find(spelling)
    }

    /// The value and suffix of an integer literal.
    pub fn integer(&self, id: LiteralId) -> IntegerLiteral {
        self.integers[id.0 as usize]
    }

    /// The spelling and suffix of a floating literal.
    pub fn floating(&self, id: LiteralId) -> &FloatingLiteral {
        &self.floatings[id.0 as usize]
    }

    /// The value and prefix of a character literal.
    pub fn character(&self, id: LiteralId) -> CharacterLiteral {
        self.characters[id.0 as usize]
    }

    /// The limit in bytes that `#pragma pack` puts on the alignment of members at the token with this index.
    pub(crate) fn packing(&self, index: usize) -> Option<u32> {
        let before = self.packings.partition_point(|&(from, _)| from <= index);
        before.checked_sub(1).and_then(|last| self.packings[last].1)
    }

    /// The prefix of a string literal, and its bytes between the quotes with escapes unresolved.
    pub fn string(&self, id: LiteralId) -> (Encoding, &[u8]) {
        let literal = &self.strings[id.0 as usize];
        (literal.encoding, &self.string_bytes[literal.body.clone()])
    }
}
