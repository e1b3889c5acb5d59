//! Mutants of what a function shares with the threads that it creates, and of counters of threads that called functions create.

use super::table::{Edit, Guard, Mutant};

/// The mutants of `activation.rs`, of the newer rules of `counters`, and of the consequences in a scan.
pub const ACTIVATIONS: &[Mutant] = &[
    Mutant {
        name: "activation-late",
        rule: "an access behind a creation is not before the created thread",
        edits: &[Edit {
            file: "crates/analysis/src/activation.rs",
            text: "&& !creator.late[automaton.transitions[one.transition].from]",
            replacement: "&& creator.late.iter().next().is_some()",
        }],
        guards: &[Guard::Corpus("job_of_each_call_changed_late")],
    },
    Mutant {
        name: "activation-published",
        rule: "no cell of another object holds the address of a kept object",
        edits: &[Edit {
            file: "crates/analysis/src/activation.rs",
            text: "kept.remove(target.object.index());",
            replacement: "pending.clear();",
        }],
        guards: &[Guard::Corpus("job_of_each_call_published")],
    },
    Mutant {
        name: "activation-given",
        rule: "no register of other code holds the address of a kept object",
        edits: &[Edit {
            file: "crates/analysis/src/activation.rs",
            text: "filter(|(context, _)| !own.contains(context)).map(|(_, node)| node)",
            replacement: "filter(|(context, _)| !own.contains(context) && false).map(|(_, node)| node)",
        }],
        guards: &[Guard::Corpus("job_of_each_call_given_to_others")],
    },
    Mutant {
        name: "activation-again",
        rule: "the creator's own code does not call it",
        edits: &[Edit {
            file: "crates/analysis/src/activation.rs",
            text: "own.is_disjoint(&leading).then_some(own)",
            replacement: "(true || own.is_disjoint(&leading)).then_some(own)",
        }],
        guards: &[Guard::Corpus("job_of_each_call_that_calls_itself")],
    },
    Mutant {
        name: "activation-threads",
        rule: "one thread alone makes the accesses of the creator's class, but not those of its threads",
        edits: &[Edit {
            file: "crates/analysis/src/activation.rs",
            text: "&& self.class(site.context) == creator.class;",
            replacement: "&& (true || self.class(site.context) == creator.class);",
        }],
        guards: &[Guard::Corpus("job_of_each_call_written_by_its_threads")],
    },
    Mutant {
        name: "counter-call-in-a-loop",
        rule: "a function that creates in a loop of its own creates more threads than it is called",
        edits: &[Edit {
            file: "crates/analysis/src/counters/live.rs",
            text: "if is_start || cycle_around",
            replacement: "if is_start || false && cycle_around",
        }],
        guards: &[Guard::Corpus("live_counter_created_twice_in_a_call")],
    },
    Mutant {
        name: "counter-call-between",
        rule: "a call between the read of a counter and its change neither writes nor synchronizes",
        edits: &[Edit {
            file: "crates/analysis/src/counters/steps.rs",
            text: "if !self.is_quiet(place, cell) {",
            replacement: "if false && !self.is_quiet(place, cell) {",
        }],
        guards: &[Guard::Corpus("live_counter_unlocked_by_a_handler")],
    },
    Mutant {
        name: "counter-section-between",
        rule: "a section between the read of a counter and its change may give back a lock that the program wrote itself",
        edits: &[Edit {
            file: "crates/analysis/src/counters/steps.rs",
            text: "matches!(effect, Effect::Live { .. } | Effect::Dead(_)),",
            replacement: "matches!(effect, Effect::Live { .. } | Effect::AtomicBegin | Effect::AtomicEnd | Effect::Dead(_)),",
        }],
        guards: &[
            Guard::Corpus("live_counter_with_its_written_lock_given_back"),
            Guard::Corpus("ticket_with_its_written_lock_given_back"),
        ],
    },
    Mutant {
        name: "counter-sign",
        rule: "a bound below zero is a large number of threads in a comparison without signs",
        edits: &[Edit {
            file: "crates/analysis/src/counters/live.rs",
            text: "&& counted.compares_signed(&self.program.types)",
            replacement: "&& (true || counted.compares_signed(&self.program.types))",
        }],
        guards: &[Guard::Corpus("live_counter_up_to_a_bound_without_sign")],
    },
    Mutant {
        name: "consequence-of-nothing",
        rule: "a race is a consequence only if its cause orders it",
        edits: &[Edit {
            file: "crates/scan/src/consequences.rs",
            text: "let (counter, flag) = self.counters.order(one, other)?;",
            replacement: "let Some((counter, flag)) = self.counters.order(one, other) else { continue };",
        }],
        guards: &[Guard::Test {
            package: "raddle-cli",
            target: "--test command",
            name: "a_race_that_a_counter_does_not_order_is_no_consequence",
        }],
    },
];
