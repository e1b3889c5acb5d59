//! Assertions, the end of the process, and its signals (C11 7.2.1, 7.14.1, 7.22.4).

use super::script::{Model, Ran, Script, deny};
use crate::arithmetic::is_true;
use crate::machine::Machine;
use crate::machine::task::Operation;
use crate::value::{Byte, Scalar, Value};
use raddle_program::property::ViolationKind;
use raddle_program::trace::ChoiceKind;

pub(super) fn model(name: &str) -> Option<Model> {
    match name {
        "assert" | "__VERIFIER_assert" | "__ESBMC_assert" | "__CPROVER_assert" => Some(assert),
        "__assert_fail" | "__assert" | "__assert_perror_fail" => Some(assertion_failed),
        "abort" | "exit" | "_exit" | "_Exit" | "quick_exit" => Some(stop_process),
        "signal" => Some(signal),
        // Executions run no handlers that jump or let threads go on.
        "__raddle_signals_are_followed" => Some(|_| Ok(super::script::number(0))),
        "atexit" | "at_quick_exit" => Some(later),
        _ => None,
    }
}

/// `assert(condition)` as a function.
fn assert<'u>(s: &mut Script<'_, 'u>) -> Ran<'u, Value> {
    if is_true(s.scalar(0)?)? {
        return Ok(Value::Void);
    }
    let message = format!("the assertion `{}` fails", s.call().text);
    fail_assertion(s, message)
}

/// What the macro `assert` calls.
fn assertion_failed<'u>(s: &mut Script<'_, 'u>) -> Ran<'u, Value> {
    let message = match s.fixed().literal_text(s.scalar(0)?) {
        Some(text) => format!("the assertion `{text}` fails"),
        None => format!("`{}` is called", s.name()),
    };
    fail_assertion(s, message)
}

fn stop_process<'u>(s: &mut Script<'_, 'u>) -> Ran<'u, Value> {
    s.last(Operation::Stop { is_orderly: s.name() == "exit", span: s.span() })
}

/// No handler runs for a signal with its default action, or that is ignored.
fn signal<'u>(s: &mut Script<'_, 'u>) -> Ran<'u, Value> {
    match s.scalar(1)? {
        Scalar::Integer(0 | 1) => s.anything(ChoiceKind::Input),
        _ => deny("a handler of signals"),
    }
}

fn later<'u>(s: &mut Script<'_, 'u>) -> Ran<'u, Value> {
    deny(format!("`{}`", s.name()))
}

fn fail_assertion<'u>(s: &mut Script<'_, 'u>, message: String) -> Ran<'u, Value> {
    // The assertions of other tools count as one of SV-COMP's.
    let function = match s.name() {
        "__ESBMC_assert" | "__CPROVER_assert" => "__VERIFIER_assert",
        name => name,
    };
    let kind = ViolationKind::Assertion(function.into());
    s.last(Operation::Fail { kind, message, span: s.span(), ends: true })
}

impl Machine<'_> {
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
