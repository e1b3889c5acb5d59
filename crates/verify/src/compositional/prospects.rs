//! When the engine is worth its time beside others: where loops or creations of threads are open, so that what is unwound or explored
//! may have no end. Everything else is decided without it, as a rule sooner.

use crate::analysis::open_loops::OpenLoops;
use crate::compositional::Compositional;
use crate::engine::{Latecomer, Prospect};

/// The engine as one who comes later.
pub static LATECOMER: Latecomer = Latecomer {
    engine: &Compositional { looks_for_violations: false },
    prospect: |task| {
        let program = &task.program;
        let OpenLoops { open_loop, creation } = program.open_loops();
        let place = |span| program.source.place(span);
        match (creation, open_loop) {
            (Some(span), _) => Some(Prospect {
                why: format!("threads are created at {} without an end that shows", place(span)),
                is_only_proof: true,
            }),
            (None, Some(span)) => Some(Prospect {
                why: format!("the loop at {} has no end that shows", place(span)),
                is_only_proof: false,
            }),
            (None, None) => None,
        }
    },
};
