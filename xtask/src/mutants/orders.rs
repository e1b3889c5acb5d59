//! Mutants of the rules about joins by a count, phases of barriers, and objects that are handed over: `static` answers SAFE for a program
//! with a race; and of the rules about sections that end: it answers SAFE for a program with a deadlock.

use super::table::{Edit, Guard, Mutant};

/// The mutants of `counters/created.rs`, `barrier_phases.rs`, `points_to/handed.rs` and `mutex_kinds.rs` in `crates/analysis`, and of
/// `counting.rs` in `crates/program`.
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
    Mutant {
        name: "creation-failed",
        rule: "an object is its creator's again only if the creation failed",
        edits: &[Edit {
            file: "crates/analysis/src/points_to/handed.rs",
            text: "zero_behind(&birth.program.types, guard, &is_it)) == Some(false) {",
            replacement: "zero_behind(&birth.program.types, guard, &is_it)).is_some() {",
        }],
        guards: &[Guard::Corpus("taken_back_from_a_creation_that_succeeded")],
    },
    Mutant {
        name: "part-held",
        rule: "a register that holds the address of a member holds the object",
        edits: &[Edit {
            file: "crates/analysis/src/points_to/handed.rs",
            text: "            after.registers.insert(*target);",
            replacement: "            after.registers.extend(is_whole(value).then_some(*target));",
        }],
        guards: &[Guard::Corpus("part_is_kept_by_the_creator")],
    },
    Mutant {
        name: "kind-by-initializer",
        rule: "an initializer of a local may make its mutex a recursive one",
        edits: &[Edit {
            file: "crates/analysis/src/mutex_kinds.rs",
            text: "&& !lies_apart(target)",
            replacement: "&& !(true || lies_apart(target))",
        }],
        guards: &[Guard::Corpus("mutex_of_a_frame_is_recursive")],
    },
    Mutant {
        name: "copy-in-time",
        rule: "the address of an access moves with a copy only if each iteration makes the copy",
        edits: &[Edit {
            file: "crates/program/src/counting.rs",
            text: "copies.is_empty() || !lies_on_a_cycle_without(&steps, copies)",
            replacement: "true || copies.is_empty() || !lies_on_a_cycle_without(&steps, copies)",
        }],
        guards: &[Guard::Test {
            package: "raddle-program",
            target: "--lib",
            name: "a_loop_that_walks_with_a_copy_is_left_if_it_always_copies",
        }],
    },
    Mutant {
        name: "number-in-the-element",
        rule: "no other step writes to the cell in which a thread finds its number",
        edits: &[Edit {
            file: "crates/analysis/src/own_element/given.rs",
            text: "} else if !self.writes_elsewhere(at, write, cell)",
            replacement: "} else if false && !self.writes_elsewhere(at, write, cell)",
        }],
        guards: &[Guard::Corpus("own_elements_by_a_number_that_the_thread_changes")],
    },
    Mutant {
        name: "number-of-the-round",
        rule: "the number in an element is stored in each round",
        edits: &[Edit {
            file: "crates/analysis/src/own_element/given.rs",
            text: "            && !reaches_without(automaton, starts, automaton.transitions[created].from, write.transition)",
            replacement: "            && (true || !reaches_without(automaton, starts, automaton.transitions[created].from, write.transition))",
        }],
        guards: &[Guard::Corpus("own_elements_by_a_number_of_another_round")],
    },
    Mutant {
        name: "object-that-hands-order-on",
        rule: "an object that hands order on is looked for in the history",
        edits: &[Edit {
            file: "crates/reference/src/machine/order.rs",
            text: "self.handing.extend(to.object());",
            replacement: "self.handing.extend(to.object().filter(|_| false));",
        }],
        guards: &[Guard::Corpus("an_exchange_that_succeeds_acquires")],
    },
    Mutant {
        name: "object-without-signed-offsets",
        rule: "an object whose offsets do not fit is no object of an execution",
        edits: &[
            Edit {
                file: "crates/reference/src/machine/library/allocation.rs",
                text: "    i64::try_from(size).is_err()\n",
                replacement: "    i64::try_from(size).is_err() && size == 0\n",
            },
            Edit {
                file: "crates/reference/src/machine/perform.rs",
                text: "if i64::try_from(size).is_err() =>",
                replacement: "if i64::try_from(size).is_err() && size == 0 =>",
            },
        ],
        guards: &[Guard::Corpus("huge_object_to_the_last_byte")],
    },
];
