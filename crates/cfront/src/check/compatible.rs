//! Compatible types and the composite of two (C11 6.2.7, 6.7.6). Enumerations are their integer types here.

use raddle_program::types::{ArrayLength, FunctionType, IntKind, Qualified, TypeId, TypeKind, Types};

use super::Checker;

/// Whether two types are compatible. Variable and unknown lengths agree with every length.
pub(super) fn compatible(types: &Types, left: TypeId, right: TypeId) -> bool {
    if left == right {
        return true;
    }
    match (types.kind(left), types.kind(right)) {
        (TypeKind::Pointer(left), TypeKind::Pointer(right)) => compatible_qualified(types, *left, *right),
        (
            TypeKind::Array { element: left, length: left_length },
            TypeKind::Array { element: right, length: right_length },
        ) => {
            let lengths_agree = match (left_length, right_length) {
                (ArrayLength::Fixed(left), ArrayLength::Fixed(right)) => left == right,
                _ => true,
            };
            lengths_agree && compatible_qualified(types, *left, *right)
        }
        (TypeKind::Function(left), TypeKind::Function(right)) => compatible_functions(types, left, right),
        _ => false,
    }
}

/// Whether two qualified types are compatible: qualifiers count.
pub(super) fn compatible_qualified(types: &Types, left: Qualified, right: Qualified) -> bool {
    left.qualifiers == right.qualifiers && compatible(types, left.ty, right.ty)
}

fn compatible_functions(types: &Types, left: &FunctionType, right: &FunctionType) -> bool {
    if !compatible(types, left.result.ty, right.result.ty) {
        return false;
    }
    match (left.has_prototype, right.has_prototype) {
        (true, true) => {
            left.is_variadic == right.is_variadic
                && left.parameters.len() == right.parameters.len()
                && left.parameters.iter().zip(&right.parameters).all(|(a, b)| compatible(types, a.ty, b.ty))
        }
        (true, false) => survives_promotion(types, left),
        (false, true) => survives_promotion(types, right),
        (false, false) => true,
    }
}

// A prototype agrees with `()` if callers that only see `()` pass what it expects.
fn survives_promotion(types: &Types, function: &FunctionType) -> bool {
    !function.is_variadic
        && function.parameters.iter().all(|parameter| match types.kind(parameter.ty) {
            TypeKind::Bool => false,
            TypeKind::Int(kind) => !matches!(
                kind,
                IntKind::Char | IntKind::SignedChar | IntKind::UnsignedChar | IntKind::Short | IntKind::UnsignedShort
            ),
            TypeKind::Float(kind) => !matches!(kind, raddle_program::types::FloatKind::Float),
            _ => true,
        })
}

impl Checker {
    pub(super) fn compatible(&self, left: TypeId, right: TypeId) -> bool {
        compatible(&self.unit.types, left, right)
    }

    /// What two compatible types say together: lengths and prototypes that only one of them knows.
    pub(super) fn composite(&mut self, left: TypeId, right: TypeId) -> TypeId {
        if left == right {
            return left;
        }
        match (self.kind(left).clone(), self.kind(right).clone()) {
            (TypeKind::Pointer(a), TypeKind::Pointer(b)) => {
                let target = Qualified { ty: self.composite(a.ty, b.ty), qualifiers: a.qualifiers };
                self.pointer(target)
            }
            (TypeKind::Array { element: a, length }, TypeKind::Array { element: b, length: other }) => {
                let element = Qualified { ty: self.composite(a.ty, b.ty), qualifiers: a.qualifiers };
                let length = match (length, other) {
                    (ArrayLength::Fixed(count), _) | (_, ArrayLength::Fixed(count)) => ArrayLength::Fixed(count),
                    (ArrayLength::Variable(number), _) | (_, ArrayLength::Variable(number)) => {
                        ArrayLength::Variable(number)
                    }
                    (ArrayLength::Unknown, ArrayLength::Unknown) => ArrayLength::Unknown,
                };
                self.array(element, length)
            }
            (TypeKind::Function(a), TypeKind::Function(b)) => self.composite_function(a, b),
            _ => left,
        }
    }

    fn composite_function(&mut self, left: FunctionType, right: FunctionType) -> TypeId {
        let result =
            Qualified { ty: self.composite(left.result.ty, right.result.ty), qualifiers: left.result.qualifiers };
        let (mut known, other) = if left.has_prototype { (left, right) } else { (right, left) };
        if other.has_prototype {
            for (parameter, second) in known.parameters.iter_mut().zip(&other.parameters) {
                parameter.ty = self.composite(parameter.ty, second.ty);
            }
        }
        known.result = result;
        self.unit.types.intern(TypeKind::Function(known))
    }
}
