//! Tools from elsewhere that an engine may ask. The caller of a run brings them: processes and files are not known here.

use std::sync::Arc;

use crate::cancellation::Cancellation;

/// What a tool reads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ToolForm {
    /// C.
    C,
    /// SMT-LIB 2 with the logic HORN.
    Horn,
}

/// What a tool says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Said {
    /// No execution violates an assertion.
    Holds,
    /// Some execution does.
    Violated,
    /// Neither, for this reason.
    Nothing(String),
}

/// A tool from elsewhere.
pub trait Tool: Send + Sync {
    /// Its name.
    fn name(&self) -> &str;
    /// What it reads.
    fn form(&self) -> ToolForm;
    /// Asks it about a program. Ends soon after a cancellation, and everything that it started with it.
    fn ask(&self, text: &str, cancellation: &Cancellation) -> Said {
        self.hear(text, cancellation).0
    }
    /// The same, with all that it writes.
    fn hear(&self, text: &str, cancellation: &Cancellation) -> (Said, String);
}

/// A tool, as a run knows it.
pub type SharedTool = Arc<dyn Tool>;
