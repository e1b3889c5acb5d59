//! Declarations, declarators, types and initializers, as written.

use raddle_program::source::Span;

use super::{Compound, Expr, Identifier, Name};

/// `_Static_assert(condition, "message")`.
#[derive(Clone, Debug)]
pub struct StaticAssert {
    /// An integer constant expression.
    pub condition: Expr,
    /// The message, if given.
    pub message: Option<String>,
    /// The whole.
    pub span: Span,
}

/// Specifiers and the declarators that share them; also stands for `struct s {...};` with no declarator.
#[derive(Clone, Debug)]
pub struct Declaration {
    /// What all declarators share.
    pub specifiers: Specifiers,
    /// One entry a declared name.
    pub declarators: Vec<InitDeclarator>,
    /// If this is a static assertion, the rest is empty.
    pub static_assert: Option<Box<StaticAssert>>,
    /// The whole, `;` included.
    pub span: Span,
}

/// A declared name with its initializer.
#[derive(Clone, Debug)]
pub struct InitDeclarator {
    /// Name and derived types.
    pub declarator: Declarator,
    /// `asm("name")` or `asm("register")`.
    pub asm_label: Option<String>,
    /// `= ...`
    pub initializer: Option<Initializer>,
}

/// A function with its body.
#[derive(Clone, Debug)]
pub struct FunctionDefinition {
    /// Storage, return type and attributes.
    pub specifiers: Specifiers,
    /// The name; the outermost derived type is `Derived::Function`.
    pub declarator: Declarator,
    /// Declarations of parameters between `)` and `{` (K&R style).
    pub knr_declarations: Vec<Declaration>,
    /// The body.
    pub body: Compound,
    /// The whole.
    pub span: Span,
}

/// Storage class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StorageClass {
    /// `typedef`
    Typedef,
    /// `extern`
    Extern,
    /// `static`
    Static,
    /// `auto`
    Auto,
    /// `register`
    Register,
}

/// `const`, `volatile`, `restrict`, `_Atomic` (without parentheses).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Qualifiers {
    /// `const`
    pub is_const: bool,
    /// `volatile`
    pub is_volatile: bool,
    /// `restrict`
    pub is_restrict: bool,
    /// `_Atomic`
    pub is_atomic: bool,
}

/// `__attribute__((name(arguments)))` or `[[name(arguments)]]`; leading and trailing underscores are stripped from names.
#[derive(Clone, Debug)]
pub struct Attribute {
    /// Name without `__`, for instance `packed`.
    pub name: Name,
    /// The arguments that parse as expressions (identifiers included); empty where they do not.
    pub arguments: Vec<Expr>,
    /// The whole.
    pub span: Span,
}

/// `_Alignas(type)` or `_Alignas(expression)`.
#[derive(Clone, Debug)]
pub enum AlignAs {
    /// The alignment of a type.
    Type(TypeName),
    /// A constant expression.
    Expr(Expr),
}

/// Everything before the declarators.
#[derive(Clone, Debug)]
pub struct Specifiers {
    /// Storage classes in the order written; more than one is an error of the checker's.
    pub storage: Vec<(StorageClass, Span)>,
    /// `_Thread_local` or `__thread`
    pub is_thread_local: bool,
    /// `inline`
    pub is_inline: bool,
    /// `_Noreturn`
    pub is_noreturn: bool,
    /// Qualifiers of the base type.
    pub qualifiers: Qualifiers,
    /// `_Alignas`
    pub alignments: Vec<AlignAs>,
    /// Attributes among the specifiers.
    pub attributes: Vec<Attribute>,
    /// The base type.
    pub ty: TypeSpecifier,
    /// The whole.
    pub span: Span,
}

/// A word of a built-in type. The checker sorts multisets such as `long unsigned long int` out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum BuiltinWord {
    Void,
    Char,
    Short,
    Int,
    Long,
    Float,
    Double,
    Signed,
    Unsigned,
    Bool,
    Complex,
    Int128,
    /// `_Float16`, `_Float32`, `_Float64`, `_Float128`, `_Float32x`, `_Float64x`, `__float80`, `__float128`: width in bits.
    FloatN(u16),
}

/// The base type of a declaration.
#[derive(Clone, Debug)]
pub enum TypeSpecifier {
    /// None was written: implicit `int` (with a warning of the checker's).
    Implicit,
    /// Built-in words in the order written.
    Builtin(Vec<BuiltinWord>),
    /// `struct` or `union`.
    Record(Box<RecordSpecifier>),
    /// `enum`
    Enum(Box<EnumSpecifier>),
    /// A typedef's name.
    Typedef(Identifier),
    /// `typeof(expression)`
    TypeofExpr(Box<Expr>),
    /// `typeof(type)`
    TypeofType(Box<TypeName>),
    /// `typeof_unqual(...)`: as the inner one, qualifiers dropped.
    TypeofUnqual(Box<TypeSpecifier>),
    /// `_Atomic(type)`
    Atomic(Box<TypeName>),
    /// `__auto_type`
    Auto,
    /// `__builtin_va_list`
    VaList,
}

