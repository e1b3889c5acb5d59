//! Types in the notation, and the types that need not be written because they follow from the operands.

use std::fmt::Write;

use super::names::{quote, written_names};
use crate::builder::field_of;
use crate::entity::Entity;
use crate::floating::FloatOperation;
use crate::syntax::{Expr, ExprKind, GlobalId, LocalId, Place, PlaceKind, UnaryOperator};
use crate::types::{ArrayLength, FloatKind, IntKind, Qualified, Qualifiers, RecordId, TypeId, TypeKind, Types};

/// The integer types as they are written.
pub(super) const INTEGERS: [(IntKind, &str); 13] = [
    (IntKind::Char, "char"),
    (IntKind::SignedChar, "signed char"),
    (IntKind::UnsignedChar, "unsigned char"),
    (IntKind::Short, "short"),
    (IntKind::UnsignedShort, "unsigned short"),
    (IntKind::Int, "int"),
    (IntKind::UnsignedInt, "unsigned int"),
    (IntKind::Long, "long"),
    (IntKind::UnsignedLong, "unsigned long"),
    (IntKind::LongLong, "long long"),
    (IntKind::UnsignedLongLong, "unsigned long long"),
    (IntKind::Int128, "__int128"),
    (IntKind::UnsignedInt128, "unsigned __int128"),
];

/// The floating types as they are written.
pub(super) const FLOATS: [(FloatKind, &str); 5] = [
    (FloatKind::Half, "_Float16"),
    (FloatKind::Float, "float"),
    (FloatKind::Double, "double"),
    (FloatKind::LongDouble, "long double"),
    (FloatKind::Float128, "__float128"),
];

/// The suffixes of numbers and the types they stand for.
pub(super) const SUFFIXES: [(&str, IntKind); 6] = [
    ("", IntKind::Int),
    ("u", IntKind::UnsignedInt),
    ("l", IntKind::Long),
    ("ul", IntKind::UnsignedLong),
    ("ll", IntKind::LongLong),
    ("ull", IntKind::UnsignedLongLong),
];

/// Qualifiers as they are written.
pub(super) fn qualifiers(qualifiers: Qualifiers) -> String {
    let mut out = String::new();
    for (holds, word) in [
        (qualifiers.is_const, " const"),
        (qualifiers.is_volatile, " volatile"),
        (qualifiers.is_restrict, " restrict"),
        (qualifiers.is_atomic, " _Atomic"),
    ] {
        out += if holds { word } else { "" };
    }
    out
}

/// Writes types; knows which tags tell records apart.
pub(super) struct TypeWriter<'p> {
    types: &'p Types,
    records: Vec<String>,
}

impl<'p> TypeWriter<'p> {
    pub(super) fn new(types: &'p Types) -> Self {
        let no_tag = "".into();
        let tags = types.records().values().map(|record| record.tag.as_ref().unwrap_or(&no_tag));
        // A tag tells a record only if it is unique among structs and unions together, which keeps reading simple.
        let names = written_names(tags).into_iter().enumerate();
        let records = types.records().values().zip(names).map(|(record, (index, name))| {
            let keyword = if record.is_union { "union" } else { "struct" };
            match record.tag {
                Some(_) => format!("{keyword} {name}"),
                None => format!("{keyword} #{index}"),
            }
        });
        TypeWriter { types, records: records.collect() }
    }

    /// A type; `unknown#k` if it is not in the table.
    pub(super) fn ty(&self, ty: TypeId) -> String {
        let Some(kind) = self.types.kinds().get(ty) else { return format!("unknown#{}", ty.index()) };
        match kind {
            TypeKind::Void => "void".to_owned(),
            TypeKind::Bool => "_Bool".to_owned(),
            TypeKind::Int(kind) => word(&INTEGERS, *kind).to_owned(),
            TypeKind::Float(kind) => word(&FLOATS, *kind).to_owned(),
            TypeKind::Complex(kind) => format!("_Complex {}", word(&FLOATS, *kind)),
            TypeKind::Record(record) => self.record(*record),
            TypeKind::Pointer(target) => format!("{}*", self.qualified(*target)),
            TypeKind::Array { element, length } => self.array(*element, *length),
            TypeKind::Function(function) => {
                let mut parameters: Vec<String> =
                    function.parameters.iter().map(|&parameter| self.qualified(parameter)).collect();
                if function.is_variadic {
                    parameters.push("...".to_owned());
                }
                if parameters.is_empty() && function.has_prototype {
                    parameters.push("void".to_owned());
                }
                // `...` or parameters without a prototype do not come about, but must come out equal.
                let mark = if function.has_prototype || parameters.is_empty() { "" } else { "?" };
                format!("{}({}){mark}", self.qualified(function.result), parameters.join(", "))
            }
        }
    }

    /// A type with qualifiers behind it.
    pub(super) fn qualified(&self, qualified: Qualified) -> String {
        self.ty(qualified.ty) + &qualifiers(qualified.qualifiers)
    }

    /// A record by its tag.
    pub(super) fn record(&self, record: RecordId) -> String {
        self.records.get(record.index()).cloned().unwrap_or_else(|| format!("unknown#{}", record.index()))
    }

