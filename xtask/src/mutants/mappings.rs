//! Rules about memory that the system maps, ids of threads that a program computes with, and masks of signals.

use super::table::{Edit, Guard, Mutant};

/// The mutants of mappings, of regions of memory, and of ids that a program computes with.
pub const MAPPINGS: &[Mutant] = &[
    Mutant {
        name: "mapping-freed-as-memory",
        rule: "memory of one region is not given back as that of another one",
        edits: &[Edit {
            file: "crates/program/src/syntax.rs",
            text: "self == wanted || self == Region::ConstantMapping && wanted == Region::Mapping",
            replacement: "self != Region::Stack && wanted != Region::Stack",
        }],
        guards: &[Guard::Corpus("library/mapping_that_is_freed"), Guard::Corpus("library/stream_that_is_freed")],
    },
    Mutant {
        name: "conversion-that-changes-flags",
        rule: "a refusal of a library text is closed by the values of arguments only where conversions keep them",
        edits: &[Edit {
            file: "crates/cfront/src/check/known_formats.rs",
            text: "from <= to",
            replacement: "from <= to || to > 0",
        }],
        guards: &[Guard::Corpus("library/flags_that_a_conversion_changes")],
    },
    Mutant {
        name: "constant-lock",
        rule: "a synchronization call writes to its object",
        edits: &[Edit {
            file: "crates/program/src/semantics/synchronize/mod.rs",
            text: "self.range(&value, 1, true)?",
            replacement: "self.range(&value, 1, false)?",
        }],
        guards: &[Guard::Corpus("library/lock_that_cannot_be_written")],
    },
    Mutant {
        name: "sign-of-an-address",
        rule: "an address of 32 bits may be negative in a signed type",
        edits: &[Edit {
            file: "crates/bmc/src/unwind/compute.rs",
            text: "if asks_for_order && is_signed && self.pointer_bits() <= 32 {",
            replacement: "if asks_for_order && is_signed && self.pointer_bits() <= 16 {",
        }],
        guards: &[Guard::Corpus("library/sign_of_an_address")],
    },
    Mutant {
        name: "ids-in-arithmetic",
        rule: "arithmetic with what may be an id counts",
        edits: &[Edit {
            file: "crates/analysis/src/numbered_ids.rs",
            text: "let seen = search.computations().chain(search.comparisons())",
            replacement: "let seen = search.computations().take(0).chain(search.comparisons())",
        }],
        guards: &[Guard::Corpus("library/id_as_a_hash"), Guard::Corpus("library/id_in_an_int")],
    },
    Mutant {
        name: "ids-beside-numbers",
        rule: "a comparison of what may be an id with what may be another number counts",
        edits: &[Edit {
            file: "crates/analysis/src/numbered_ids.rs",
            text: "&& (is_order || self.is_other_number(left) || self.is_other_number(right))",
            replacement: "&& (is_order || self.is_id(left) != self.is_id(right))",
        }],
        guards: &[Guard::Corpus("library/id_beside_a_number")],
    },
    Mutant {
        name: "parts-of-ids",
        rule: "an access to a part of an id counts",
        edits: &[Edit {
            file: "crates/analysis/src/numbered_ids.rs",
            text: "self.is_id(object.cells[position]) && !covers(cell.offset, cell.size)",
            replacement: "self.is_id(object.cells[position]) && !covers(cell.offset, cell.size) && cell.size == 0",
        }],
        guards: &[Guard::Corpus("library/bytes_of_an_id"), Guard::Corpus("library/part_of_an_id_is_cleared")],
    },
    Mutant {
        name: "ids-keep-no-mark-in-narrower-types",
        rule: "a violation that depends on a part of the number of an id is a possible one",
        edits: &[Edit {
            file: "crates/reference/src/arithmetic/mod.rs",
            text: "Scalar::ThreadId(_) if bits >= 8 * types.model().pointer_bytes() => value,",
            replacement: "Scalar::ThreadId(_) if bits >= 4 * types.model().pointer_bytes() => value,",
        }],
        guards: &[Guard::Corpus("library/parts_of_two_ids")],
    },
    Mutant {
        name: "threads-named-by-what-follows-from-an-id",
        rule: "a call that names a thread by a number that was computed from an id depends on the system",
        edits: &[Edit {
            file: "crates/reference/src/machine/library/threads.rs",
            text: "Scalar::Outside(_) | Scalar::Handle(_) => Ok(depends()?),",
            replacement: "Scalar::Handle(_) => Ok(depends()?),",
        }],
        guards: &[Guard::Corpus("library/join_of_a_rounded_id")],
    },
    Mutant {
        name: "joins-by-narrow-numbers",
        rule: "a number that was narrower than an id names no thread",
        edits: &[Edit {
            file: "crates/analysis/src/points_to/code.rs",
            text: "let names_none = self.is_cut(thread);",
            replacement: "let names_none = self.is_cut(thread) && false;",
        }],
        guards: &[Guard::Corpus("library/join_of_a_narrow_id")],
    },
    Mutant {
        name: "ids-in-hidden-code",
        rule: "destructors and cleanup handlers that may reach an id count",
        edits: &[Edit {
            file: "crates/analysis/src/numbered_ids.rs",
            text: "first.filter(|_| is_handed || is_named()).into_iter()",
            replacement: "first.filter(|_| is_handed && !is_handed || is_named()).into_iter()",
        }],
        guards: &[Guard::Corpus("library/id_in_a_destructor")],
    },
    Mutant {
        name: "signal-mask-without-a-set",
        rule: "how a signal mask changes matters if and only if there is a set",
        edits: &[Edit {
            file: "crates/cfront/written/pthread_sigmask.c",
            text: "if (set && (how < 0",
            replacement: "if ((how < 0",
        }],
        guards: &[
            Guard::Corpus("library/signal_mask_is_changed_wrongly"),
            Guard::Corpus("library/signal_mask_is_changed_wrongly_without_a_set"),
        ],
    },
];