/// `struct tag { fields }`.
#[derive(Clone, Debug)]
pub struct RecordSpecifier {
    /// Whether it is a union.
    pub is_union: bool,
    /// The tag, if written.
    pub tag: Option<Identifier>,
    /// The members; `None` if there is no `{...}`.
    pub fields: Option<Vec<FieldDeclaration>>,
    /// Attributes before the tag and after `}`; a `#pragma pack(n)` in force is given as `pragma_pack(n)`.
    pub attributes: Vec<Attribute>,
    /// The whole.
    pub span: Span,
}

/// One declaration inside a struct or union; no declarator for an anonymous member.
#[derive(Clone, Debug)]
pub struct FieldDeclaration {
    /// What all declarators share.
    pub specifiers: Specifiers,
    /// One entry a member.
    pub declarators: Vec<FieldDeclarator>,
    /// If this is a static assertion, the rest is empty.
    pub static_assert: Option<Box<StaticAssert>>,
    /// The whole.
    pub span: Span,
}

/// A member.
#[derive(Clone, Debug)]
pub struct FieldDeclarator {
    /// Name (absent for unnamed bit-fields) and derived types.
    pub declarator: Declarator,
    /// `: width`
    pub bit_width: Option<Expr>,
}

/// `enum tag { ... }`.
#[derive(Clone, Debug)]
pub struct EnumSpecifier {
    /// The tag, if written.
    pub tag: Option<Identifier>,
    /// The constants; `None` if there is no `{...}`.
    pub constants: Option<Vec<Enumerator>>,
    /// Attributes.
    pub attributes: Vec<Attribute>,
    /// The whole.
    pub span: Span,
}

/// One enumeration constant.
#[derive(Clone, Debug)]
pub struct Enumerator {
    /// Its name.
    pub name: Identifier,
    /// `= value`
    pub value: Option<Expr>,
}

/// A name (absent in abstract declarators) with the types derived around it.
#[derive(Clone, Debug)]
pub struct Declarator {
    /// The declared name.
    pub name: Option<Identifier>,
    /// Derived types as one reads them from the name outwards: `int *a[3]` is `[Array(3), Pointer]`.
    pub derived: Vec<Derived>,
    /// Attributes of the declared entity.
    pub attributes: Vec<Attribute>,
    /// The whole.
    pub span: Span,
}

/// One step of type derivation.
#[derive(Clone, Debug)]
pub enum Derived {
    /// `*`
    Pointer {
        /// Qualifiers of the pointer itself.
        qualifiers: Qualifiers,
        /// Attributes written after `*`.
        attributes: Vec<Attribute>,
    },
    /// `[size]`
    Array {
        /// The size; boxed since expressions are large.
        size: ArraySize,
        /// Qualifiers inside the brackets (parameters only).
        qualifiers: Qualifiers,
    },
    /// `(parameters)`
    Function(FunctionDeclarator),
}

/// The size between `[` and `]`.
#[derive(Clone, Debug)]
pub enum ArraySize {
    /// `[]`
    Unspecified,
    /// `[*]`
    Star,
    /// `[expression]` or `[static expression]`
    Expr(Box<Expr>),
}

/// The parameter list of a function declarator.
#[derive(Clone, Debug)]
pub struct FunctionDeclarator {
    /// Parameters of a prototype; `(void)` gives none and `has_prototype`.
    pub parameters: Vec<Parameter>,
    /// `...`
    pub is_variadic: bool,
    /// False for `()` and for K&R identifier lists.
    pub has_prototype: bool,
    /// The names of a K&R identifier list.
    pub knr_names: Vec<Identifier>,
}

/// One parameter of a prototype.
#[derive(Clone, Debug)]
pub struct Parameter {
    /// Its base type.
    pub specifiers: Specifiers,
    /// Its name (may be absent) and derived types.
    pub declarator: Declarator,
    /// The whole.
    pub span: Span,
}

/// A type in a cast, `sizeof`, compound literal or `_Generic`.
#[derive(Clone, Debug)]
pub struct TypeName {
    /// Its base type.
    pub specifiers: Specifiers,
    /// Derived types; the name is absent.
    pub declarator: Declarator,
    /// The whole.
    pub span: Span,
}

/// What stands after `=` in a declaration or in a compound literal.
#[derive(Clone, Debug)]
pub enum Initializer {
    /// A single expression.
    Expr(Box<Expr>),
    /// `{ ... }`; empty is allowed.
    List {
        /// The entries.
        entries: Vec<InitializerEntry>,
        /// The whole.
        span: Span,
    },
}

/// One entry of a braced initializer.
#[derive(Clone, Debug)]
pub struct InitializerEntry {
    /// `.field`, `[index]`, `[low ... high]`, `field:` (old GNU style, given as `Field`); empty if positional.
    pub designators: Vec<Designator>,
    /// The value.
    pub value: Initializer,
}

/// One designator.
#[derive(Clone, Debug)]
pub enum Designator {
    /// `.name`
    Field(Identifier),
    /// `[index]`
    Index(Expr),
    /// `[low ... high]`
    Range(Expr, Expr),
}
