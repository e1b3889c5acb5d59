//! Assignments of values to variables.

use rustc_hash::FxHashMap;

use crate::term::Term;
use crate::value::Value;

/// Values of variables. A variable that is not listed is false, zero, or zero everywhere.
#[derive(Clone, Default, Debug)]
pub struct Assignment {
    values: FxHashMap<Term, Value>,
}

impl Assignment {
    /// The assignment that lists nothing.
    #[must_use]
    pub fn new() -> Assignment {
        Assignment::default()
    }

    /// Gives a variable a value.
    pub fn set(&mut self, variable: Term, value: Value) {
        self.values.insert(variable, value);
    }

    /// Keeps the values of some terms only.
    pub(crate) fn retain(&mut self, keep: impl Fn(Term) -> bool) {
        self.values.retain(|&term, _| keep(term));
    }

    /// The value of a variable, if it is listed.
    #[must_use]
    pub fn get(&self, variable: Term) -> Option<&Value> {
        self.values.get(&variable)
    }
}
