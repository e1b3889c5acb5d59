//! The question that a proof answers: which properties, which error functions, and how the program is read.
//!
//! `raddle check --proof` states the question in the proof. `raddle certify` takes it from the command line or the task definition,
//! as `check` does, and rejects a proof that states another one: a proof never chooses its own question.

use raddle_cfront::{Arguments, Callers, Interrupts};
use raddle_program::externals::Externals;
use raddle_program::property::Property;
use raddle_program::types::DataModel;
use std::sync::Arc;

use crate::front::Target;
use crate::properties::Questions;

/// The memory model of every proof.
const MEMORY_MODEL: &str = "sequential-consistency";

/// A question about a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    /// The data model.
    pub data_model: DataModel,
    /// How many arguments `main` gets at most, and how many characters in each.
    pub arguments: Option<Arguments>,
    /// The functions that threads call, if the program is a library.
    pub callers: Option<Arc<Callers>>,
    /// The functions that interrupts call.
    pub interrupts: Arc<Interrupts>,
    /// What functions without a body do.
    pub externals: Externals,
    /// The properties, in the order of [`Property::ALL`].
    pub properties: Vec<Property>,
    /// The functions whose call violates `assertions`; all that are known if `None`. Sorted, and `None` if `assertions` is not asked.
    pub error_functions: Option<Vec<Arc<str>>>,
}

impl Question {
    /// The question that the command line or the task definition asks about a file.
    pub fn new(target: &Target, questions: &Questions) -> Question {
        let mut properties = questions.properties.clone();
        properties.sort_unstable();
        properties.dedup();
        let is_about_assertions = properties.contains(&Property::Assertions);
        let mut error_functions = questions.error_functions.clone().filter(|_| is_about_assertions);
        if let Some(functions) = &mut error_functions {
            functions.sort_unstable();
            functions.dedup();
        }
        Question {
            data_model: target.preprocess.data_model,
            arguments: target.arguments,
            callers: target.callers.clone(),
            interrupts: target.interrupts.clone(),
            externals: target.externals.unwrap_or(Externals::Pure),
            properties,
            error_functions,
        }
    }

    /// The question as lines of a proof, each a key and its value.
    pub fn lines(&self) -> Vec<(&'static str, String)> {
        let model = match self.data_model {
            DataModel::Ilp32 => "ilp32",
            DataModel::Lp64 => "lp64",
            DataModel::Llp64 => "llp64",
        };
        let arguments = match (&self.callers, self.arguments) {
            (Some(callers), _) => {
                let functions = if callers.entries.is_empty() { "all".to_owned() } else { callers.entries.join(",") };
                let first = if callers.first.is_empty() { "none".to_owned() } else { callers.first.join(",") };
                format!("library {functions} first {first}")
            }
            (None, None) => "none".to_owned(),
            (None, Some(Arguments { count, length })) => format!("{count}x{length}"),
        };
        let externals = match self.externals {
            Externals::Pure => "pure",
            Externals::Args => "args",
            Externals::Any => "any",
        };
        let properties: Vec<&str> = self.properties.iter().map(|property| property.name()).collect();
        let functions = match &self.error_functions {
            None => "all".to_owned(),
            Some(functions) => functions.join(" "),
        };
        let mut interrupts: Vec<String> =
            self.interrupts.named.iter().map(|(name, priority)| format!("{name}={priority}")).collect();
        interrupts.push(if self.interrupts.is_recognized { "recognized" } else { "none" }.to_owned());
        let mut lines = vec![
            ("memory-model", MEMORY_MODEL.to_owned()),
            ("data-model", model.to_owned()),
            ("arguments", arguments),
            ("externals", externals.to_owned()),
            ("properties", properties.join(" ")),
            ("functions", functions),
        ];
        if *self.interrupts != Interrupts::default() {
            lines.push(("interrupts", interrupts.join(" ")));
        }
        lines
    }

    /// The question in words, for an answer.
    pub fn text(&self) -> String {
        let of = |property: &Property| match (property, &self.error_functions) {
            (Property::Assertions, None) => "assertions (all error functions)".to_owned(),
            (Property::Assertions, Some(functions)) => format!("assertions (only {})", functions.join(", ")),
            (property, _) => property.name().to_owned(),
        };
        let properties: Vec<String> = self.properties.iter().map(of).collect();
        let lines = self.lines();
        let value = |key: &str| lines.iter().find(|(name, _)| *name == key).map_or("", |(_, value)| value.as_str());
        format!(
            "{}; data model {}, memory model {}, arguments of main: {}, functions without a body: {}",
            properties.join(", "),
            value("data-model"),
            value("memory-model"),
            value("arguments"),
            value("externals")
        )
    }
}
