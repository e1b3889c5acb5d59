//! Mutants of what memory may hold: the tests that locks and allocations rest on, and the value ranges of cells.

use super::table::{Edit, Guard, Mutant};

/// The mutants of contents and conditions.
pub const CONTENTS: &[Mutant] = &[
    Mutant {
        name: "null-that-is-followed",
        rule: "a pointer in memory that may be null is not followed",
        edits: &[Edit {
            file: "crates/analysis/src/intervals/content.rs",
            text: "matches!(self, Content::Address(numbers) if numbers.is_empty())",
            replacement: "matches!(self, Content::Address(_))",
        }],
        guards: &[Guard::Corpus("first_of_an_empty_queue")],
    },
    Mutant {
        name: "member-of-null",
        rule: "the address of a member of null is no address",
        edits: &[Edit {
            file: "crates/analysis/src/intervals/evaluate.rs",
            text: "self.evaluate(state, at, pointer).content.is_address()",
            replacement: "matches!(self.evaluate(state, at, pointer).content, Content::Address(_))",
        }],
        guards: &[Guard::Corpus("member_of_null_is_no_address")],
    },
    Mutant {
        name: "writer-that-does-not-publish",
        rule: "what the only writer of a cell stores may be read at once",
        edits: &[Edit {
            file: "crates/analysis/src/intervals/memory.rs",
            text: "if !self.is_hidden(state, cell) {",
            replacement: "if !(self.is_hidden(state, cell) || self.is_only_writer(cell)) {",
        }],
        guards: &[Guard::Corpus("null_that_a_reader_finds")],
    },
    Mutant {
        name: "writer-beside-another",
        rule: "a thread does not know what a cell holds that another thread writes, too",
        edits: &[Edit {
            file: "crates/analysis/src/intervals/memory.rs",
            text: "matches!(self.late_writers[cell], Writers::One(writer) if self.class == Some(writer))",
            replacement: "self.late_writers[cell] != Writers::None && self.class.is_some()",
        }],
        guards: &[Guard::Corpus("pointer_that_another_thread_clears")],
    },
    Mutant {
        name: "asserted-without-its-locks",
        rule: "an assertion is evaluated with the locks that its step holds",
        edits: &[Edit {
            file: "crates/analysis/src/intervals/assertions.rs",
            text: "self.begin(&state, (point.context, transition));",
            replacement: "let _ = (&state, point.context);",
        }],
        guards: &[Guard::Corpus("asserted_otherwise_of_what_a_lock_guards")],
    },
    Mutant {
        name: "part-of-a-lock",
        rule: "a lock whose low bits are zero may be taken",
        edits: &[Edit {
            file: "crates/analysis/src/written_locks.rs",
            text: "to.keeps_truth_of(from)",
            replacement: "to.keeps_truth_of(from) || to.keeps_truth_of(to)",
        }],
        guards: &[Guard::Corpus("own_lock_of_which_a_part_is_tested")],
    },
    Mutant {
        name: "allocation-of-any-size",
        rule: "an allocation of unknown size may fail",
        edits: &[Edit {
            file: "crates/program/src/certain_tests.rs",
            text: "is_some_and(|size| size < limit)",
            replacement: "is_some_and(|size| size < limit || limit > 0)",
        }],
        guards: &[Guard::Corpus("allocation_of_a_negative_size")],
    },
    Mutant {
        name: "sum-whose-test-wraps",
        rule: "a test whose operands may wrap says nothing of a sum",
        edits: &[Edit {
            file: "crates/analysis/src/intervals/pairs.rs",
            text: "if !shape.all().contains(combined(a.range()?, b.range()?, how)) {",
            replacement: "if shape.bits == 0 {",
        }],
        guards: &[Guard::Corpus("sum_whose_test_wraps")],
    },
    Mutant {
        name: "difference-by-one",
        rule: "a difference that is tested to be no less may be equal",
        edits: &[Edit {
            file: "crates/analysis/src/intervals/pairs.rs",
            text: "_ if wanted == GREATER | EQUAL => 0,",
            replacement: "_ if wanted == GREATER | EQUAL => 1,",
        }],
        guards: &[Guard::Corpus("difference_that_was_tested_by_one_too_little")],
    },
];
