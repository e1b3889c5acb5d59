//! The functions that verification tasks call: inputs, assumptions, atomic sections (SV-COMP rules).

use super::Call;
use crate::arithmetic::is_true;
use crate::machine::Machine;
use crate::task::{Operation, Task};
use crate::value::{Trouble, Value};
use raddle_program::trace::ChoiceKind;
use raddle_program::types::TypeKind;

impl<'u> Machine<'u> {
    pub(super) fn input(&mut self, call: &Call<'u>) -> Result<(), Trouble> {
        if matches!(self.types().kind(call.expr.ty), TypeKind::Void) {
            return Trouble::unsupported(format!("`{}`", call.name));
        }
        self.answer_anything(call, ChoiceKind::Input)
    }

    pub(super) fn assume(&mut self, call: &Call<'u>) -> Result<(), Trouble> {
        if is_true(call.scalar(0)?)? {
            self.push(call.thread, Value::Void);
        } else {
            self.plan(call.thread, vec![Task::Operation(Operation::Prune { span: call.span() })]);
        }
        Ok(())
    }

    pub(super) fn atomic_bracket(&mut self, call: &Call<'u>, is_begin: bool) -> Result<(), Trouble> {
        let span = call.span();
        let operation = if is_begin { Operation::AtomicBegin { span } } else { Operation::AtomicEnd { span } };
        self.answer(call, vec![operation], Value::Void);
        Ok(())
    }
}
