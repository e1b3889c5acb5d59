//! Rules about sections that move in both directions as a whole.

use super::table::{Edit, Guard, Mutant};

/// The mutants of sections.
pub const SECTIONS: &[Mutant] = &[
    Mutant {
        name: "sections-that-do-not-commute",
        rule: "a section under a lock moves only if it commutes with the other sections of the lock",
        edits: &[Edit {
            file: "crates/analysis/src/movers.rs",
            text: "(Comparison::Locked, [Some(one), Some(other)]) => commutation.locked_commute(one, other),",
            replacement: "(Comparison::Locked, [Some(_), Some(_)]) => true,",
        }],
        guards: &[
            Guard::Corpus("reach/counted_and_doubled_under_a_lock"),
            Guard::Corpus("reach/count_is_looked_at_under_the_lock"),
        ],
    },
    Mutant {
        name: "section-beside-an-access",
        rule: "a section under a lock moves only if no access without the lock conflicts with it",
        edits: &[Edit {
            file: "crates/analysis/src/movers.rs",
            text: "(Comparison::Atomic | Comparison::MayRace, _) => false,",
            replacement: "(Comparison::Atomic | Comparison::MayRace, _) => true,",
        }],
        guards: &[Guard::Corpus("reach/count_is_looked_at_without_the_lock")],
    },
    Mutant {
        name: "section-that-keeps-its-lock",
        rule: "a section under a lock moves only if all sections of the lock give it back",
        edits: &[Edit {
            file: "crates/analysis/src/movers.rs",
            text: "is_certain && end.is_some()",
            replacement: "is_certain && (end.is_some() || ends.is_empty() || !ends.is_empty())",
        }],
        guards: &[Guard::Corpus("deadlock/section_that_keeps_its_lock")],
    },
    Mutant {
        name: "section-that-races",
        rule: "an atomic section that may race does not move where races are asked for",
        edits: &[Edit {
            file: "crates/explicit/src/moves/sections.rs",
            text: "is_mover && !(asks_races && movers.may_race(frame.procedure, step))",
            replacement: "is_mover && !(asks_races && step.index() > 1_000_000)",
        }],
        guards: &[Guard::Corpus("race/section_beside_an_unused_read")],
    },
    Mutant {
        name: "overlapping-cells",
        rule: "cells of which one is a part of another one are not followed",
        edits: &[Edit {
            file: "crates/analysis/src/commutation.rs",
            text: "at < end && start < other_end && !(at == start && other_width == width)",
            replacement: "at < end && start < other_end && at == start && other_width != width",
        }],
        guards: &[Guard::Corpus("reach/sections_on_overlapping_members")],
    },
    Mutant {
        name: "endless-section-not-idle",
        rule: "a thread in front of a section in which it would go round for ever goes on beside stuck threads (`bmc`)",
        edits: &[Edit {
            file: "crates/bmc/src/unwind/effect.rs",
            text: "if self.assumed.idle_groups.contains(&(cx.id, number)) {",
            replacement: "if self.assumed.idle_groups.contains(&(cx.id, u32::MAX)) {",
        }],
        guards: &[Guard::Corpus("deadlock/section_without_end_beside_a_kept_lock")],
    },
    Mutant {
        name: "section-left-at-any-race",
        rule: "an execution ends in a section at a race only if the race is asked for (`bmc`)",
        edits: &[Edit {
            file: "crates/bmc/src/order/encoding.rs",
            text: "Query::Execution => assumed.extend([pool.not(allows_cuts), no_race]),",
            replacement: "Query::Execution => assumed.push(pool.not(allows_cuts)),",
        }],
        guards: &[Guard::Corpus("race/section_that_ends_at_a_race")],
    },
    Mutant {
        name: "locked-again-in-a-section",
        rule: "a thread that write-locks again in an atomic section may wait there (`sequential`)",
        edits: &[Edit {
            file: "crates/horn/src/sequentialize/synchronize.rs",
            text: "None if self.in_section => done,",
            replacement: "None if self.in_section && failure.is_some() => done,",
        }],
        guards: &[Guard::Corpus("sequential/write_locked_again_in_a_section")],
    },
];
