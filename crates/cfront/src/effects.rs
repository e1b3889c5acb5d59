//! Functions of libraries that are known by their effects: which memory they read and write through their arguments, and which results they
//! have. They call nothing back, order no threads, and change no other memory of the program.
//!
//! The table is text (`crates/models/effects.txt`, with the format at its head). Both readings of C run it: the lowering writes out the
//! accesses ([`crate::lower::library`]), the reference interpreter makes them. Values that a function writes are inputs of the program: any of
//! the type. A function writes in each call what it may write; what it wrote may be what was there before. A null pointer is accessed
//! like every pointer, which is a violation (POSIX, XSH 2.1.1), unless the line lets it be null.
//!
//! The real system often determines more than a line says: `open` gives a number that no open file has. So that a violation that depends on
//! such a value is no more than a possible one, a replay with marks (`raddle_reference::outside`) marks what the line calls determined. What
//! the system may really give at any time stays without a mark: bytes of files and sockets, how many they are, failures, times.
//!
//! Where data come through a pipe or a pair of sockets, what follows in the thread is a possible violation at most
//! (`check/before_calls.rs`). Left out are objects that hold an array of characters, which would have to be a text, or a date
//! (`struct tm`).
//!
//! A declaration of the program must fit: a parameter for each one of the line, and complete types without unions and bit-fields where
//! objects are read and written. If it does not, nothing is known of the function.

pub use raddle_models::{
    Effects, Factor, Facts, Fixed, HiddenState, Item, LARGEST_ATTRIBUTE, LAST_ERROR, MSG_TRUNC, Outcome, Parameter,
    Point, Size, Table,
};
use raddle_program::types::{ArrayLength, IntKind, TypeId, TypeKind, Types};

use crate::typed::{FunctionId, Unit};

/// How the names of our functions begin that access data which functions of the library hide.
pub const HIDDEN: &str = "__raddle_hidden_";

/// The effects of a function without a body, if the table has it and its declaration fits.
pub fn of(unit: &Unit, function: FunctionId) -> Option<&Effects> {
    let declared = &unit.functions[function];
    if declared.body.is_some() {
        return None;
    }
    let TypeKind::Function(signature) = unit.types.kind(declared.ty) else { return None };
    unit.effects.facts(&declared.name)?.effects.iter().find(|effects| {
        let parameters = &effects.parameters;
        signature.has_prototype
            && signature.parameters.len() >= parameters.len()
            && parameters.iter().zip(&signature.parameters).all(|(known, has)| fits(&unit.types, known.item, has.ty))
            && returns(&unit.types, effects.outcome, signature.result.ty)
    })
}

/// The object type that a parameter points to.
pub fn pointee(types: &Types, parameter: TypeId) -> Option<TypeId> {
    match types.kind(parameter) {
        TypeKind::Pointer(target) => Some(target.ty),
        _ => None,
    }
}

/// How many bytes a factor of a size stands for that is no parameter: `target` is the type that the parameter points to.
pub fn constant(types: &Types, factor: Factor, target: Option<TypeId>) -> Option<i128> {
    match factor {
        Factor::Parameter(_) => None,
        Factor::Number(number) => Some(number),
        Factor::SizeOfTarget => types.size_of(target?).map(i128::from),
    }
}

fn fits(types: &Types, item: Item, parameter: TypeId) -> bool {
    let target = match types.kind(parameter) {
        TypeKind::Pointer(target) => Some(*target),
        _ => None,
    };
    let has_size = |size: Size| {
        let is_known = |factor| {
            matches!(factor, Factor::Parameter(_)) || constant(types, factor, target.map(|target| target.ty)).is_some()
        };
        size.factors().all(is_known)
    };
    let is_written = target.is_some_and(|target| !target.qualifiers.is_const);
    match item {
        Item::Value => types.scalar_shape(parameter).is_some(),
        Item::Text => target.is_some(),
        Item::Reads(size) => target.is_some() && has_size(size),
        Item::Writes(size) => is_written && has_size(size),
        Item::WritesText(_)
        | Item::WritesTextOrNothing(_)
        | Item::WritesTextOrBytes(_)
        | Item::WritesName(_)
        | Item::WritesUpTo(_) => is_written,
        Item::Masks => is_written && target.is_some_and(|target| is_plain(types, target.ty)),
        Item::Object { is_written: writes, .. } => {
            target.is_some_and(|target| is_plain(types, target.ty)) && (is_written || !writes)
        }
    }
}

fn returns(types: &Types, outcome: Outcome, result: TypeId) -> bool {
    match outcome {
        Outcome::Any => types.scalar_shape(result).is_some() || matches!(types.kind(result), TypeKind::Void),
        Outcome::Text | Outcome::Stream => matches!(types.kind(result), TypeKind::Pointer(_)),
        Outcome::Between(..)
        | Outcome::Handle
        | Outcome::Count
        | Outcome::Needed(_)
        | Outcome::Elements { .. }
        | Outcome::Received { .. }
        | Outcome::Name
        | Outcome::UpTo(..)
        | Outcome::Ready(_) => matches!(types.kind(result), TypeKind::Int(_)),
    }
}

/// Whether an object of the type consists of scalars that each have their own memory. Arrays of characters would have to be texts.
fn is_plain(types: &Types, ty: TypeId) -> bool {
    match types.kind(ty) {
        TypeKind::Bool | TypeKind::Int(_) | TypeKind::Float(_) | TypeKind::Pointer(_) => {
            types.scalar_shape(ty).is_some()
        }
        TypeKind::Array { element, length: ArrayLength::Fixed(count) } => {
            let is_text = *count > 0 && matches!(types.kind(element.ty), TypeKind::Int(IntKind::Char));
            !is_text && is_plain(types, element.ty)
        }
        TypeKind::Record(record) => {
            let record = types.record(*record);
            let is_member = |field: &raddle_program::types::Field| {
                field.bits.is_none() && !field.ty.qualifiers.is_atomic && is_plain(types, field.ty.ty)
            };
            !record.is_union && record.body.as_ref().is_some_and(|body| body.fields.iter().all(is_member))
        }
        TypeKind::Array { .. } | TypeKind::Void | TypeKind::Complex(_) | TypeKind::Function(_) => false,
    }
}
