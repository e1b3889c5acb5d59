//! How people name threads: by their function and the call that creates them.

use raddle_program::source::SourcePlace;
use serde::Serialize;
use std::sync::Arc;

/// Threads that one call creates with one function.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Thread {
    /// Their function; `main` for the first thread.
    pub function: Arc<str>,
    /// Where they are created; nothing for the first thread.
    pub created_at: Option<SourcePlace>,
    /// Whether there may be more than one of them.
    pub is_several: bool,
}
