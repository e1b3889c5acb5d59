//! Bounds checks of accesses: an access must be inside of a live object.

use crate::property::ViolationKind;
use crate::semantics::evaluate::{Evaluated, Evaluation, unsupported};
use crate::semantics::memory::Life;
use crate::semantics::record::Interruption;
use crate::semantics::value::{ObjectId, Value};

impl Evaluation<'_, '_, '_> {
    /// Checks that so many bytes at an address are inside a live object.
    pub fn range(&self, address: &Value, size: u64, is_write: bool) -> Evaluated<(ObjectId, u64)> {
        let violation = |kind, message: &str| Err(Interruption::Violation(kind, message.to_owned()));
        match address {
            Value::Pointer(object, offset) => {
                let target = &self.state.objects[*object];
                match target.life {
                    Life::Live => {}
                    Life::Freed => return violation(ViolationKind::UseAfterFree, "an access to freed memory"),
                    Life::OutOfScope => {
                        let message = "an access to a local object whose block was left";
                        return violation(ViolationKind::UseAfterScope, message);
                    }
                }
                let end = i128::from(*offset) + i128::from(size);
                if *offset < 0 || end > i128::from(target.cells.size()) {
                    return violation(ViolationKind::OutOfBounds, "an access outside its object");
                }
                if is_write && target.is_read_only {
                    return violation(ViolationKind::ReadOnly, "a write to a constant object");
                }
                Ok((*object, *offset as u64))
            }
            Value::Integer(0) => violation(ViolationKind::NullDereference, "an access through a null pointer"),
            Value::Integer(1..4096) => {
                violation(ViolationKind::NullDereference, "an access to a member through a null pointer")
            }
            Value::Integer(_) => violation(ViolationKind::OutOfBounds, "an access to a number as an address"),
            Value::Procedure(_) => violation(ViolationKind::OutOfBounds, "an access to a function as an object"),
            Value::Symbol(..) | Value::Part(_) | Value::Indeterminate | Value::Blob(_) => {
                unsupported("an access through a pointer without a known target")
            }
        }
    }
}
