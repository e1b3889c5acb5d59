//! Mutants of arrays that have as many elements as a number says: the sizes of allocations, the numbers of elements, and which threads know them.

use super::table::{Edit, Guard, Mutant};

/// The mutants of elements that are counted.
pub const ELEMENTS: &[Mutant] = &[
    Mutant {
        name: "constant-but-written",
        rule: "a cell that is written while threads run is not constant",
        edits: &[Edit {
            file: "crates/analysis/src/intervals/memory.rs",
            text: "self.late_writers[cell] = self.late_writers[cell].and(self.points_to, class);",
            replacement: "let _ = (cell, class);",
        }],
        guards: &[Guard::Corpus("elements_up_to_a_count_that_main_changes"), Guard::Corpus("index_that_main_moves")],
    },
    Mutant {
        name: "constant-but-written-by-a-thread",
        rule: "a cell that another thread than main writes is not constant",
        edits: &[
            Edit {
                file: "crates/analysis/src/intervals/cells.rs",
                text: "if class != main {",
                replacement: "if class != main && false {",
            },
            Edit {
                file: "crates/analysis/src/intervals/memory.rs",
                text: "let Some(class) = self.class else { return };",
                replacement: "let Some(class) = self.class.filter(|_| false) else { return };",
            },
        ],
        guards: &[Guard::Corpus("elements_up_to_a_count_that_a_thread_changes")],
    },
    Mutant {
        name: "product-that-wraps",
        rule: "a product that may wrap says nothing of a number of elements",
        edits: &[Edit {
            file: "crates/analysis/src/intervals/definitions.rs",
            text: "range.high.checked_mul(size).filter(|&bytes| bytes <= largest)?;",
            replacement: "range.high.checked_mul(size).filter(|_| largest > 0)?;",
        }],
        guards: &[Guard::Corpus("array_of_more_bytes_than_a_number")],
    },
    Mutant {
        name: "bits-for-a-number",
        rule: "the number of an element is compared as the number that it is",
        edits: &[
            Edit {
                file: "crates/analysis/src/intervals/definitions.rs",
                text: "(shape.is_signed || state.range(symbol)?.low >= 0).then_some(symbol)",
                replacement: "Some(symbol).filter(|_| true)",
            },
            Edit {
                file: "crates/analysis/src/intervals/definitions.rs",
                text: "is_counted && state.most_above",
                replacement: "(is_counted || true) && state.most_above",
            },
        ],
        guards: &[Guard::Corpus("index_that_is_tested_as_a_signed_number")],
    },
    Mutant {
        name: "equal-for-less",
        rule: "a number that may be equal to the count is not below it",
        edits: &[Edit {
            file: "crates/analysis/src/intervals/state.rs",
            text: "let most = if found & EQUAL == 0 { -1 } else { 0 };",
            replacement: "let most = if found & EQUAL == 0 { -1 } else { -1 };",
        }],
        guards: &[Guard::Corpus("elements_up_to_one_that_may_be_behind_the_last")],
    },
    Mutant {
        name: "successor-for-the-element",
        rule: "the element behind another one has the next number",
        edits: &[Edit {
            file: "crates/analysis/src/intervals/definitions.rs",
            text: "self.define(state, symbol, Made::Further(other, further));",
            replacement: "self.define(state, symbol, Made::Further(other, further.min(0)));",
        }],
        guards: &[Guard::Corpus("elements_and_the_successor_of_the_last")],
    },
    Mutant {
        name: "array-replaced-in-the-loop",
        rule: "the creator writes a pointer to an array of own elements before the loop only",
        edits: &[Edit {
            file: "crates/analysis/src/own_element/cell.rs",
            text: "writes.all(|site| self.is_before(",
            replacement: "writes.all(|site| site.context == at.context || self.is_before(",
        }],
        guards: &[Guard::Corpus("race/own_elements_of_an_array_that_is_replaced")],
    },
    Mutant {
        name: "array-replaced-by-a-thread",
        rule: "no thread writes a pointer to an array of own elements",
        edits: &[Edit {
            file: "crates/analysis/src/own_element/cell.rs",
            text: "writes.all(|site| self.is_before(",
            replacement: "writes.all(|site| site.context != at.context || self.is_before(",
        }],
        guards: &[Guard::Corpus("race/own_elements_of_an_array_that_a_thread_replaces")],
    },
    Mutant {
        name: "array-from-a-shared-offset",
        rule: "the address of a pointer to an array of own elements is certain",
        edits: &[Edit {
            file: "crates/analysis/src/own_element/cell.rs",
            text: "memory.next().is_none() && self.points_to.is_unique(target, self.automata)",
            replacement: "memory.next().is_none()",
        }],
        guards: &[Guard::Corpus("race/own_elements_of_an_array_found_from_a_long_array")],
    },
];
