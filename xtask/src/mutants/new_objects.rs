//! Mutants of what is known of objects that no other thread can reach yet.

use super::table::{Edit, Guard, Mutant};

/// The mutants of new objects.
pub const NEW_OBJECTS: &[Mutant] = &[
    Mutant {
        name: "initializer-that-publishes",
        rule: "a new object is told where a procedure gets it that does not keep it to itself",
        edits: &[Edit {
            file: "crates/analysis/src/points_to/birth.rs",
            text: "let Some(kept) = self.new_objects.kept(*callee, number) else { return Next::Told };",
            replacement: "let Some(kept) = self.new_objects.kept(*callee, number) else { return Next::Known(known) };",
        }],
        guards: &[Guard::Corpus("initializer_publishes_on_one_way")],
    },
    Mutant {
        name: "argument-stored-on-one-way",
        rule: "a procedure does not keep an argument to itself if one path stores it",
        edits: &[Edit {
            file: "crates/analysis/src/points_to/new_objects.rs",
            text: "if matches!(birth.step(step, before.clone()), Next::Told) {\n                        return None;",
            replacement: "if matches!(birth.step(step, before.clone()), Next::Told) {\n                        continue;",
        }],
        guards: &[Guard::Corpus("initializer_publishes_on_one_way")],
    },
    Mutant {
        name: "object-passed-twice",
        rule: "a call in which two arguments hold the address passes no new object",
        edits: &[Edit {
            file: "crates/analysis/src/points_to/birth.rs",
            text: "(given.next().is_none() && self.holds_address(before, argument)).then_some(number)",
            replacement: "self.holds_address(before, argument).then_some(number)",
        }],
        guards: &[Guard::Corpus("initializer_gets_object_twice")],
    },
    Mutant {
        name: "some-call-passes-a-new-object",
        rule: "a parameter gets new objects only if each call passes one",
        edits: &[Edit {
            file: "crates/analysis/src/points_to/new_objects.rs",
            text: "callers.all(|&(caller, call)|",
            replacement: "callers.any(|&(caller, call)|",
        }],
        guards: &[Guard::Corpus("initializer_called_with_shared_object")],
    },
    Mutant {
        name: "some-return-gives-a-new-object",
        rule: "a procedure returns new objects if each of its returns gives one, or null",
        edits: &[Edit {
            file: "crates/analysis/src/points_to/new_objects.rs",
            text: "if returns.iter().any(|(at, _)| !filled.contains_key(at)) {",
            replacement: "if returns.iter().all(|(at, _)| !filled.contains_key(at)) {",
        }],
        guards: &[Guard::Corpus("returned_object_is_new_on_one_way")],
    },
    Mutant {
        name: "null-path-with-a-new-object",
        rule: "a path on which the address is null does not lead to a new object",
        edits: &[Edit {
            file: "crates/analysis/src/points_to/birth.rs",
            text: "matches!(self.next(followed, transition, before), Some(Next::Known(_)))",
            replacement: "matches!(self.next(followed, transition, before), None | Some(Next::Known(_)))",
        }],
        guards: &[Guard::Corpus("null_result_keeps_the_shared_object")],
    },
    Mutant {
        name: "freed-by-a-procedure",
        rule: "a procedure that frees what it gets may return something else",
        edits: &[Edit {
            file: "crates/analysis/src/points_to/birth.rs",
            text: "Effect::Free(pointer, _) if self.holds_address(&known, pointer) => known.registers.clear(),",
            replacement: "Effect::Free(pointer, _) if self.holds_address(&known, pointer) => return Next::Forgotten,",
        }],
        guards: &[Guard::Corpus("freed_and_replaced_by_the_procedure")],
    },
    Mutant {
        name: "initialized-memory-is-raw",
        rule: "memory is not raw any more where something was initialized in it",
        edits: &[Edit {
            file: "crates/analysis/src/points_to/birth.rs",
            text: "if before.is_raw && !matches!(data.effect, Effect::CopyBytes { .. }) {",
            replacement: "if !matches!(data.effect, Effect::CopyBytes { .. }) {",
        }],
        guards: &[Guard::Corpus("filled_behind_its_initialization")],
    },
    Mutant {
        name: "copied-memory-is-raw",
        rule: "what is copied into raw memory may be a lock that is held",
        edits: &[Edit {
            file: "crates/analysis/src/points_to/birth.rs",
            text: "if before.is_raw && !matches!(data.effect, Effect::CopyBytes { .. }) {",
            replacement: "if before.is_raw || matches!(data.effect, Effect::CopyBytes { .. }) {",
        }],
        guards: &[Guard::Corpus("copied_over_an_initialized_lock")],
    },
    Mutant {
        name: "counted-from-what-is-in-new-memory",
        rule: "what new memory holds at first does not count only if it is never read",
        edits: &[Edit {
            file: "crates/analysis/src/intervals/counts.rs",
            text: "if is_written_first\n",
            replacement: "if true || is_written_first\n",
        }],
        guards: &[Guard::Corpus("counted_from_the_contents_of_a_new_object")],
    },
    Mutant {
        name: "copy-to-another-object",
        rule: "a copy writes to a new object only if it goes there",
        edits: &[Edit {
            file: "crates/analysis/src/points_to/birth.rs",
            text: "self.distance_of(before, target).is_some()\n            }",
            replacement: "matches!(data.effect, Effect::CopyBytes { .. }) || self.distance_of(before, target).is_some()\n            }",
        }],
        guards: &[Guard::Corpus("copied_beside_new_memory")],
    },
];
