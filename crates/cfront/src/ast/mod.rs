//! The syntax tree as the parser leaves it: names unresolved, types unchecked. Declarations only.
//!
//! The parser only knows which names are typedefs: C cannot be parsed without. The checker makes the tree of [`crate::typed`].

use raddle_program::source::Span;
use std::sync::Arc;

/// A name as written, `$` and UTF-8 identifiers included.
pub type Name = Arc<str>;

/// A name with its place.
#[derive(Clone, Debug, PartialEq)]
pub struct Identifier {
    /// The name.
    pub name: Name,
    /// Where it stands.
    pub span: Span,
}

/// A whole preprocessed file.
#[derive(Clone, Debug, Default)]
pub struct TranslationUnit {
    /// What stands at file level, in order.
    pub items: Vec<Item>,
    /// The pragmas that hold for the whole file, in order.
    pub pragmas: Vec<crate::pragma::Pragma>,
}

/// Something at file level.
#[derive(Clone, Debug)]
pub enum Item {
    /// Objects, functions without body, types.
    Declaration(Declaration),
    /// A function with a body.
    Function(FunctionDefinition),
    /// `asm("...");`
    Assembly(Span),
}

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

/// `{ ... }` with the labels declared by `__label__`.
#[derive(Clone, Debug)]
pub struct Compound {
    /// Names declared with `__label__` at its start.
    pub local_labels: Vec<Identifier>,
    /// Declarations and statements in order.
    pub items: Vec<BlockItem>,
    /// The whole, braces included.
    pub span: Span,
}

/// Something in a compound statement.
#[derive(Clone, Debug)]
pub enum BlockItem {
    /// A declaration.
    Declaration(Declaration),
    /// A statement.
    Statement(Statement),
    /// A nested function (GNU).
    NestedFunction(Box<FunctionDefinition>),
}

/// A statement with its place.
#[derive(Clone, Debug)]
pub struct Statement {
    /// What it is.
    pub kind: StatementKind,
    /// The whole.
    pub span: Span,
}

/// The kinds of statements.
#[derive(Clone, Debug)]
pub enum StatementKind {
    /// `;`, `[[fallthrough]];`
    Empty,
    /// `expression;`
    Expr(Expr),
    /// `{ ... }`
    Compound(Compound),
    /// `if`
    If {
        /// The condition.
        condition: Expr,
        /// Taken if it is not zero.
        then: Box<Statement>,
        /// Taken otherwise.
        otherwise: Option<Box<Statement>>,
    },
    /// `switch`
    Switch {
        /// What is compared.
        scrutinee: Expr,
        /// The body, with its cases anywhere inside.
        body: Box<Statement>,
    },
    /// `while`
    While {
        /// The condition.
        condition: Expr,
        /// The body.
        body: Box<Statement>,
    },
    /// `do ... while`
    DoWhile {
        /// The body.
        body: Box<Statement>,
        /// The condition.
        condition: Expr,
    },
    /// `for`
    For {
        /// The first clause.
        init: ForInit,
        /// The condition; true if absent.
        condition: Option<Expr>,
        /// Evaluated after each round.
        step: Option<Expr>,
        /// The body.
        body: Box<Statement>,
    },
    /// `goto name;`
    Goto(Identifier),
    /// `goto *expression;`
    ComputedGoto(Expr),
    /// `continue;`
    Continue,
    /// `break;`
    Break,
    /// `return;`
    Return(Option<Expr>),
    /// `name: statement`; the statement is `Empty` where a label ends a block or precedes a declaration.
    Label {
        /// Its name.
        name: Identifier,
        /// What it labels.
        body: Box<Statement>,
    },
    /// `case low:` or `case low ... high:`
    Case {
        /// The value.
        low: Expr,
        /// The last value of a range.
        high: Option<Expr>,
        /// What it labels.
        body: Box<Statement>,
    },
    /// `default:`
    Default(Box<Statement>),
    /// `asm(...)`
    Assembly {
        /// Expressions that do the same, in order, if they are known.
        meaning: Option<Vec<Expr>>,
        /// The labels of an `asm goto`.
        labels: Vec<Identifier>,
    },
    /// What the parser could not read; a diagnostic was given.
    Error,
}

/// The first clause of a `for`.
#[derive(Clone, Debug)]
pub enum ForInit {
    /// Nothing.
    None,
    /// An expression.
    Expr(Expr),
    /// A declaration.
    Declaration(Declaration),
}

/// An expression with its place.
#[derive(Clone, Debug)]
pub struct Expr {
    /// What it is.
    pub kind: ExprKind,
    /// The whole.
    pub span: Span,
}

/// Suffix and base of an integer literal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IntegerLiteral {
    /// Its value; a literal over 128 bits is an error of the lexer's.
    pub value: u128,
    /// `u`
    pub is_unsigned: bool,
    /// Number of `l`s: 0 to 2.
    pub longs: u8,
    /// Whether it was written in decimal (which excludes unsigned types without `u`).
    pub is_decimal: bool,
}

