//! Assertions and the end of the process (C11 7.2.1, 7.22.4).

use super::Call;
use crate::arithmetic::is_true;
use crate::machine::Machine;
use crate::task::{Operation, Task};
use crate::value::{Byte, Scalar, Trouble, Value};
use raddle_cfront::typed::ExprKind;
use raddle_program::property::ViolationKind;

impl<'u> Machine<'u> {
    /// `assert(condition)` as a function.
    pub(super) fn assert(&mut self, call: &Call<'u>) -> Result<(), Trouble> {
        if is_true(call.scalar(0)?)? {
            self.push(call.thread, Value::Void);
            return Ok(());
        }
        let text = match &call.expr.kind {
            ExprKind::Call { arguments, .. } => arguments.first().map_or("", |it| self.unit.source.text(it.span)),
            _ => "",
        };
        self.fail_assertion(call, format!("the assertion `{text}` fails"));
        Ok(())
    }

    /// What the macro `assert` calls.
    pub(super) fn assertion_failed(&mut self, call: &Call<'u>) -> Result<(), Trouble> {
        let message = match call.scalar(0).ok().and_then(|pointer| self.literal_text(pointer)) {
            Some(text) => format!("the assertion `{text}` fails"),
            None => format!("`{}` is called", call.name),
        };
        self.fail_assertion(call, message);
        Ok(())
    }

    pub(super) fn stop_process(&mut self, call: &Call<'u>) -> Result<(), Trouble> {
        self.plan(call.thread, vec![Task::Operation(Operation::Stop { span: call.span() })]);
        Ok(())
    }

    fn fail_assertion(&mut self, call: &Call<'u>, message: String) {
        let kind = ViolationKind::Assertion(call.name.into());
        let fail = Operation::Fail { kind, message, span: call.span(), ends: true };
        self.answer(call, vec![fail], Value::Void);
    }

    /// The text of a string literal that a pointer points to the start of.
    pub(super) fn literal_text(&self, pointer: Scalar) -> Option<String> {
        let Scalar::Address(at) = pointer else { return None };
        if at.offset != 0 || !self.statics.strings.values().any(|&object| object == at.object) {
            return None;
        }
        let bytes = self.memory.read(at, self.memory.object(at.object).size).ok()?;
        let text: Vec<u8> = bytes
            .iter()
            .map_while(|byte| match byte {
                Byte::Bits { value, .. } if *value != 0 => Some(*value),
                Byte::Bits { .. } | Byte::Part { .. } => None,
            })
            .collect();
        Some(String::from_utf8_lossy(&text).into_owned())
    }
}
