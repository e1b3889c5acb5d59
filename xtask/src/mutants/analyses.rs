//! Mutants of static analyses: a rule that is broken makes `static` answer SAFE for a program with a race.

use super::table::{Edit, Guard, Mutant};

/// The mutants of `crates/analysis`.
pub const ANALYSES: &[Mutant] = &[
    Mutant {
        name: "foreign-write",
        rule: "nothing is proved where a write may change a lock through another type",
        edits: &[Edit {
            file: "crates/analysis/src/overwritten_locks.rs",
            text: "match find(points_to).is_empty() {",
            replacement: "match find(points_to).is_empty() || true {",
        }],
        guards: &[Guard::Corpus("lock_in_a_union")],
    },
    Mutant {
        name: "address-returned-from-its-frame",
        rule: "a procedure does not return the address of a local that keeps its address in the frame",
        edits: &[Edit {
            file: "crates/analysis/src/frame_locals.rs",
            text: "|| is_returned",
            replacement: "|| is_returned && false",
        }],
        guards: &[Guard::Corpus("frame_local_returned")],
    },
    Mutant {
        name: "address-kept-beyond-its-block",
        rule: "no register keeps the address of a local beyond the end of its block",
        edits: &[Edit {
            file: "crates/analysis/src/frame_locals.rs",
            text: "bounds.any(|data| registers",
            replacement: "bounds.any(|data| false && registers",
        }],
        guards: &[Guard::Corpus("frame_local_kept_in_a_register")],
    },
    Mutant {
        name: "test-with-two-outcomes",
        rule: "a test becomes a constant only if it always has the same outcome",
        edits: &[Edit {
            file: "crates/program/src/certain_tests.rs",
            text: "old.retain(|register, value| state.get(register) == Some(value));",
            replacement: "old.retain(|register, _| state.contains_key(register));",
        }],
        guards: &[Guard::Corpus("creation_tested_later_with_another_number")],
    },
    Mutant {
        name: "store-to-what-does-not-live",
        rule: "a store that may go to a cell to which nothing was stored is possible",
        edits: &[Edit {
            file: "crates/analysis/src/intervals/memory.rs",
            text: "let known = self.held(state, cell).join(held)",
            replacement: "let known = Some(self.follow(state, cell)).map_or(held, |it| state.content(it).join(held))",
        }],
        guards: &[Guard::Corpus("stored_through_a_pointer_to_either")],
    },
    Mutant {
        name: "lock-on-some-paths",
        rule: "a lock protects an access if it does so on all groups of paths",
        edits: &[Edit {
            file: "crates/analysis/src/symbolic_lockset/mod.rs",
            text: "known.intersection(&other)",
            replacement: "known.union(&other)",
        }],
        guards: &[Guard::Corpus("one_account_of_two_locked")],
    },
    Mutant {
        name: "count-in-each-thread",
        rule: "what one thread counts, all threads of its class do",
        edits: &[Edit {
            file: "crates/analysis/src/executions.rs",
            text: "self.activations(context)?.checked_mul(rounds)",
            replacement: "self.activations(context).map(|_| rounds)",
        }],
        guards: &[Guard::Corpus("counted_by_too_many_threads")],
    },
    Mutant {
        name: "count-in-each-round",
        rule: "a step is counted once for each round of its loop",
        edits: &[Edit {
            file: "crates/analysis/src/executions.rs",
            text: "rounds.checked_add(1)",
            replacement: "rounds.checked_sub(rounds - 1)",
        }],
        guards: &[Guard::Corpus("counted_in_too_many_calls_of_a_loop")],
    },
    Mutant {
        name: "count-from-another-cell",
        rule: "a count starts from what cells of its group hold",
        edits: &[Edit {
            file: "crates/analysis/src/intervals/counts.rs",
            text: ".chain(&read)",
            replacement: ".chain(&read[..0])",
        }],
        guards: &[Guard::Corpus("counted_from_another_cell")],
    },
    Mutant {
        name: "count-overwritten",
        rule: "all that is written to a count is known",
        edits: &[Edit {
            file: "crates/analysis/src/intervals/counts.rs",
            text: "return self.leave(touched.cells.into_iter().map(|(cell, _)| cell));",
            replacement: "return drop(touched);",
        }],
        guards: &[Guard::Corpus("counted_from_what_is_allocated")],
    },
    Mutant {
        name: "assumption-on-one-way",
        rule: "a procedure tests its parameter on all ways to the return",
        edits: &[Edit {
            file: "crates/analysis/src/intervals/assumptions.rs",
            text: "guard.as_ref().is_some_and(is_test)",
            replacement: "guard.as_ref().is_some_and(|it| is_test(it) || true)",
        }],
        guards: &[Guard::Corpus("condition_that_a_procedure_does_not_always_test")],
    },
    Mutant {
        name: "loop-that-wraps",
        rule: "a loop whose register wraps before the test fails has no known number of rounds",
        edits: &[Edit {
            file: "crates/analysis/src/counted_loop.rs",
            text: "end.as_number().is_some_and(|end| !reader.counts_up(&rounds, end))",
            replacement: "end.as_number().is_some_and(|end| false && !reader.counts_up(&rounds, end))",
        }],
        guards: &[Guard::Corpus("counted_in_a_loop_that_wraps")],
    },
    Mutant {
        name: "count-through-a-narrow-type",
        rule: "each type on the way can hold what is computed",
        edits: &[Edit {
            file: "crates/analysis/src/intervals/sums.rs",
            text: "found.holds.meet(shifted)",
            replacement: "found.holds.join(shifted)",
        }],
        guards: &[Guard::Corpus("counted_through_a_narrow_type")],
    },
    Mutant {
        name: "pointer-that-comes-back",
        rule: "nothing is known of the bytes behind a pointer that an index led out of its object",
        edits: &[Edit {
            file: "crates/analysis/src/intervals/bytes.rs",
            text: "!self.points_to.leads_out(node)",
            replacement: "true || !self.points_to.leads_out(node)",
        }],
        guards: &[Guard::Corpus("filled_through_a_pointer_that_comes_back")],
    },
    Mutant {
        name: "foreign-write-in-a-trace",
        rule: "a trace that takes such a write is no violation",
        edits: &[Edit {
            file: "crates/verify/src/certify.rs",
            text: "step.span.overlaps(found.write)",
            replacement: "false && step.span.overlaps(found.write)",
        }],
        guards: &[Guard::Corpus("filled_through_void")],
    },
    Mutant {
        name: "guard-of-readers",
        rule: "a cell that is read without a lock has no guard",
        edits: &[Edit {
            file: "crates/analysis/src/intervals/guards.rs",
            text: "for is_write in [false, true] {",
            replacement: "for is_write in [true] {",
        }],
        guards: &[Guard::Corpus("number_passed_under_a_lock_that_the_reader_lacks")],
    },
    Mutant {
        name: "guard-kept-by-a-wait",
        rule: "a wait on a condition publishes what its mutex guards",
        edits: &[Edit {
            file: "crates/analysis/src/intervals/guards.rs",
            text: "!locks.locksets.may_name(it, held.lock)",
            replacement: "(true || !locks.locksets.may_name(it, held.lock))",
        }],
        guards: &[Guard::Corpus("counted_under_a_lock_that_is_released")],
    },
    Mutant {
        name: "leaks-of-the-last-thread",
        rule: "nothing is proved of leaks where the process may end with its last thread",
        edits: &[Edit {
            file: "crates/verify/src/leaks.rs",
            text: "let gap = self.gap.filter(|_| property == Property::Leaks);",
            replacement: "let gap = self.gap.filter(|_| false && property == Property::Leaks);",
        }],
        guards: &[Guard::Corpus("last_thread_does_not_free")],
    },
    Mutant {
        name: "counter-after-access",
        rule: "what a thread does after it has counted down is not ordered",
        edits: &[Edit {
            file: "crates/analysis/src/counters/live.rs",
            text: "if may.contains(ThreadFacts::DOWN) {",
            replacement: "if false && may.contains(ThreadFacts::DOWN) {",
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
            text: "{ CreatorFacts::ZERO } else { CreatorFacts::ZERO_AFTER_ALL };",
            replacement: "{ CreatorFacts::ZERO } else { CreatorFacts::ZERO };",
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
    Mutant {
        name: "stored-cells",
        rule: "no other step writes the cells with the addresses of objects",
        edits: &[Edit {
            file: "crates/analysis/src/stored_objects.rs",
            text: "&& is_only_writer(points_to, &cells, pointer_bytes, (context, store))",
            replacement: "&& true",
        }],
        guards: &[Guard::Corpus("joined_in_objects_with_a_cell_copied")],
    },
    Mutant {
        name: "stored-ids",
        rule: "no other step writes the ids in objects",
        edits: &[Edit {
            file: "crates/analysis/src/stored_objects.rs",
            text: "&& is_only_writer(points_to, &ids, pointer_bytes, at)",
            replacement: "&& true",
        }],
        guards: &[Guard::Corpus("joined_in_objects_with_an_id_overwritten")],
    },
    Mutant {
        name: "stored-member",
        rule: "the id is read where the creation stores it",
        edits: &[Edit {
            file: "crates/analysis/src/stored_objects.rs",
            text: "distance == created_distance",
            replacement: "(true || distance == created_distance)",
        }],
        guards: &[Guard::Corpus("joined_in_objects_by_another_member")],
    },
    Mutant {
        name: "stored-round",
        rule: "what is stored is the object of the round",
        edits: &[Edit {
            file: "crates/analysis/src/stored_objects.rs",
            text: "&& is_of_round()",
            replacement: "&& (true || is_of_round())",
        }],
        guards: &[Guard::Corpus("joined_in_objects_of_the_first_round")],
    },
    Mutant {
        name: "stored-ways",
        rule: "every way to the creation passes the allocation of the round",
        edits: &[Edit {
            file: "crates/analysis/src/stored_objects.rs",
            text: "    if reaches_without(automaton, starts.chain([automaton.entry]), at, write) {",
            replacement: "    if false && reaches_without(automaton, starts.chain([automaton.entry]), at, write) {",
        }],
        guards: &[Guard::Corpus("joined_in_objects_of_every_other_round")],
    },
    Mutant {
        name: "stored-objects",
        rule: "the cells lead to objects of the rounds only",
        edits: &[Edit {
            file: "crates/analysis/src/stored_objects.rs",
            text: "&& addresses(read, false)?.iter().all(|target| is_object(target.object))",
            replacement: "&& true",
        }],
        guards: &[Guard::Corpus("joined_in_objects_left_before_the_store")],
    },
    Mutant {
        name: "object-of-cell",
        rule: "the cell of the round leads to the object of the round",
        edits: &[Edit {
            file: "crates/analysis/src/own_element.rs",
            text: "(bytes == cell).then(",
            replacement: "(true || bytes == cell).then(",
        }],
        guards: &[Guard::Corpus("own_objects_joined_next")],
    },
    Mutant {
        name: "object-of-round",
        rule: "a register has the object of the round behind its allocation only",
        edits: &[Edit {
            file: "crates/analysis/src/own_element.rs",
            text: "        if reaches_without(automaton, starts, at.location, write) {",
            replacement: "        if false && reaches_without(automaton, starts, at.location, write) {",
        }],
        guards: &[Guard::Corpus("own_objects_of_every_other_round")],
    },
    Mutant {
        name: "key-set",
        rule: "another value takes the place of the one that a key had",
        edits: &[Edit {
            file: "crates/analysis/src/key_values.rs",
            text: "                known.value = self.of_local(&operands[1]).filter(",
            replacement: "                known.value = known.value.or(self.of_local(&operands[1])).filter(",
        }],
        guards: &[Guard::Corpus("lock_if_the_key_is_set_in_between")],
    },
    Mutant {
        name: "key-call",
        rule: "a called procedure may set the key",
        edits: &[Edit {
            file: "crates/analysis/src/key_values.rs",
            text: "Effect::Call { .. } | Effect::External { .. } => *known = Known::default(),",
            replacement: "Effect::Call { .. } | Effect::External { .. } => {}",
        }],
        guards: &[Guard::Corpus("lock_if_a_call_sets_the_key")],
    },
    Mutant {
        name: "key-branch",
        rule: "what one branch does not know is not known behind it",
        edits: &[Edit {
            file: "crates/analysis/src/key_values.rs",
            text: "known = ends[0].and(&ends[1]);",
            replacement: "known = ends[1].clone();",
        }],
        guards: &[Guard::Corpus("lock_if_one_branch_sets_the_key")],
    },
    Mutant {
        name: "key-loop",
        rule: "nothing is known where a round of a loop begins",
        edits: &[Edit {
            file: "crates/analysis/src/key_values.rs",
            text: "self.block(part, Known::default());",
            replacement: "self.block(part, known.clone());",
        }],
        guards: &[Guard::Corpus("lock_if_the_key_is_set_in_a_loop")],
    },
    Mutant {
        name: "key-variable",
        rule: "both take the key from the variable that has its number",
        edits: &[Edit {
            file: "crates/analysis/src/key_values.rs",
            text: "PlaceKind::Global(global) => global == self.key,",
            replacement: "PlaceKind::Global(_) => true,",
        }],
        guards: &[Guard::Corpus("lock_if_no_key_has_the_value")],
    },
    Mutant {
        name: "key-made",
        rule: "the key is made before other threads run",
        edits: &[Edit {
            file: "crates/analysis/src/key_values.rs",
            text: "(is_first && !points_to",
            replacement: "((true || is_first) && !points_to",
        }],
        guards: &[Guard::Corpus("lock_if_the_key_is_made_late")],
    },
    Mutant {
        name: "key-number",
        rule: "no other step writes the number of the key",
        edits: &[Edit {
            file: "crates/analysis/src/key_values.rs",
            text: "!points_to.accesses.iter().any(is_other_write)",
            replacement: "(true || !points_to.accesses.iter().any(is_other_write))",
        }],
        guards: &[Guard::Corpus("lock_if_the_variable_gets_another_number")],
    },
    Mutant {
        name: "key-deleted",
        rule: "no key is deleted",
        edits: &[Edit {
            file: "crates/analysis/src/key_values.rs",
            text: "    if !sites(Synchronization::KeyDelete).iter().all(is_of_large) {",
            replacement: "    if false && !sites(Synchronization::KeyDelete).iter().all(is_of_large) {",
        }],
        guards: &[Guard::Corpus("lock_if_the_key_is_deleted")],
    },
    Mutant {
        name: "key-local",
        rule: "the address is compared with that of the same variable",
        edits: &[Edit {
            file: "crates/analysis/src/key_values.rs",
            text: "self.address(one, known).is_some_and(|local| self.of_local(other) == Some(local))",
            replacement: "self.address(one, known).is_some()",
        }],
        guards: &[Guard::Corpus("lock_if_the_key_has_another_value")],
    },
    Mutant {
        name: "held-certain",
        rule: "a release ends an acquisition only if the thread certainly holds what it releases",
        edits: &[Edit {
            file: "crates/analysis/src/held_locks.rs",
            text: "if !facts.is_empty() && holds(place) {",
            replacement: "if !facts.is_empty() && (true || holds(place)) {",
        }],
        guards: &[Guard::Corpus("lock_of_another_entry_is_released")],
    },
    Mutant {
        name: "walk-direction",
        rule: "the address of the access moves with each round",
        edits: &[Edit {
            file: "crates/program/src/counting.rs",
            text: "let amount = self.amount(step, register, component)?;\n            if amount == 0 || !is_small",
            replacement: "let amount = self.amount(step, register, component).unwrap_or(1);\n            if amount == 0 || !is_small",
        }],
        guards: &[Guard::Corpus("holder_walks_around_a_ring")],
    },
    Mutant {
        name: "step-over-the-end",
        rule: "a step from an element of a long array may lead out of the array",
        edits: &[Edit {
            file: "crates/analysis/src/points_to/shift.rs",
            text: "if !is_covered {",
            replacement: "if false && !is_covered {",
        }],
        guards: &[Guard::Corpus("step_out_of_a_long_array")],
    },
    Mutant {
        name: "index-behind-the-object",
        rule: "a pointer that left its object by an unknown distance may come back anywhere",
        edits: &[Edit {
            file: "crates/analysis/src/points_to/shift.rs",
            text: "if step > 0 && !stands_for(is_behind) {",
            replacement: "if false && step > 0 && !stands_for(is_behind) {",
        }],
        guards: &[Guard::Corpus("end_of_a_short_array_and_back")],
    },
    Mutant {
        name: "back-into-the-object",
        rule: "a pointer in front of its object comes back where it was",
        edits: &[Edit {
            file: "crates/analysis/src/points_to/shift.rs",
            text: "if moved(before) >= 0 => self.at(moved(before)),",
            replacement: "if moved(before) >= 0 => Offset::Beyond,",
        }],
        guards: &[Guard::Corpus("container_of_the_head_and_back")],
    },
    Mutant {
        name: "further-offset-of-an-object",
        rule: "a pointer that would get a further offset leads anywhere in its object",
        edits: &[
            Edit {
                file: "crates/analysis/src/points_to/solver/moved.rs",
                text: "let range = (cache.targets.len() as u32, found.len() as u32);",
                replacement: "let found: Vec<Target> = found.into_iter().filter(|&target| self.admitted(target) == target).collect();\n                    let range = (cache.targets.len() as u32, found.len() as u32);",
            },
            Edit {
                file: "crates/analysis/src/points_to/solver/moved.rs",
                text: "let target = self.admitted(target);",
                replacement: "let target = Target { ..target };",
            },
        ],
        guards: &[Guard::Corpus("many_steps_inside_an_object")],
    },
    Mutant {
        name: "free-of-an-allocation",
        rule: "free accesses what an allocation gave",
        edits: &[Edit {
            file: "crates/analysis/src/sharers.rs",
            text: "ObjectKind::Allocated(..) | ObjectKind::Number | ObjectKind::Unknown | ObjectKind::Indeterminate => true,",
            replacement: "ObjectKind::Number | ObjectKind::Unknown | ObjectKind::Indeterminate => true,\n        ObjectKind::Allocated(..) => false,",
        }],
        guards: &[Guard::Corpus("freed_beside_an_allocation")],
    },
    Mutant {
        name: "copy-of-a-wrapper",
        rule: "a call of a wrapper goes to a copy of this wrapper",
        edits: &[Edit {
            file: "crates/analysis/src/copies.rs",
            text: "let key = (callee, ",
            replacement: "let key = (ProcedureId(0), ",
        }],
        guards: &[Guard::Test {
            package: "raddle-cli",
            target: "--test command",
            name: "a_function_that_locks_what_it_gets_is_told_apart_by_the_lock",
        }],
    },
    Mutant {
        name: "copy-for-a-call",
        rule: "a call goes to a copy of what it calls",
        edits: &[Edit {
            file: "crates/analysis/src/copies.rs",
            text: "let code = self.small.code.get(&callee).filter(",
            replacement: "let code = self.small.code.values().find(|it| it.parameters.is_empty()).filter(",
        }],
        guards: &[Guard::Test {
            package: "raddle-cli",
            target: "--test command",
            name: "what_a_function_writes_to_is_told_apart_by_the_call",
        }],
    },
    Mutant {
        name: "large-access-in-a-long-array",
        rule: "an access that begins in any element of a long array may reach behind the array",
        edits: &[Edit {
            file: "crates/analysis/src/points_to/object.rs",
            text: "cell.offset < array.end.saturating_add(size)",
            replacement: "cell.offset < array.end",
        }],
        guards: &[Guard::Test {
            package: "raddle-analysis",
            target: "--lib",
            name: "an_access_across_a_shared_element_touches_the_array_and_what_is_behind_it",
        }],
    },
];
