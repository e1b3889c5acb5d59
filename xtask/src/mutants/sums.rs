//! Rules about cells and registers that are only added to.

use super::table::{Edit, Guard, Mutant};

/// The mutants of sums.
pub const SUMS: &[Mutant] = &[
    Mutant {
        name: "rounds-of-a-loop-inside",
        rule: "a loop inside runs again for each number of the register of the outer one",
        edits: &[Edit {
            file: "crates/analysis/src/executions.rs",
            text: "return between?.checked_mul(stretches);",
            replacement: "return Some(between?.max(stretches));",
        }],
        guards: &[Guard::Corpus("sum_in_a_loop_that_begins_again")],
    },
    Mutant {
        name: "rounds-of-an-index-that-is-reset",
        rule: "nothing else in the loop writes the register that counts its rounds",
        edits: &[Edit {
            file: "crates/analysis/src/executions.rs",
            text: "times.filter(|_| !steps.iter().any(|it| writes(&it)))",
            replacement: "times.filter(|_| steps.iter().filter(|it| writes(it)).count() < STEPS)",
        }],
        guards: &[Guard::Corpus("sum_in_a_loop_that_begins_again")],
    },
    Mutant {
        name: "cells-added-once",
        rule: "a cell holds at most what all executions of a step add",
        edits: &[Edit {
            file: "crates/analysis/src/intervals/counts.rs",
            text: "sum.checked_add(each.max(0).checked_mul(times)?)",
            replacement: "sum.checked_add(each.max(0).checked_mul(times.min(1))?)",
        }],
        guards: &[Guard::Corpus("sum_of_too_many_numbers")],
    },
    Mutant {
        name: "registers-added-once",
        rule: "a register holds at most what all executions of a step add",
        edits: &[Edit {
            file: "crates/analysis/src/intervals/sums.rs",
            text: "up = up.checked_add(sum.added.high.max(0).checked_mul(times)?)?;",
            replacement: "up = up.checked_add(sum.added.high.max(0).checked_mul(times.min(1))?)?;",
        }],
        guards: &[Guard::Corpus("sum_of_a_part_that_is_too_long")],
    },
    Mutant {
        name: "sum-that-begins-anywhere",
        rule: "a register that is only added to is written before it is read",
        edits: &[Edit {
            file: "crates/analysis/src/intervals/sums.rs",
            text: "if !self.live.is_live(data.to, self.register) => continue,",
            replacement: "if !self.live.is_live(data.to, self.register) || self.live.is_live(data.to, self.register) => continue,",
        }],
        guards: &[Guard::Corpus("sum_that_begins_anywhere")],
    },
    Mutant {
        name: "sum-in-a-narrow-register",
        rule: "each type on the way can hold the sum in a register",
        edits: &[Edit {
            file: "crates/analysis/src/intervals/sums.rs",
            text: "(!stored.is_empty() && holds.contains(range)).then_some((range, reads))",
            replacement: "(!stored.is_empty() && holds.high > i128::MIN).then_some((range, reads))",
        }],
        guards: &[Guard::Corpus("sum_through_a_narrow_type")],
    },
];
