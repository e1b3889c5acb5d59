//! What is to be decided: a program and the properties that are asked about it.

use raddle_program::property::Property;
use std::sync::Arc;

use raddle_analysis::analyzed_program::AnalyzedProgram;

/// A program with questions.
#[derive(Clone, Debug)]
pub struct Task {
    /// The program, with what is known of it.
    pub program: Arc<AnalyzedProgram>,
    /// The properties, without repetition, in the order in which they are reported.
    pub properties: Vec<Property>,
    /// The functions whose call (or failure) violates `assertions`; `None` means all that are known. A property file
    /// names one. A call of another one ends the execution without a violation.
    pub error_functions: Option<Vec<Arc<str>>>,
    /// The file that the user named.
    pub file: String,
}

impl Task {
    /// Whether a property is asked for.
    pub fn asks(&self, property: Property) -> bool {
        self.properties.contains(&property)
    }

    /// Whether a failure that this function reports counts as a violation of `assertions`.
    pub fn counts(&self, function: &str) -> bool {
        self.asks(Property::Assertions)
            && self.error_functions.as_ref().is_none_or(|functions| functions.iter().any(|it| &**it == function))
    }
}
