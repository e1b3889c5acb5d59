//! Operations on floating values.

use crate::floating::{self, FloatOperation};
use crate::semantics::approximate::TRUTH;
use crate::semantics::arithmetic::enumerate;
use crate::semantics::evaluate::{Evaluated, Evaluation, unsupported};
use crate::semantics::step::GivesAny;
use crate::semantics::value::{Interval, Value};
use crate::syntax::Expr;
use crate::types::TypeId;

impl Evaluation<'_, '_, '_> {
    /// An operation on floating values: exact where the operands are decided, else any value. (The trace does not list that as a choice:
    /// the reference interpreter computes it, and confirms the trace or does not.)
    pub(super) fn floating(&mut self, operation: FloatOperation, operands: &[Expr], ty: TypeId) -> Evaluated<Value> {
        let mut decided = Vec::with_capacity(operands.len());
        for operand in operands {
            match self.value(operand)? {
                Value::Integer(number) => decided.push((number, operand.ty)),
                Value::Symbol(symbol, _) if self.machine.gives_any == GivesAny::Nothing => {
                    return Err(enumerate(self.state, symbol));
                }
                Value::Symbol(..) => {}
                Value::Pointer(..) | Value::Procedure(_) | Value::Part(_) | Value::Indeterminate | Value::Blob(_) => {
                    return unsupported("floating-point arithmetic on something that is no number");
                }
            }
        }
        if decided.len() < operands.len() {
            let interval = if operation.is_comparison() { TRUTH } else { self.shape(ty)?.range() };
            return self.same_again(|cx| Ok(cx.state.fresh_symbol(Interval { is_any: true, ..interval })));
        }
        match floating::compute(&self.machine.program.types, operation, &decided, ty) {
            Some(number) => Ok(Value::Integer(number)),
            None => self.undefined(ty),
        }
    }
}
