//! When the engine is worth its time beside others: where loops or creations of threads are open, so that what is unwound or explored
//! may have no end, or threads are created in a loop, each of which others follow by itself; and, when others have had their time, where there is any
//! loop: an invariant is found as soon for a thousand rounds as for ten. What has no loop is decided without it, as a rule sooner.

use raddle_program::source::{SourcePlace, Span};

use crate::compositional::Compositional;
use crate::engine::{Latecomer, Others, Prospect};
use raddle_analysis::open_loops::OpenLoops;

/// The engine as one who comes later.
pub static LATECOMER: Latecomer = Latecomer {
    engine: &Compositional { looks_for_violations: false },
    prospect: |task| {
        let program = &task.program;
        let OpenLoops { open_loop, closed_loop, creation, counted_creation } = program.open_loops();
        let prospect = |span: Option<Span>, others, why: fn(SourcePlace) -> String| {
            span.map(|span| Prospect { why: why(program.source.place(span)), others })
        };
        prospect(creation, Others::ProveNothing, |at| format!("threads are created at {at} without an end that shows"))
            .or(prospect(open_loop, Others::MayGoOn, |at| format!("the loop at {at} has no end that shows")))
            .or(prospect(counted_creation, Others::MayGoOn, |at| format!("threads are created in a loop at {at}")))
            .or(prospect(closed_loop, Others::End, |at| format!("the loop at {at} may have many rounds")))
    },
};
