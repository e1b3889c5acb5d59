//! When the engine is worth its time beside others: where loops or creations of threads are open, so that what is unwound or explored
//! may have no end; and, when others have had their time, where there is any loop: an invariant is found as soon for a thousand rounds as
//! for ten. What has no loop is decided without it, as a rule sooner.

use crate::analysis::open_loops::OpenLoops;
use crate::compositional::Compositional;
use crate::engine::{Latecomer, Others, Prospect};

/// The engine as one who comes later.
pub static LATECOMER: Latecomer = Latecomer {
    engine: &Compositional { looks_for_violations: false },
    prospect: |task| {
        let program = &task.program;
        let OpenLoops { open_loop, closed_loop, creation } = program.open_loops();
        let place = |span| program.source.place(span);
        match (creation, open_loop, closed_loop) {
            (Some(span), _, _) => Some(Prospect {
                why: format!("threads are created at {} without an end that shows", place(span)),
                others: Others::ProveNothing,
            }),
            (None, Some(span), _) => Some(Prospect {
                why: format!("the loop at {} has no end that shows", place(span)),
                others: Others::MayGoOn,
            }),
            (None, None, Some(span)) => {
                Some(Prospect { why: format!("the loop at {} may have many rounds", place(span)), others: Others::End })
            }
            (None, None, None) => None,
        }
    },
};
