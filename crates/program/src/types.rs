//! The types of C as a program uses them: machine integers, pointers, arrays, records. Declarations and interning only;
//! sizes and offsets are in [`crate::layout`].
//!
//! One table serves the typed tree of the front end and the program that is lowered from it, so that a type is written
//! once and C can be printed back. Types are interned: equal types have equal ids. Records are nominal: each definition
//! has an id of its own.

use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

use crate::entity::Table;
use crate::source::Span;

crate::entity!(
    /// A type of the [`Types`] table.
    TypeId,
    "ty"
);

crate::entity!(
    /// A struct or union of the [`Types`] table.
    RecordId,
    "rec"
);

/// Widths of the basic types and of pointers.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum DataModel {
    /// `int`, `long` and pointers have 32 bits (i386 System V alignment: `long long` and `double` members align to 4).
    Ilp32,
    /// `int` has 32 bits, `long` and pointers have 64 (x86-64 System V).
    Lp64,
    /// `int` and `long` have 32 bits, pointers have 64; alignments as in `Lp64`. A program for `Ilp32` is read again with this model for a
    /// native replay on machines without 32-bit libraries. Users cannot select it.
    Llp64,
}

/// The integer types of C apart from `_Bool`. Distinct kinds are distinct types even where their widths agree.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[allow(missing_docs)]
pub enum IntKind {
    /// Plain `char`: signed.
    Char,
    SignedChar,
    UnsignedChar,
    Short,
    UnsignedShort,
    Int,
    UnsignedInt,
    Long,
    UnsignedLong,
    LongLong,
    UnsignedLongLong,
    Int128,
    UnsignedInt128,
}

/// The floating types: width in bits of the format.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[allow(missing_docs)]
pub enum FloatKind {
    Half,
    Float,
    Double,
    /// `long double`: the 80-bit format in 12 (ILP32) or 16 bytes.
    LongDouble,
    Float128,
}

/// Qualifiers of a type.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Default, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Qualifiers {
    /// `const`
    pub is_const: bool,
    /// `volatile`
    pub is_volatile: bool,
    /// `restrict`
    pub is_restrict: bool,
    /// `_Atomic`: accesses to it are atomic.
    pub is_atomic: bool,
}

/// A type with its qualifiers.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Qualified {
    /// The type.
    pub ty: TypeId,
    /// Its qualifiers.
    pub qualifiers: Qualifiers,
}

impl Qualified {
    /// The type without qualifiers.
    pub fn plain(ty: TypeId) -> Self {
        Qualified { ty, qualifiers: Qualifiers::default() }
    }
}

/// How long an array is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum ArrayLength {
    /// A known number of elements.
    Fixed(u64),
    /// `[]`: incomplete, or a flexible array member.
    Unknown,
    /// A variable length: the number identifies the length among those of the translation unit. Only in the typed
    /// tree; programs hold none.
    Variable(u32),
}

/// What a type is.
#[derive(Clone, PartialEq, Eq, Debug, Hash, Serialize, Deserialize)]
pub enum TypeKind {
    /// `void`
    Void,
    /// `_Bool`: one byte, holding 0 or 1.
    Bool,
    /// An integer type (enumerations included: they are `unsigned int`, or `int` where a constant is negative).
    Int(IntKind),
    /// A floating type.
    Float(FloatKind),
    /// `_Complex`
    Complex(FloatKind),
    /// A pointer.
    Pointer(Qualified),
    /// An array.
    Array {
        /// Type of the elements.
        element: Qualified,
        /// Number of the elements.
        length: ArrayLength,
    },
    /// A struct or union.
    Record(RecordId),
    /// A function.
    Function(FunctionType),
}

/// The type of a function.
#[derive(Clone, PartialEq, Eq, Debug, Hash, Serialize, Deserialize)]
pub struct FunctionType {
    /// What it returns.
    pub result: Qualified,
    /// Types of the parameters, after adjustment of arrays and functions to pointers.
    pub parameters: Vec<Qualified>,
    /// `...`
    pub is_variadic: bool,
    /// False for `()`, which says nothing about the parameters.
    pub has_prototype: bool,
}

/// A struct or union.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Record {
    /// Its tag; `None` if it has none.
    pub tag: Option<Arc<str>>,
    /// Whether it is a union.
    pub is_union: bool,
    /// `None` while it is incomplete.
    pub body: Option<RecordBody>,
    /// Where it was first named.
    pub span: Span,
}

/// The members of a complete record, laid out.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RecordBody {
    /// Members in the order written; unnamed bit-fields are left out, anonymous records are members without a name.
    pub fields: Vec<Field>,
    /// Size in bytes, padding at the end included.
    pub size: u64,
    /// Alignment in bytes.
    pub alignment: u64,
}

/// A member, laid out.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Field {
    /// Its name; `None` for an anonymous struct or union.
    pub name: Option<Arc<str>>,
    /// Its type.
    pub ty: Qualified,
    /// Byte offset in the record; for a bit-field, of its memory location (see [`BitField`]).
    pub offset: u64,
    /// Present if it is a bit-field.
    pub bits: Option<BitField>,
    /// Where it was declared.
    pub span: Span,
}

