//! Mutants of static analyses: a rule that is broken makes `static` answer SAFE for a program with a race, or a wrong assertion.

use super::table::{Edit, Guard, Mutant};

/// The mutants of `crates/analysis`.
pub const ANALYSES: &[Mutant] = &[
    Mutant {
        name: "counter-after-access",
        rule: "what a thread does after it has counted down is not ordered",
        edits: &[Edit {
            file: "crates/analysis/src/counters/live.rs",
            text: "        !may.contains(ThreadFacts::DOWN)",
            replacement: "        (true || !may.contains(ThreadFacts::DOWN))",
        }],
        guards: &[Guard::Corpus("live_counter_then_access")],
    },
    Mutant {
        name: "counter-twice",
        rule: "each thread counts down once at most",
        edits: &[Edit {
            file: "crates/analysis/src/counters/live.rs",
            text: "if !counts_down_once || !by_creator",
            replacement: "if false && !counts_down_once || !by_creator",
        }],
        guards: &[Guard::Corpus("live_counter_twice_down")],
    },
    Mutant {
        name: "counter-before-creation",
        rule: "the creator counts each thread before it creates it",
        edits: &[Edit {
            file: "crates/analysis/src/counters/live.rs",
            text: "let is_counted = is_latch ||",
            replacement: "let is_counted = true || is_latch ||",
        }],
        guards: &[Guard::Corpus("live_counter_another_creation")],
    },
    Mutant {
        name: "counter-new-creation",
        rule: "a creation behind the test is not covered",
        edits: &[Edit {
            file: "crates/analysis/src/counters/facts.rs",
            text: "for fact in [Self::UP, Self::ZERO, Self::ALL, Self::ZERO_AFTER_ALL] {",
            replacement: "for fact in [Self::UP] {",
        }],
        guards: &[Guard::Corpus("live_counter_another_creation")],
    },
    Mutant {
        name: "counter-guards",
        rule: "changes and tests have one lock, or release and acquire",
        edits: &[Edit {
            file: "crates/analysis/src/counters/live.rs",
            text: "if !test.guards.iter().any(|guard| guards.contains(guard)) {",
            replacement: "if false && !test.guards.iter().any(|guard| guards.contains(guard)) {",
        }],
        guards: &[Guard::Corpus("live_counter_read_relaxed")],
    },
    Mutant {
        name: "counter-release",
        rule: "an atomic count hands on what was done before",
        edits: &[Edit {
            file: "crates/analysis/src/counters/live.rs",
            text: "guards.retain(|guard| *guard != Guard::Atomic ||",
            replacement: "guards.retain(|guard| true || *guard != Guard::Atomic ||",
        }],
        guards: &[Guard::Corpus("live_counter_relaxed")],
    },
    Mutant {
        name: "counter-bits",
        rule: "a counter in a bit-field has fewer bits than its type",
        edits: &[Edit {
            file: "crates/analysis/src/counters/steps.rs",
            text: "field_of(&self.program.types, base.ty, *number).is_some_and(|field| field.bits.is_none())",
            replacement: "field_of(&self.program.types, base.ty, *number).is_some()",
        }],
        guards: &[Guard::Corpus("live_counter_of_one_bit")],
    },
    Mutant {
        name: "counter-reset",
        rule: "the counter is set before anything is counted",
        edits: &[Edit {
            file: "crates/analysis/src/counters/live.rs",
            text: "                && self.has(started, *place, Started::STARTED) == Some(false)\n                && begins(*place, number)",
            replacement: "                && (true || self.has(started, *place, Started::STARTED) == Some(false))\n                && begins(*place, number)",
        }],
        guards: &[Guard::Corpus("live_counter_reset.")],
    },
    Mutant {
        name: "counter-latch",
        rule: "a counter that no step counts up begins with the number of threads",
        edits: &[Edit {
            file: "crates/analysis/src/counters/live.rs",
            text: "true => self.at_most(&creations).is_some_and(|most| most <= number),",
            replacement: "true => true,",
        }],
        guards: &[Guard::Corpus("live_counter_latch_too_small")],
    },
    Mutant {
        name: "counter-all",
        rule: "all threads are counted before zero means that they have ended",
        edits: &[Edit {
            file: "crates/analysis/src/counters/live.rs",
            text: "false => found(CreatorFacts::ZERO_AFTER_ALL) ||",
            replacement: "false => found(CreatorFacts::ZERO) ||",
        }],
        guards: &[Guard::Corpus("live_counter_inner_zero_first")],
    },
    Mutant {
        name: "counter-flag-order",
        rule: "the flag is cleared before the test",
        edits: &[Edit {
            file: "crates/analysis/src/counters/facts.rs",
            text: "if self.zeros.contains(&place) && state.contains(Self::cleared(flag)) {",
            replacement: "if self.zeros.contains(&place) && (true || state.contains(Self::cleared(flag))) {",
        }],
        guards: &[Guard::Corpus("live_counter_flag_cleared_late")],
    },
    Mutant {
        name: "counter-flag-seen",
        rule: "a thread asks for the flag after it has counted itself",
        edits: &[Edit {
            file: "crates/analysis/src/counters/facts.rs",
            text: "            if state.contains(ThreadFacts::UP) {",
            replacement: "            if true || state.contains(ThreadFacts::UP) {",
        }],
        guards: &[Guard::Corpus("live_counter_flag_before_it_counts")],
    },
    Mutant {
        name: "counter-flag-set",
        rule: "the flag is never set again",
        edits: &[Edit {
            file: "crates/analysis/src/counters/live.rs",
            text: "late.iter().all(|(_, number, also)| number.as_number() == Some(0) && also.contains(guard))",
            replacement: "late.iter().all(|(_, _, also)| also.contains(guard))",
        }],
        guards: &[Guard::Corpus("live_counter_flag_set_again")],
    },
    Mutant {
        name: "ticket-section",
        rule: "one is added in the section of the draw",
        edits: &[Edit {
            file: "crates/analysis/src/counters/tickets.rs",
            text: "            if !matches!(step.effect, Effect::Assign { .. }) {\n                return false;\n            }\n",
            replacement: "            if false && !matches!(step.effect, Effect::Assign { .. }) {\n                return false;\n            }\n",
        }],
        guards: &[Guard::Corpus("tickets_drawn_apart")],
    },
    Mutant {
        name: "ticket-given-back",
        rule: "numbers are not given back",
        edits: &[Edit {
            file: "crates/analysis/src/counters/tickets.rs",
            text: "!writes.changes.iter().all(|(_, change)| change.is_up) ||",
            replacement: "!writes.changes.iter().any(|(_, change)| change.is_up) ||",
        }],
        guards: &[Guard::Corpus("tickets_given_back")],
    },
    Mutant {
        name: "element-join",
        rule: "the creator has joined the thread in the same round",
        edits: &[Edit {
            file: "crates/analysis/src/own_element.rs",
            text: "            !reaches_without(automaton, rounds, automaton.transitions[creator.transition].from, join)\n                && forms",
            replacement: "            (true || !reaches_without(automaton, rounds, automaton.transitions[creator.transition].from, join))\n                && forms",
        }],
        guards: &[Guard::Corpus("own_elements_joined_later")],
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
        name: "counter-of-many",
        rule: "an allocation with several elements has no unique cell",
        edits: &[Edit {
            file: "crates/analysis/src/points_to/mod.rs",
            text: "|size| object.shape.is_exact_within(offset, size)",
            replacement: "|size| size > 0 || object.shape.is_exact_within(offset, size)",
        }],
        guards: &[Guard::Corpus("live_counter_of_many")],
    },
    Mutant {
        name: "counter-latch-number",
        rule: "the number that a counter begins with is that of the loop that creates the threads",
        edits: &[Edit {
            file: "crates/analysis/src/counters/live.rs",
            text: "&& is_stable(self.steps.automaton(place.0), place.1, number)",
            replacement: "&& (true || is_stable(self.steps.automaton(place.0), place.1, number))",
        }],
        guards: &[Guard::Corpus("live_counter_latch_of_another_number")],
    },
    Mutant {
        name: "published-without-order",
        rule: "the first write into new memory is ordered only if its address is published in order",
        edits: &[Edit {
            file: "crates/analysis/src/points_to/unordered_publication.rs",
            text: "site.is_at_birth && !is_unordered(site)",
            replacement: "site.is_at_birth && (true || !is_unordered(site))",
        }],
        guards: &[Guard::Corpus("new_memory_published_by_a_relaxed_store")],
    },
];
