//! Mutants of proofs about steps: what calls of locks and threads misuse, which accesses stay inside, and the prefix up to the steps that are
//! left. A rule that is broken makes `static` or `residual` answer SAFE for a program with a misuse or an invalid access.

use super::table::{Edit, Guard, Mutant};

/// The mutants of `lock_usage` and `intervals`, and of what rests on them.
pub const STEPS: &[Mutant] = &[
    Mutant {
        name: "usage-release",
        rule: "a thread releases what it certainly holds",
        edits: &[Edit {
            file: "crates/analysis/src/lock_usage/mod.rs",
            text: "self.is_usable(place, site, 0) && (self.holds)(place)",
            replacement: "self.is_usable(place, site, 0) && (true || (self.holds)(place))",
        }],
        guards: &[Guard::Corpus("unlocked_twice_on_one_path")],
    },
    Mutant {
        name: "usage-before-initialization",
        rule: "what a call uses was initialized before",
        edits: &[Edit {
            file: "crates/analysis/src/lock_usage/mod.rs",
            text: "self.is_always_usable(target, family) || is_known()",
            replacement: "self.is_always_usable(target, family) || is_known() || self.facts.number(Fact::Usable(target)).is_some()",
        }],
        guards: &[Guard::Corpus("used_in_a_helper_before_it_is_initialized")],
    },
    Mutant {
        name: "usage-initialized-again",
        rule: "an object is not initialized again",
        edits: &[Edit {
            file: "crates/analysis/src/lock_usage/mod.rs",
            text: "&& before.is_some_and(|known| !known.contains(fact))",
            replacement: "&& before.is_some()",
        }],
        guards: &[Guard::Corpus("initialized_in_each_round")],
    },
    Mutant {
        name: "usage-destroyed-beside",
        rule: "no running thread names what is destroyed",
        edits: &[Edit {
            file: "crates/analysis/src/lock_usage/mod.rs",
            text: "!self.code.may_run_beside(*user, place) && !keeps_to_its_end(user)",
            replacement: "!keeps_to_its_end(user)",
        }],
        guards: &[Guard::Corpus("destroyed_while_others_run")],
    },
    Mutant {
        name: "usage-kept-to-the-end",
        rule: "a thread that has ended does not hold what is destroyed",
        edits: &[Edit {
            file: "crates/analysis/src/lock_usage/mod.rs",
            text: "!self.code.may_run_beside(*user, place) && !keeps_to_its_end(user)",
            replacement: "!self.code.may_run_beside(*user, place)",
        }],
        guards: &[Guard::Corpus("destroyed_while_an_ended_thread_has_it")],
    },
    Mutant {
        name: "usage-join-uncreated",
        rule: "a joined thread was created on every path",
        edits: &[Edit {
            file: "crates/analysis/src/lock_usage/mod.rs",
            text: "created.is_some_and(|fact| known.is_some_and(|it| it.contains(fact)))",
            replacement: "created.is_some() && known.is_some()",
        }],
        guards: &[Guard::Corpus("joined_if_it_was_created_or_not")],
    },
    Mutant {
        name: "usage-join-range",
        rule: "a loop joins no more than was created",
        edits: &[Edit {
            file: "crates/analysis/src/join_loop.rs",
            text: "has_ids && runs_once && created.covers(&joined)",
            replacement: "has_ids && runs_once",
        }],
        guards: &[Guard::Corpus("one_thread_too_many_joined")],
    },
    Mutant {
        name: "usage-join-again",
        rule: "a loop that joins runs once",
        edits: &[Edit {
            file: "crates/analysis/src/join_loop.rs",
            text: "has_ids && runs_once && created.covers(&joined)",
            replacement: "has_ids && created.covers(&joined)",
        }],
        guards: &[Guard::Corpus("threads_of_a_loop_joined_in_each_round")],
    },
    Mutant {
        name: "intervals-ended",
        rule: "numbers are followed after joins only if all threads have ended",
        edits: &[Edit {
            file: "crates/analysis/src/parallel.rs",
            text: "self.points_to.classes[class].parent.is_none() && running.is_some_and(BitSet::is_empty)",
            replacement: "self.points_to.classes[class].parent.is_none() && running.is_some()",
        }],
        guards: &[Guard::Corpus("written_after_one_join")],
    },
    Mutant {
        name: "routine-at-the-end",
        rule: "what the end of a thread calls is a function",
        edits: &[Edit {
            file: "crates/analysis/src/intervals/accesses.rs",
            text: "} => may_be_called(flow, &operands[0]),",
            replacement: "} => may_be_called(flow, &operands[0]) || true,",
        }],
        guards: &[Guard::Corpus("memory/destructor_that_is_no_function")],
    },
    Mutant {
        name: "usage-detached-again",
        rule: "no way leads to a detachment again without a creation",
        edits: &[Edit {
            file: "crates/analysis/src/lock_usage/detachment.rs",
            text: "let from = others.chain([automaton.entry, behind(transition)]);",
            replacement: "let from = others.chain([automaton.entry]);",
        }],
        guards: &[Guard::Corpus("locks/detached_by_a_loop_behind_the_creation")],
    },
    Mutant {
        name: "usage-detached-elsewhere",
        rule: "no other call detaches the thread",
        edits: &[Edit {
            file: "crates/analysis/src/lock_usage/detachment.rs",
            text: "!others.any(may_detach) && !joins",
            replacement: "!joins",
        }],
        guards: &[
            Guard::Corpus("locks/detached_twice_in_a_round"),
            Guard::Corpus("locks/detached_by_itself_and_by_its_creator"),
        ],
    },
    Mutant {
        name: "usage-detached-and-joined",
        rule: "a detached thread is not joined",
        edits: &[Edit {
            file: "crates/analysis/src/lock_usage/detachment.rs",
            text: "&& !joins.any(|(_, &id)| may_name(id))",
            replacement: "&& joins.all(|(_, &id)| may_name(id) || !may_name(id))",
        }],
        guards: &[Guard::Corpus("locks/detached_by_itself_and_joined")],
    },
    Mutant {
        name: "prefix-of-main-alone",
        rule: "only main takes steps up to which the process goes on",
        edits: &[Edit {
            file: "crates/verify/src/transform/prefix.rs",
            text: "|| steps.iter().any(|&(context, _)| points_to.contexts[context].class != main)",
            replacement: "|| points_to.hides_calls && !steps.is_empty()",
        }],
        guards: &[Guard::Corpus("memory/scanned_by_a_thread_too")],
    },
    Mutant {
        name: "prefix-that-goes-wrong-later",
        rule: "a step that makes a later one go wrong has no prefix",
        edits: &[Edit {
            file: "crates/verify/src/residual.rs",
            text: "if goes_wrong_later {",
            replacement: "if goes_wrong_later && open.is_empty() {",
        }],
        guards: &[
            Guard::Corpus("memory/destructor_that_is_no_function"),
            Guard::Corpus("memory/scanned_by_a_pointer_that_left"),
        ],
    },
    Mutant {
        name: "prefix-of-one-call",
        rule: "a procedure is cut only if one call leads to it",
        edits: &[Edit {
            file: "crates/verify/src/transform/prefix.rs",
            text: "(data.callers.as_slice(), runs_alone(points_to, data.procedure), data.is_once)",
            replacement: "(data.callers.last().map_or(&[][..], std::slice::from_ref), true, true)",
        }],
        guards: &[Guard::Corpus("memory/scanned_by_a_second_call")],
    },
    Mutant {
        name: "prefix-without-jumps",
        rule: "a procedure with jumps is not cut",
        edits: &[Edit {
            file: "crates/verify/src/transform/prefix.rs",
            text: "if statements(&data.body).iter().any(has_jumps) {",
            replacement: "if statements(&data.body).iter().all(has_jumps) {",
        }],
        guards: &[Guard::Corpus("memory/scanned_behind_a_jump_back")],
    },
    Mutant {
        name: "prefix-of-main-once",
        rule: "main is cut only if it runs once",
        edits: &[Edit {
            file: "crates/verify/src/transform/prefix.rs",
            text: "|| !(runs_once && points_to.classes[main].created_at.is_empty())",
            replacement: "|| !(runs_once || points_to.classes[main].created_at.is_empty())",
        }],
        guards: &[Guard::Corpus("memory/scanned_by_main_again"), Guard::Corpus("memory/scanned_by_a_thread_in_main")],
    },
    Mutant {
        name: "elements-of-the-heap",
        rule: "the elements of an array in a frame are not counted, since it may end before its procedure",
        edits: &[Edit {
            file: "crates/analysis/src/intervals/flow.rs",
            text: "if *region != Region::Stack {",
            replacement: "if *region != Region::Stack || !*is_zeroed {",
        }],
        guards: &[Guard::Corpus("memory/elements_of_an_array_that_was_left")],
    },
    Mutant {
        name: "free-of-the-heap",
        rule: "what lies in a frame cannot be freed",
        edits: &[Edit {
            file: "crates/analysis/src/intervals/accesses.rs",
            text: "matches!(it, Effect::Allocate { region, .. } if region.ends_as(wanted))",
            replacement: "matches!(it, Effect::Allocate { .. } if wanted != Region::Stack)",
        }],
        guards: &[Guard::Corpus("memory/free_of_what_lies_in_a_frame")],
    },
    Mutant {
        name: "elements-of-one-object",
        rule: "the elements that are counted are those of the one object that an allocation makes",
        edits: &[Edit {
            file: "crates/analysis/src/intervals/allocations.rs",
            text: "|| !self.points_to.runs_once(at.0, at.1, self.automata) {",
            replacement: "|| self.automata.len() == 0 {",
        }],
        guards: &[Guard::Corpus("memory/elements_of_the_first_allocation")],
    },
    Mutant {
        name: "elements-below-the-count",
        rule: "an element has a number that is less than how many were allocated",
        edits: &[Edit {
            file: "crates/analysis/src/intervals/definitions.rs",
            text: "is_some_and(|most| most < 0)",
            replacement: "is_some_and(|most| most < 1)",
        }],
        guards: &[Guard::Corpus("memory/elements_beyond_the_count")],
    },
    Mutant {
        name: "pointer-that-moved",
        rule: "a register that was moved inside an object leads to any of its elements",
        edits: &[Edit {
            file: "crates/analysis/src/intervals/accesses.rs",
            text: "object.shape.is_exact(offset) || !held.is_moved ||",
            replacement: "object.shape.is_exact(offset) || true ||",
        }],
        guards: &[Guard::Corpus("memory/outside_by_a_pointer_that_moved")],
    },
    Mutant {
        name: "assigned-where-a-thread-comes",
        rule: "what a register is assigned where a thread comes is an address",
        edits: &[Edit {
            file: "crates/analysis/src/intervals/sources.rs",
            text: "other != Some(register) || !self.reached.contains(&(context, data.from)) {",
            replacement: "other != Some(register) || self.reached.contains(&(context, data.from)) {",
        }],
        guards: &[Guard::Corpus("memory/null_on_one_way")],
    },
    Mutant {
        name: "number-made-longer",
        rule: "a number without sign that is made longer is another one than its bits, read with a sign",
        edits: &[Edit {
            file: "crates/analysis/src/number.rs",
            text: "(from.is_signed || bits.low >= 0) && Interval",
            replacement: "(from.is_signed || bits.low >= bits.low) && Interval",
        }],
        guards: &[Guard::Corpus("reach/number_without_sign_made_longer")],
    },
    Mutant {
        name: "cancelled-while-it-ends",
        rule: "a thread that returns is not cancelled while its destructors run (`bmc`)",
        edits: &[Edit {
            file: "crates/bmc/src/unwind/ending.rs",
            text: "self.disable_cancellation(cx, state)?;\n        for _",
            replacement: "for _",
        }],
        guards: &[Guard::Corpus("reach/destructor_waits_in_a_cancelled_thread")],
    },
];
