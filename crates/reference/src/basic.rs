//! The types that the library works with, whether or not the program names them.
//!
//! A unit holds the types of its own text only. The interpreter runs on a copy of it that has these as well.

use raddle_cfront::typed::Unit;
use raddle_program::types::{IntKind, Qualified, TypeId, TypeKind, Types};
use std::borrow::Cow;

/// Types by what they are for.
#[derive(Clone, Copy, Debug)]
pub struct Basic {
    /// `unsigned char`: bytes.
    pub unsigned_char: TypeId,
    /// `int`
    pub int: TypeId,
    /// `unsigned int`
    pub unsigned_int: TypeId,
    /// `long`: seconds.
    pub long: TypeId,
    /// `_Bool`
    pub bool: TypeId,
    /// `void *`
    pub pointer: TypeId,
}

fn kinds() -> [TypeKind; 5] {
    [
        TypeKind::Int(IntKind::UnsignedChar),
        TypeKind::Int(IntKind::Int),
        TypeKind::Int(IntKind::UnsignedInt),
        TypeKind::Int(IntKind::Long),
        TypeKind::Bool,
    ]
}

impl Basic {
    /// The basic types of a table that has them all.
    pub fn find(types: &Types) -> Option<Basic> {
        let [unsigned_char, int, unsigned_int, long, bool] = kinds();
        let pointer = TypeKind::Pointer(Qualified::plain(types.void()));
        Some(Basic {
            unsigned_char: types.find(&unsigned_char)?,
            int: types.find(&int)?,
            unsigned_int: types.find(&unsigned_int)?,
            long: types.find(&long)?,
            bool: types.find(&bool)?,
            pointer: types.find(&pointer)?,
        })
    }
}

/// A unit that has all basic types: the unit itself, or a copy with those that it lacks.
pub fn with_basic_types(unit: &Unit) -> Cow<'_, Unit> {
    if Basic::find(&unit.types).is_some() {
        return Cow::Borrowed(unit);
    }
    let mut own = unit.clone();
    for kind in kinds() {
        own.types.intern(kind);
    }
    let void = own.types.void();
    own.types.pointer_to(void);
    Cow::Owned(own)
}
