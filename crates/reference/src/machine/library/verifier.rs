//! The functions that verification tasks call: inputs, assumptions, atomic sections (SV-COMP rules).

use super::script::{Model, Ran, Script, deny};
use crate::arithmetic::is_true;
use crate::machine::task::Operation;
use crate::value::Value;
use raddle_program::trace::ChoiceKind;

pub(super) fn model(name: &str) -> Option<Model> {
    match name {
        "__VERIFIER_assume" | "assume" | "__ESBMC_assume" | "__CPROVER_assume" => Some(assume),
        "__VERIFIER_atomic_begin" | "__ESBMC_atomic_begin" | "__CPROVER_atomic_begin" => Some(begin),
        "__VERIFIER_atomic_end" | "__ESBMC_atomic_end" | "__CPROVER_atomic_end" => Some(end),
        "nondet" | "nondet_int" | "nondet_0" | "nondet_1" => Some(input),
        _ if name.starts_with("__VERIFIER_nondet") => Some(input),
        _ => None,
    }
}

fn input<'u>(s: &mut Script<'_, 'u>) -> Ran<'u, Value> {
    if s.call().ty == s.fixed().types().void() {
        return deny(format!("`{}`", s.name()));
    }
    s.anything(ChoiceKind::Input)
}

fn assume<'u>(s: &mut Script<'_, 'u>) -> Ran<'u, Value> {
    if is_true(s.scalar(0)?)? {
        return Ok(Value::Void);
    }
    s.last(Operation::Prune { span: s.span() })
}

fn begin<'u>(s: &mut Script<'_, 'u>) -> Ran<'u, Value> {
    s.effect(Operation::AtomicBegin { is_operation: false, span: s.span() })?;
    Ok(Value::Void)
}

fn end<'u>(s: &mut Script<'_, 'u>) -> Ran<'u, Value> {
    s.effect(Operation::AtomicEnd { is_operation: false, span: s.span() })?;
    Ok(Value::Void)
}
