//! Mutants of the front end: of the built-in preprocessor, which would read another program than the compiler, and of steps on the typed tree.

use super::table::{Edit, Guard, Mutant};

/// The test that compares with the compiler what this part of its name says.
const fn compared(name: &'static str) -> Guard {
    Guard::Test { package: "raddle-cfront", target: "--lib", name }
}

/// The mutants of `preprocess/built_in` in `crates/cfront`.
pub const FRONT_END: &[Mutant] = &[
    Mutant {
        name: "name-in-an-argument",
        rule: "a name that was met in its own expansion stays as it is, in arguments too",
        edits: &[Edit {
            file: "crates/cfront/src/preprocess/built_in/expand.rs",
            text: "token.is_final |= self.is_in_expansion(token.word)",
            replacement: "token.is_final |= false",
        }],
        guards: &[compared("macros_stand_for_what_the_compiler_says")],
    },
    Mutant {
        name: "comma-of-an-empty-argument",
        rule: "a comma goes with a variable argument that is left out, not with an empty one",
        edits: &[Edit {
            file: "crates/cfront/src/preprocess/built_in/substitute.rs",
            text: "Some(argument) => result.extend(argument),",
            replacement: "Some(argument) if argument.is_empty() => drop(result.pop()),\n                            Some(argument) => result.extend(argument),",
        }],
        guards: &[compared("macros_stand_for_what_the_compiler_says")],
    },
    Mutant {
        name: "unsigned-condition",
        rule: "a comparison with an unsigned number is unsigned",
        edits: &[Edit {
            file: "crates/cfront/src/preprocess/built_in/condition.rs",
            text: "let less = |a: u64, b: u64| if is_unsigned",
            replacement: "let less = |a: u64, b: u64| if false && is_unsigned",
        }],
        guards: &[compared("conditions_hold_where_the_compiler_says")],
    },
    Mutant {
        name: "beside-the-header",
        rule: "a quoted header is looked for beside the including one first",
        edits: &[Edit {
            file: "crates/cfront/src/preprocess/built_in/search.rs",
            text: "if !header.is_angled && !is_next && self.levels.len() > 1 {",
            replacement: "if false && !header.is_angled && !is_next && self.levels.len() > 1 {",
        }],
        guards: &[compared("headers_are_found_where_the_compiler_finds_them")],
    },
    Mutant {
        name: "argument-of-a-locked-stream",
        rule: "a thread does not have the lock of a stream while it evaluates the arguments of the call that takes it",
        edits: &[Edit {
            file: "crates/cfront/src/check/stream_lock.rs",
            text: "let is_evaluated = |argument: &Expr| !is_constant(argument) && types",
            replacement: "let is_evaluated = |argument: &Expr| false && !is_constant(argument) && types",
        }],
        guards: &[Guard::Corpus("argument_evaluated")],
    },
    Mutant {
        name: "use-of-a-stream",
        rule: "two calls that use a stream race, unless both have its lock",
        edits: &[Edit {
            file: "crates/cfront/written/__raddle_stream_lock.c",
            text: "    ((char *)stream)[1] = 1;\n    return stream;",
            replacement: "    /* nothing */\n    return stream;",
        }],
        guards: &[Guard::Corpus("unlocked_output")],
    },
    Mutant {
        name: "cast-of-a-bit-field",
        rule: "a cast of a bit-field to its declared type stays",
        edits: &[Edit {
            file: "crates/cfront/src/check/conversion.rs",
            text: "if operand.ty == ty && !(is_explicit",
            replacement: "if operand.ty == ty && !(false && is_explicit",
        }],
        guards: &[Guard::Corpus("bit_field_cast_to_its_type_is_negative")],
    },
    Mutant {
        name: "hidden-data",
        rule: "calls that share hidden data access it",
        edits: &[Edit {
            file: "crates/cfront/src/check/hidden_data.rs",
            text: "                self.call_before(own, &functions);",
            replacement: "                let _ = (own, &functions);",
        }],
        guards: &[Guard::Corpus("random_numbers_of_one_state")],
    },
    Mutant {
        name: "object-reached-again",
        rule: "an object that is reached again in its block is one object",
        edits: &[Edit {
            file: "crates/cfront/src/check/reached_again.rs",
            text: "true => (&mut backward, to + 1, from + 1),",
            replacement: "true => (&mut backward, from + 1, from + 1),",
        }],
        guards: &[Guard::Corpus("_reached_again")],
    },
    Mutant {
        name: "literal-of-a-condition",
        rule: "a compound literal in a controlling expression ends with its statement",
        edits: &[Edit {
            file: "crates/cfront/src/check/lifetime.rs",
            text: "let block = Block { statements, variables, span };\n        out.push",
            replacement: "let lasting = variables.clone();\n        if let Some(block) = self.functions.last_mut().and_then(|function| function.blocks.last_mut()) {\n            block.extend(lasting);\n        }\n        let block = Block { statements, variables: Vec::new(), span };\n        out.push",
        }],
        guards: &[Guard::Corpus("literal_behind_its_condition")],
    },
    Mutant {
        name: "record-of-temporary-lifetime",
        rule: "the record whose array member is used ends with its full expression",
        edits: &[Edit {
            file: "crates/cfront/src/check/lifetime.rs",
            text: ".partition(|&variable| *self",
            replacement: ".partition(|&variable| false && *self",
        }],
        guards: &[Guard::Corpus("array_of_a_result_behind_its_expression")],
    },
    Mutant {
        name: "jump-in-front-of-an-array",
        rule: "a jump in front of its declaration ends an array of variable length",
        edits: &[Edit {
            file: "crates/cfront/src/lower/initialize.rs",
            text: "if self.has_labels {\n            // A jump",
            replacement: "if false && self.has_labels {\n            // A jump",
        }],
        guards: &[Guard::Corpus("array_of_variable_length_reached_again")],
    },
    Mutant {
        name: "atomic-member-of-a-copy",
        rule: "the copy of a record accesses atomic members by plain accesses",
        edits: &[Edit {
            file: "crates/cfront/src/lower/aggregate.rs",
            text: "(Place { atomic: None, ..target }, Place { atomic: None, ..origin })",
            replacement: "(Place { ..target }, Place { ..origin })",
        }],
        guards: &[Guard::Corpus("atomic_member_copied_with_its_record")],
    },
    Mutant {
        name: "first-value-by-no-call",
        rule: "a pointer begins as a null pointer only if no execution reads it before a call has stored to it",
        edits: &[Edit {
            file: "crates/cfront/src/check/first_value.rs",
            text: "candidates.difference(&unset).copied().collect()",
            replacement: "candidates.iter().copied().collect()",
        }],
        guards: &[Guard::Corpus("end_of_no_number")],
    },
    Mutant {
        name: "stamp-without-its-zero",
        rule: "the text of a date is there without a look at the result only if it fits, whatever date it is",
        edits: &[Edit {
            file: "crates/cfront/src/check/date.rs",
            text: "let mut is_other = format!(\"size <= {most}\");",
            replacement: "let mut is_other = format!(\"size < {most}\");",
        }],
        guards: &[Guard::Corpus("stamp_that_does_not_fit")],
    },
    Mutant {
        name: "any-name-of-the-environment",
        rule: "a parameter finds the text of the name that it holds",
        edits: &[Edit {
            file: "crates/cfront/src/check/environment.rs",
            text: "if position + 1 < names.len() {",
            replacement: "if false && position + 1 < names.len() {",
        }],
        guards: &[Guard::Corpus("environment_names_differ")],
    },
];