/// Where the bits of a bit-field are.
///
/// C11 3.14: adjacent bit-fields form one memory location, broken by a member that is none and by `: 0`. A read of a
/// bit-field reads that whole location, a write reads it and then writes it; so two threads that write neighbours
/// race and lose updates.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct BitField {
    /// Number of bytes of the memory location, which starts at the field's `offset`: 1 to 16.
    pub location_bytes: u32,
    /// Position of the lowest bit in the location, little-endian.
    pub first_bit: u32,
    /// Number of bits, at least 1.
    pub width: u32,
}

/// The table of types of a program.
#[derive(Clone, Debug)]
pub struct Types {
    model: DataModel,
    kinds: Table<TypeId, TypeKind>,
    ids: FxHashMap<TypeKind, TypeId>,
    records: Table<RecordId, Record>,
}

impl PartialEq for Types {
    fn eq(&self, other: &Self) -> bool {
        self.model == other.model && self.kinds == other.kinds && self.records == other.records
    }
}

impl Types {
    /// A table that holds `void` as its first type.
    pub fn new(model: DataModel) -> Self {
        let mut types = Types { model, kinds: Table::new(), ids: FxHashMap::default(), records: Table::new() };
        types.intern(TypeKind::Void);
        types
    }

    /// The data model.
    pub fn model(&self) -> DataModel {
        self.model
    }

    /// The id of a type; equal types get equal ids.
    pub fn intern(&mut self, kind: TypeKind) -> TypeId {
        if let Some(&id) = self.ids.get(&kind) {
            return id;
        }
        let id = self.kinds.push(kind.clone());
        self.ids.insert(kind, id);
        id
    }

    /// The id of a type if it was interned before.
    pub fn find(&self, kind: &TypeKind) -> Option<TypeId> {
        self.ids.get(kind).copied()
    }

    /// What a type is.
    pub fn kind(&self, id: TypeId) -> &TypeKind {
        &self.kinds[id]
    }

    /// All types in creation order.
    pub fn kinds(&self) -> &Table<TypeId, TypeKind> {
        &self.kinds
    }

    /// Adds a record, complete or not. The type of it is `intern(TypeKind::Record(id))`.
    pub fn add_record(&mut self, record: Record) -> RecordId {
        self.records.push(record)
    }

    /// A record.
    pub fn record(&self, id: RecordId) -> &Record {
        &self.records[id]
    }

    /// Gives an incomplete record its members.
    ///
    /// # Panics
    /// If the record is complete already.
    pub fn complete_record(&mut self, id: RecordId, body: RecordBody) {
        assert!(self.records[id].body.is_none(), "a record is completed once");
        self.records[id].body = Some(body);
    }

    /// Replaces a record; the new one must have the same size.
    pub fn replace_record(&mut self, id: RecordId, record: Record) {
        self.records[id] = record;
    }

    /// Sets the source location at which a record was first named.
    pub fn set_record_span(&mut self, id: RecordId, span: Span) {
        self.records[id].span = span;
    }

    /// All records in creation order.
    pub fn records(&self) -> &Table<RecordId, Record> {
        &self.records
    }

    /// `void`
    pub fn void(&self) -> TypeId {
        TypeId(0)
    }

    /// An integer type.
    pub fn int(&mut self, kind: IntKind) -> TypeId {
        self.intern(TypeKind::Int(kind))
    }

    /// A pointer to an unqualified type.
    pub fn pointer_to(&mut self, ty: TypeId) -> TypeId {
        self.intern(TypeKind::Pointer(Qualified::plain(ty)))
    }
}

impl IntKind {
    /// Number of bits under a data model.
    pub fn bits(self, model: DataModel) -> u32 {
        match self {
            IntKind::Char | IntKind::SignedChar | IntKind::UnsignedChar => 8,
            IntKind::Short | IntKind::UnsignedShort => 16,
            IntKind::Int | IntKind::UnsignedInt => 32,
            IntKind::Long | IntKind::UnsignedLong => match model {
                DataModel::Ilp32 | DataModel::Llp64 => 32,
                DataModel::Lp64 => 64,
            },
            IntKind::LongLong | IntKind::UnsignedLongLong => 64,
            IntKind::Int128 | IntKind::UnsignedInt128 => 128,
        }
    }

    /// Whether values may be negative.
    pub fn is_signed(self) -> bool {
        match self {
            IntKind::Char
            | IntKind::SignedChar
            | IntKind::Short
            | IntKind::Int
            | IntKind::Long
            | IntKind::LongLong
            | IntKind::Int128 => true,
            IntKind::UnsignedChar
            | IntKind::UnsignedShort
            | IntKind::UnsignedInt
            | IntKind::UnsignedLong
            | IntKind::UnsignedLongLong
            | IntKind::UnsignedInt128 => false,
        }
    }
}

impl DataModel {
    /// Size of a pointer in bytes.
    pub fn pointer_bytes(self) -> u64 {
        match self {
            DataModel::Ilp32 => 4,
            DataModel::Lp64 | DataModel::Llp64 => 8,
        }
    }

    /// The type of `sizeof`.
    pub fn size_type(self) -> IntKind {
        match self {
            DataModel::Ilp32 | DataModel::Llp64 => IntKind::UnsignedInt,
            DataModel::Lp64 => IntKind::UnsignedLong,
        }
    }

    /// The type of a pointer difference.
    pub fn difference_type(self) -> IntKind {
        match self {
            DataModel::Ilp32 | DataModel::Llp64 => IntKind::Int,
            DataModel::Lp64 => IntKind::Long,
        }
    }
}
