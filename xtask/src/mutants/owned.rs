//! Mutants of memory that code has to itself.

use super::table::{Edit, Guard, Mutant};

/// The mutants of memory that is alive since nothing else could have freed it.
pub const OWNED: &[Mutant] = &[
    Mutant {
        name: "owned-used-behind-its-free",
        rule: "memory that was freed is not alive any more",
        edits: &[Edit {
            file: "crates/analysis/src/points_to/owned_steps.rs",
            text: "Effect::Free(address, _) if register_of(birth, address).is_some_and(is_possible) => Next::Freed,",
            replacement: "Effect::Free(address, _) if register_of(birth, address).is_some_and(is_possible) => Next::Held(after),",
        }],
        guards: &[Guard::Corpus("used_behind_its_free_in_a_round"), Guard::Corpus("returned_after_its_free")],
    },
    Mutant {
        name: "owned-freed-by-a-procedure",
        rule: "a procedure may free what it gets",
        edits: &[Edit {
            file: "crates/analysis/src/points_to/owned_steps.rs",
            text: "if passed.is_freed {",
            replacement: "if false {",
        }],
        guards: &[Guard::Corpus("freed_by_the_procedure_that_it_is_passed_to")],
    },
    Mutant {
        name: "owned-held-on-one-way",
        rule: "a register holds the address only if it does on every path",
        edits: &[Edit {
            file: "crates/analysis/src/points_to/owned.rs",
            text: "let is_live = before.is_own && only_here.contains(location);\n                if is_live && follows_only(birth, data, &before.certain) {",
            replacement: "let is_live = before.is_own && only_here.contains(location);\n                if is_live && follows_only(birth, data, &before.possible) {",
        }],
        guards: &[Guard::Corpus("held_on_one_way_only")],
    },
    Mutant {
        name: "owned-reached-without-the-allocation",
        rule: "a location is reached only behind the allocation",
        edits: &[Edit {
            file: "crates/analysis/src/points_to/owned.rs",
            text: "let is_live = before.is_own && only_here.contains(location);",
            replacement: "let is_live = before.is_own;",
        }],
        guards: &[Guard::Corpus("reached_without_the_allocation")],
    },
    Mutant {
        name: "owned-creator-goes-on",
        rule: "a creation gives an object away only if the creator does not use it any more",
        edits: &[Edit {
            file: "crates/analysis/src/points_to/owned.rs",
            text: "let is_given = is_left || !matches!(data.effect, Effect::Spawn { .. });",
            replacement: "let is_given = true;",
        }],
        guards: &[Guard::Corpus("handed_over_and_freed_here")],
    },
    Mutant {
        name: "owned-some-creation-gives",
        rule: "a parameter gets objects of its own only if each creation gives one",
        edits: &[Edit {
            file: "crates/analysis/src/points_to/owned.rs",
            text: "are_there && places.into_iter().all(|&(caller, call)|",
            replacement: "are_there && places.into_iter().any(|&(caller, call)|",
        }],
        guards: &[Guard::Corpus("handed_over_by_one_of_two_creations")],
    },
    Mutant {
        name: "owned-told",
        rule: "memory whose address is stored may be freed by other code",
        edits: &[Edit {
            file: "crates/analysis/src/points_to/owned_steps.rs",
            text: "        _ if all == harmless => Next::Held(after),\n        _ => Next::Told,",
            replacement: "        _ => Next::Held(after),",
        }],
        guards: &[Guard::Corpus("stored_and_freed_by_another_thread")],
    },
    Mutant {
        name: "array-of-ids-changed-between",
        rule: "the array of ids is the same one from the creations on",
        edits: &[Edit {
            file: "crates/analysis/src/counters/created.rs",
            text: "!self.has(may, at, Facts::CREATED).unwrap_or(false)",
            replacement: "self.has(may, at, Facts::CREATED).is_none_or(|_| true)",
        }],
        guards: &[Guard::Corpus("joined_by_count_moved_array")],
    },
    Mutant {
        name: "bound-stored-behind-creations",
        rule: "nothing is stored into the count from the first creation on",
        edits: &[Edit {
            file: "crates/analysis/src/counters/created.rs",
            text: "stores.clone().all(|at| is_quiet(at) && !may_have(at, Facts::CREATED))",
            replacement: "stores.clone().all(is_quiet)",
        }],
        guards: &[Guard::Corpus("joined_by_count_that_is_cleared_again")],
    },
    Mutant {
        name: "ids-at-another-place",
        rule: "the join loop reads the ids where the creations have stored them",
        edits: &[Edit {
            file: "crates/analysis/src/counters/created.rs",
            text: "is_one.then(|| offset.checked_add(term.constant).map(|offset| (object, offset)))?",
            replacement: "is_one.then_some((object, offset))",
        }],
        guards: &[Guard::Corpus("joined_from_the_second_id_of_a_variable")],
    },
    Mutant {
        name: "owned-left-behind",
        rule: "a thread has an object to itself only if no register of its creator has the address of the object before",
        edits: &[Edit {
            file: "crates/analysis/src/points_to/owned.rs",
            text: "is_left_behind |= !after.is_own && after.possible.iter().any(is_kept);",
            replacement: "is_left_behind |= false && after.possible.iter().any(is_kept);",
        }],
        guards: &[Guard::Corpus("handed_over_and_kept_for_the_next_round")],
    },
    Mutant {
        name: "index-that-leaves-its-array",
        rule: "an index that may leave its array may lead to another member",
        edits: &[Edit {
            file: "crates/analysis/src/intervals/bytes.rs",
            text: "!range.is_some_and(|range| inside.contains(range))",
            replacement: "!range.is_some_and(|range| range.low >= 0 || inside.contains(range))",
        }],
        guards: &[Guard::Corpus("item_by_a_number_that_an_item_overwrites")],
    },
    Mutant {
        name: "array-of-another-size",
        rule: "the object has an array of this size at this place",
        edits: &[Edit {
            file: "crates/analysis/src/points_to/shift.rs",
            text: "let has_form = array.start == offset && array.stride == stride && array.end - array.start == bytes;",
            replacement: "let has_form = array.start == offset && array.stride == stride && bytes > 0;",
        }],
        guards: &[Guard::Corpus("item_of_a_larger_array_by_another_type")],
    },
    Mutant {
        name: "array-from-its-middle",
        rule: "an offset stands for each element of a long array: an index from there may leave the array",
        edits: &[Edit {
            file: "crates/analysis/src/points_to/shift.rs",
            text: "has_form && (array.is_kept || is_start)",
            replacement: "has_form && (array.is_kept || is_start || bytes > 0)",
        }],
        guards: &[Guard::Corpus("item_from_the_middle_of_an_array")],
    },
    Mutant {
        name: "overwritten-while-it-is-held",
        rule: "an object is overwritten only while no thread has it",
        edits: &[Edit {
            file: "crates/analysis/src/lock_usage/mod.rs",
            text: "initialized.is_some_and(|known| !known.contains(fact)) && self.is_alone_with(place, object)",
            replacement: "initialized.is_some_and(|known| !known.contains(fact))",
        }],
        guards: &[Guard::Corpus("cleared_behind_the_initialization")],
    },
    Mutant {
        name: "local-of-a-recursive-procedure",
        rule: "a local of a procedure that is called while it runs is several pieces of memory",
        edits: &[Edit {
            file: "crates/analysis/src/intervals/cells.rs",
            text: "is_private && !is_recursive(points_to, owner)",
            replacement: "is_private && (!is_recursive(points_to, owner) || true)",
        }],
        guards: &[Guard::Corpus("number_of_a_recursive_helper")],
    },
    Mutant {
        name: "local-that-another-thread-reaches",
        rule: "a local that another thread reaches is no private piece of memory",
        edits: &[Edit {
            file: "crates/analysis/src/intervals/cells.rs",
            text: "let is_private = !escape.escapes(points_to, object);",
            replacement: "let is_private = !escape.escapes(points_to, object) || matches!(data.kind, ObjectKind::Local(..));",
        }],
        guards: &[Guard::Corpus("number_of_a_helper_by_another_thread")],
    },
];