    /// `int[2][3]`: lengths in the order of C as long as no qualifier stands between.
    fn array(&self, element: Qualified, length: ArrayLength) -> String {
        let (mut element, mut length, mut lengths) = (element, length, String::new());
        loop {
            match length {
                ArrayLength::Fixed(count) => write!(lengths, "[{count}]"),
                ArrayLength::Unknown => write!(lengths, "[]"),
                ArrayLength::Variable(number) => write!(lengths, "[*{number}]"),
            }
            .expect("a string takes all text");
            match self.types.kinds().get(element.ty) {
                Some(TypeKind::Array { element: inner, length: next })
                    if element.qualifiers == Qualifiers::default() =>
                {
                    (element, length) = (*inner, *next);
                }
                _ => return self.qualified(element) + &lengths,
            }
        }
    }

    /// A member of a type: its name if that is unique in the record, else `#` and its number.
    pub(super) fn member(&self, ty: TypeId, number: u32) -> String {
        let Some(field) = field_of(self.types, ty, number) else { return format!("#{number}") };
        let Some(name) = &field.name else { return format!("#{number}") };
        let named = (0..).map_while(|number| field_of(self.types, ty, number));
        if named.filter(|field| field.name.as_ref() == Some(name)).count() == 1 {
            quote(name)
        } else {
            format!("#{number}")
        }
    }
}

fn word<K: PartialEq>(words: &[(K, &'static str)], kind: K) -> &'static str {
    words.iter().find(|(known, _)| *known == kind).map_or("unknown", |&(_, word)| word)
}

/// The types of the objects that places start from.
pub(super) trait Objects {
    /// The type of a global.
    fn global(&self, global: GlobalId) -> Option<TypeId>;
    /// The type of a local.
    fn local(&self, local: LocalId) -> Option<TypeId>;
    /// The table of types.
    fn types(&self) -> &Types;
}

/// The type of a place that need not be written.
pub(super) fn type_of_place(objects: &impl Objects, place: &PlaceKind) -> Option<TypeId> {
    let types = objects.types();
    match place {
        PlaceKind::Global(global) => objects.global(*global),
        PlaceKind::Local(local) => objects.local(*local),
        PlaceKind::Deref(pointer) => match types.kinds().get(pointer.ty)? {
            TypeKind::Pointer(target) => Some(target.ty),
            _ => None,
        },
        PlaceKind::Field(record, number) => field_of(types, record.ty, *number).map(|field| field.ty.ty),
        PlaceKind::Index(array, _) => match types.kinds().get(array.ty)? {
            TypeKind::Array { element, .. } => Some(element.ty),
            _ => None,
        },
        PlaceKind::BitLocation(bit_field) => {
            let PlaceKind::Field(record, number) = &bit_field.kind else { return None };
            let bytes = field_of(types, record.ty, *number)?.bits?.location_bytes;
            let byte = Qualified::plain(types.find(&TypeKind::Int(IntKind::UnsignedChar))?);
            types.find(&TypeKind::Array { element: byte, length: ArrayLength::Fixed(bytes.into()) })
        }
    }
}

/// The type of an expression that need not be written. Numbers are not among them: they have suffixes.
pub(super) fn type_of_expr(objects: &impl Objects, expr: &ExprKind) -> Option<TypeId> {
    let types = objects.types();
    let integer = |kind: IntKind| types.find(&TypeKind::Int(kind));
    match expr {
        ExprKind::Integer(_) | ExprKind::Procedure(_) | ExprKind::SelfId => None,
        ExprKind::Cast(_) => None,
        ExprKind::Read(place) => Some(place.ty),
        ExprKind::AddressOf(place) => types.find(&TypeKind::Pointer(Qualified::plain(place.ty))),
        ExprKind::AllocationSize(..) => integer(types.model().size_type()),
        ExprKind::Unary(UnaryOperator::LogicalNot, _) => integer(IntKind::Int),
        ExprKind::Unary(UnaryOperator::Negate | UnaryOperator::BitNot, operand) => Some(operand.ty),
        ExprKind::Binary(operator, left, _) => {
            if operator.is_comparison() {
                integer(IntKind::Int)
            } else {
                Some(left.ty)
            }
        }
        ExprKind::PointerAdd { pointer, .. } => Some(pointer.ty),
        ExprKind::PointerDifference { .. } => integer(types.model().difference_type()),
        ExprKind::Floating(FloatOperation::Convert, _) => None,
        ExprKind::Floating(operation, _) if operation.is_comparison() => integer(IntKind::Int),
        ExprKind::Floating(_, operands) => operands.first().map(|operand| operand.ty),
        ExprKind::Conditional { then, .. } => Some(then.ty),
    }
}

/// Whether a place has the type that need not be written.
pub(super) fn is_place_type_implied(objects: &impl Objects, place: &Place) -> bool {
    type_of_place(objects, &place.kind) == Some(place.ty)
}

/// Whether an expression has the type that need not be written.
pub(super) fn is_expr_type_implied(objects: &impl Objects, expr: &Expr) -> bool {
    type_of_expr(objects, &expr.kind) == Some(expr.ty)
}
