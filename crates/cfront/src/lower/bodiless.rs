//! Warnings about functions without a body and without a model. A program that is linked with large libraries calls dozens of them: a few are
//! shown each for itself, more of them in one warning.

use raddle_program::source::Span;
use rustc_hash::FxHashSet;
use std::sync::Arc;

use crate::diagnostic::Diagnostic;
use crate::typed::{FunctionId, Unit};

/// So many get a warning of their own.
const SINGLE: usize = 3;

/// So many are named in a common warning.
const NAMED: usize = 6;

/// The first calls of functions without a body and without a model.
#[derive(Default)]
pub struct Bodiless {
    seen: FxHashSet<FunctionId>,
    calls: Vec<(FunctionId, Arc<str>, Span)>,
}

impl Bodiless {
    /// Notes a call: the function, what the call names, and where it stands.
    pub fn note(&mut self, function: FunctionId, name: &Arc<str>, span: Span) {
        if self.seen.insert(function) {
            self.calls.push((function, name.clone(), span));
        }
    }

    /// The warnings.
    pub fn warnings(mut self, unit: &Unit) -> Vec<Diagnostic> {
        if self.calls.len() <= SINGLE {
            return self.calls.into_iter().map(|(function, name, span)| single(unit, function, &name, span)).collect();
        }
        self.calls.sort_by_key(|(_, _, span)| (span.file, span.start));
        let more = self.calls.len().saturating_sub(NAMED);
        let names: Vec<String> = self.calls.iter().take(NAMED).map(|(_, name, _)| format!("`{name}`")).collect();
        let (rest, names) = (if more > 0 { format!(" and {more} more") } else { String::new() }, names.join(", "));
        let message = format!(
            "{} functions have no body and no model, so a call of one returns any value: {names}{rest}",
            self.calls.len()
        );
        let advice = "name the files that define them, or say what they do: --model FILE, --externals";
        let (_, _, first) = self.calls[0];
        vec![Diagnostic::warning(first, message, advice)]
    }
}

fn single(unit: &Unit, function: FunctionId, name: &str, span: Span) -> Diagnostic {
    let declared = &unit.functions[function];
    let effect = if declared.is_noreturn { "ends the process" } else { "returns any value" };
    let warning = Diagnostic::warning(
        span,
        format!("`{name}` has no body and no model: a call of it {effect}"),
        format!("give `{name}` a body if its result or its effects matter"),
    );
    if declared.is_implicit { warning } else { warning.note(declared.span, "declared here") }
}
