//! Which functions interrupts call.

use crate::kernel::INTERRUPTS;
use crate::typed::Unit;

/// What a user says about interrupt handlers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Interrupts {
    /// Handlers by their names, each with its priority; a greater one is more urgent.
    pub named: Vec<(String, i32)>,
    /// Whether attributes and usual names make functions handlers.
    pub is_recognized: bool,
}

impl Default for Interrupts {
    fn default() -> Self {
        Interrupts { named: Vec::new(), is_recognized: true }
    }
}

impl Interrupts {
    /// No interrupt comes.
    pub fn none() -> Self {
        Interrupts { named: Vec::new(), is_recognized: false }
    }
}

impl Unit {
    /// Whether the program names functions for interrupts to call while it runs.
    pub fn requests_interrupts(&self) -> bool {
        INTERRUPTS.iter().any(|request| self.names(request))
    }
}