/// The encoding prefix of a character or string literal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Encoding {
    /// None: `char`.
    Plain,
    /// `u8`
    Utf8,
    /// `u`: `char16_t`
    Utf16,
    /// `U`: `char32_t`
    Utf32,
    /// `L`: `wchar_t`
    Wide,
}

/// Prefix operators that take one operand and are neither casts nor `sizeof`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum PrefixOperator {
    Plus,
    Minus,
    BitNot,
    LogicalNot,
    AddressOf,
    Dereference,
    Increment,
    Decrement,
    /// `__real__`
    Real,
    /// `__imag__`
    Imaginary,
}

/// Infix operators, the logical ones included, assignments and the comma excluded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum InfixOperator {
    Multiply,
    Divide,
    Remainder,
    Add,
    Subtract,
    ShiftLeft,
    ShiftRight,
    Less,
    Greater,
    LessEqual,
    GreaterEqual,
    Equal,
    NotEqual,
    BitAnd,
    BitXor,
    BitOr,
    LogicalAnd,
    LogicalOr,
}

/// The kinds of expressions.
#[derive(Clone, Debug)]
pub enum ExprKind {
    /// A name.
    Identifier(Name),
    /// An integer literal.
    Integer(IntegerLiteral),
    /// A floating literal: its spelling without suffix, and the suffix in lower case (`f`, `l`, `f128`, `i`, ...).
    Floating {
        /// Digits and exponent.
        spelling: Arc<str>,
        /// Suffix, lower case, possibly empty.
        suffix: Arc<str>,
    },
    /// A character literal: the value of the (multi-)character as `int`, or as its wide type.
    Character {
        /// The value.
        value: i64,
        /// The prefix.
        encoding: Encoding,
    },
    /// Adjacent string literals joined, escapes resolved, without the terminating zero: code units of the encoding.
    String {
        /// One entry a code unit.
        units: Arc<[u32]>,
        /// The prefix.
        encoding: Encoding,
    },
    /// Prefix operator.
    Prefix(PrefixOperator, Box<Expr>),
    /// `x++` (true) or `x--` (false)
    Postfix {
        /// The operand.
        operand: Box<Expr>,
        /// Whether it adds one.
        is_increment: bool,
    },
    /// Infix operator.
    Infix(InfixOperator, Box<Expr>, Box<Expr>),
    /// `left = right`, or `left op= right`.
    Assign {
        /// The operator of a compound assignment.
        operator: Option<InfixOperator>,
        /// What is assigned.
        left: Box<Expr>,
        /// The value.
        right: Box<Expr>,
    },
    /// `c ? a : b`, or GNU's `c ?: b`.
    Conditional {
        /// The condition.
        condition: Box<Expr>,
        /// `None` in `c ?: b`.
        then: Option<Box<Expr>>,
        /// Otherwise.
        otherwise: Box<Expr>,
    },
    /// `a, b`
    Comma(Box<Expr>, Box<Expr>),
    /// `(type) operand`
    Cast(Box<TypeName>, Box<Expr>),
    /// `(type) { ... }`
    CompoundLiteral(Box<TypeName>, Box<Initializer>),
    /// `callee(arguments)`
    Call(Box<Expr>, Vec<Expr>),
    /// `array[index]`
    Index(Box<Expr>, Box<Expr>),
    /// `record.field` or `pointer->field`
    Member {
        /// The record or the pointer.
        base: Box<Expr>,
        /// The field.
        field: Identifier,
        /// `->`
        is_arrow: bool,
    },
    /// `sizeof expression`
    SizeofExpr(Box<Expr>),
    /// `sizeof(type)`
    SizeofType(Box<TypeName>),
    /// `_Alignof(type)` (false) or GNU's `__alignof__(type)` (true): they differ for `long long` on i386.
    AlignofType(Box<TypeName>, bool),
    /// `__alignof__ expression`
    AlignofExpr(Box<Expr>),
    /// `({ ... })`
    Statement(Box<Compound>),
    /// `&&label`
    LabelAddress(Identifier),
    /// `_Generic(control, type: value, ..., default: value)`
    Generic {
        /// Selects by its type.
        control: Box<Expr>,
        /// `None` is `default`.
        associations: Vec<(Option<TypeName>, Expr)>,
    },
    /// `__builtin_offsetof(type, designator)`
    Offsetof {
        /// The record type.
        ty: Box<TypeName>,
        /// `.field` and `[index]`, the first one without its dot.
        designators: Vec<Designator>,
    },
    /// `__builtin_va_arg(list, type)`
    VaArg(Box<Expr>, Box<TypeName>),
    /// `__builtin_types_compatible_p(a, b)`
    TypesCompatible(Box<TypeName>, Box<TypeName>),
    /// `__builtin_choose_expr(condition, a, b)`
    ChooseExpr(Box<Expr>, Box<Expr>, Box<Expr>),
    /// What the parser could not read; a diagnostic was given.
    Error,
}
