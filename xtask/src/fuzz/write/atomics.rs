//! Motifs about atomic accesses.

use super::{Writer, section};

impl Writer {
    /// An atomic section around changes.
    pub(super) fn sections(&mut self) {
        let thread = self.thread();
        let count = 1 + self.random.below(2);
        let changes = (0..count).map(|_| self.change(thread)).collect();
        self.add(thread, vec![section(changes)]);
    }
}
