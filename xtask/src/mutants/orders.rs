//! Mutants of the rules about joins by a count and phases of barriers: `static` answers SAFE for a program with a race.

use super::table::{Edit, Guard, Mutant};

/// The mutants of `counters/created.rs` and `barrier_phases.rs` in `crates/analysis`.
pub const ORDERS: &[Mutant] = &[
    Mutant {
        name: "join-count-open",
        rule: "a thread that is not counted yet is not joined by the count",
        edits: &[Edit {
            file: "crates/analysis/src/counters/created.rs",
            text: "&& !is_open((joins.at.0, joins.rounds.exit))",
            replacement: "&& (true || !is_open((joins.at.0, joins.rounds.exit)))",
        }],
        guards: &[Guard::Corpus("joined_by_count_before_creation")],
    },
    Mutant {
        name: "join-count-stored",
        rule: "nothing is stored into the count after a creation",
        edits: &[Edit {
            file: "crates/analysis/src/counters/created.rs",
            text: "            && stores.clone().all(|at| is_quiet(at) && !may_have(at, Facts::CREATED));",
            replacement: "            && (true || stores.clone().all(|at| is_quiet(at) && !may_have(at, Facts::CREATED)));",
        }],
        guards: &[Guard::Corpus("joined_by_count_set_back")],
    },
    Mutant {
        name: "join-count-from-zero",
        rule: "the loop that joins begins with zero",
        edits: &[Edit {
            file: "crates/analysis/src/counters/created.rs",
            text: ".filter(|it| it.first == 0 && it.test.0",
            replacement: ".filter(|it| it.first >= 0 && it.test.0",
        }],
        guards: &[Guard::Corpus("joined_by_count_twice")],
    },
    Mutant {
        name: "join-count-each",
        rule: "a count grows once for each creation",
        edits: &[Edit {
            file: "crates/analysis/src/counters/created.rs",
            text: "&& !is_open(creation.at)",
            replacement: "&& (true || !is_open(creation.at))",
        }],
        guards: &[Guard::Corpus("joined_by_count_not_always")],
    },
    Mutant {
        name: "phases-count",
        rule: "the participants of a barrier are no more than it counts",
        edits: &[Edit {
            file: "crates/analysis/src/barrier_phases.rs",
            text: "&& sum.is_some_and(|sum| sum <= count)",
            replacement: "&& sum.is_some_and(|sum| sum <= count || true)",
        }],
        guards: &[Guard::Corpus("barrier_phases_main_too_many")],
    },
    Mutant {
        name: "phases-first",
        rule: "the count of a barrier is set before its participants are created",
        edits: &[Edit {
            file: "crates/analysis/src/barrier_phases.rs",
            text: "before(&must, Facts::INITIALIZED) != Some(false)",
            replacement: "(true || before(&must, Facts::INITIALIZED) != Some(false))",
        }],
        guards: &[Guard::Corpus("barrier_phases_initialized_on_one_way")],
    },
    Mutant {
        name: "phases-destroyed",
        rule: "no thread waits at a barrier that was destroyed",
        edits: &[Edit {
            file: "crates/analysis/src/barrier_phases.rs",
            text: "before(&may, Facts::ENDED) != Some(true)",
            replacement: "(true || before(&may, Facts::ENDED) != Some(true))",
        }],
        guards: &[Guard::Corpus("barrier_phases_after_destruction")],
    },
    Mutant {
        name: "phases-width",
        rule: "the count of a barrier is read through no conversion that may change it",
        edits: &[Edit {
            file: "crates/analysis/src/barrier_phases.rs",
            text: "if width(operand.ty) == width(number.ty)",
            replacement: "if true || width(operand.ty) == width(number.ty)",
        }],
        guards: &[Guard::Corpus("barrier_phases_of_a_narrower_count")],
    },
];
