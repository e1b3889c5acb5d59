//! When the engine is worth its time beside others: where loops are open, so that what is unwound or explored may have no end, and
//! threads are created finitely often. Where they are not, it knows a bound only.

use crate::engine::{Latecomer, Others, Prospect};
use crate::sequential::engine::Sequential;
use raddle_analysis::open_loops::OpenLoops;

/// The engine as one who comes later.
pub static LATECOMER: Latecomer = Latecomer {
    engine: &Sequential,
    prospect: |task| {
        let program = &task.program;
        match program.open_loops() {
            OpenLoops { open_loop: Some(span), creation: None, .. } => Some(Prospect {
                why: format!(
                    "the loop at {} has no end that shows, and creations of threads have one",
                    program.source.place(span)
                ),
                others: Others::MayGoOn,
            }),
            OpenLoops { .. } => None,
        }
    },
};
