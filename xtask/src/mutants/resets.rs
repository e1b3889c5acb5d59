//! Mutants of what initializations and destructions do to locks, and of parameters that are numbers.

use super::table::{Edit, Guard, Mutant};

/// The mutants of resets of locks, and of parameters that are numbers.
pub const RESETS: &[Mutant] = &[
    Mutant {
        name: "reset-of-a-published-lock",
        rule: "an initialization takes the lock of a published object away",
        edits: &[Edit {
            file: "crates/analysis/src/lock_resets.rs",
            text: "site.is_at_birth ||",
            replacement: "site.is_at_birth || site.operation == S::MutexInit ||",
        }],
        guards: &[Guard::Corpus("race/lock_of_a_published_object")],
    },
    Mutant {
        name: "reset-beside-a-user",
        rule: "a thread that may be running then uses no lock of the object",
        edits: &[Edit {
            file: "crates/analysis/src/lock_resets.rs",
            text: "running.iter().any(uses)",
            replacement: "running.iter().all(|class| class == 1 && uses(class))",
        }],
        guards: &[Guard::Corpus("race/lock_destroyed_beside_a_grandchild_with_it")],
    },
    Mutant {
        name: "reset-of-another-object",
        rule: "an initialization at the birth of an object is of a lock in that object",
        edits: &[Edit {
            file: "crates/analysis/src/points_to/birth.rs",
            text: "let distance = self.distance_of(before, &operands[0])?;",
            replacement: "let distance = before.registers.values().next().copied()?;",
        }],
        guards: &[Guard::Corpus("race/other_lock_initialized_beside_a_new_object")],
    },
    Mutant {
        name: "address-inside-given-away",
        rule: "an object is told when an address inside of it is",
        edits: &[Edit {
            file: "crates/analysis/src/points_to/told.rs",
            text: "mentioned.locals.iter().any(|local| known.registers.contains_key(local))",
            replacement: "mentioned.locals.iter().any(|local| known.registers.get(local) == Some(&0))",
        }],
        guards: &[Guard::Corpus("race/lock_given_away_inside_the_object")],
    },
    Mutant {
        name: "initializer-gets-it-again",
        rule: "a parameter gets new objects only if each call passes one",
        edits: &[Edit {
            file: "crates/analysis/src/points_to/new_objects.rs",
            text: "self.is_use(given, place, |uses| uses.initializations.contains(&transition))",
            replacement: "self.is_use(&given.iter().copied().chain([(place.0, 0)]).collect(), place, |uses| uses.initializations.contains(&transition))",
        }],
        guards: &[Guard::Corpus("race/lock_that_an_initializer_gets_again")],
    },
    Mutant {
        name: "initialized-on-some-way",
        rule: "a lock of a new object can be used if it is initialized on every path before the object is published",
        edits: &[Edit {
            file: "crates/analysis/src/points_to/filling.rs",
            text: "&self.initialized & &other.initialized",
            replacement: "&self.initialized | &other.initialized",
        }],
        guards: &[Guard::Corpus("locks/new_object_initialized_on_one_way")],
    },
    Mutant {
        name: "initialized-at-birth-twice",
        rule: "the initialization of a new object is the first one",
        edits: &[Edit {
            file: "crates/analysis/src/points_to/birth.rs",
            text: "if !kept.filling.may_be_initialized.is_disjoint(&known.filling.may_be_initialized) {",
            replacement: "if kept.filling.may_be_initialized.len() > BYTES as usize {",
        }],
        guards: &[Guard::Corpus("locks/new_object_initialized_twice")],
    },
    Mutant {
        name: "parameter-by-pointer",
        rule: "every call of a procedure whose parameter is a number is by its name",
        edits: &[Edit {
            file: "crates/analysis/src/constant_parameters.rs",
            text: "!run_without_call.contains(id)",
            replacement: "run_without_call.len() < usize::MAX && id.0 < u32::MAX",
        }],
        guards: &[Guard::Corpus("reach/parameter_of_an_addressed_procedure")],
    },
    Mutant {
        name: "parameter-written",
        rule: "the procedure never writes a parameter that is a number",
        edits: &[Edit {
            file: "crates/analysis/src/constant_parameters.rs",
            text: "&& is_read_only(&procedure.body, parameter)",
            replacement: "&& (is_read_only(&procedure.body, parameter) || number < i128::MAX)",
        }],
        guards: &[Guard::Corpus("reach/parameter_that_is_written")],
    },
    Mutant {
        name: "parameter-of-two-numbers",
        rule: "every call passes the same number",
        edits: &[Edit {
            file: "crates/analysis/src/constant_parameters.rs",
            text: "if *known == Argument::None || *known == passed { passed } else { Argument::Any }",
            replacement: "if *known == Argument::None || *known == passed { passed } else { *known }",
        }],
        guards: &[Guard::Corpus("reach/parameter_with_two_numbers")],
    },
    Mutant {
        name: "pointer-that-is-set",
        rule: "a global keeps its first value only if no reachable code does anything but read it",
        edits: &[Edit {
            file: "crates/scan/src/constants.rs",
            text: "uses.mentions[id.index()] == uses.reads[id.index()]",
            replacement: "uses.mentions[id.index()] <= uses.reads[id.index()] + 1",
        }],
        guards: &[Guard::Test {
            package: "raddle-cli",
            target: "--test command",
            name: "code_behind_an_option_that_is_never_set_counts_only_if_it_is_set",
        }],
    },
];
