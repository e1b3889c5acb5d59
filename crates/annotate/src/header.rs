//! The header that tells Clang what the lock functions of POSIX do.
//!
//! The types of the C library are no capabilities, and its functions have no annotations. Under Clang the header declares both again: C allows to
//! repeat the definition of a type (C11 6.7p3) and the declaration of a function, and later uses see the attributes. For other compilers
//! the header defines macros that expand to nothing, so the program keeps its tokens. It includes nothing: it is read behind the headers of
//! the program.

use crate::operations::{LockFunction, Operation};
use std::fmt::Write;

/// The name of the header.
pub const NAME: &str = "raddle_annotations.h";

/// The macros, with the attribute that each stands for.
const MACROS: &[(&str, &str)] = &[
    ("GUARDED_BY", "guarded_by"),
    ("PT_GUARDED_BY", "pt_guarded_by"),
    ("REQUIRES", "requires_capability"),
    ("REQUIRES_SHARED", "requires_shared_capability"),
    ("ACQUIRE", "acquire_capability"),
    ("ACQUIRE_SHARED", "acquire_shared_capability"),
    ("RELEASE", "release_capability"),
    ("RELEASE_SHARED", "release_shared_capability"),
    ("TRY_ACQUIRE", "try_acquire_capability"),
    ("TRY_ACQUIRE_SHARED", "try_acquire_shared_capability"),
    ("EXCLUDES", "locks_excluded"),
];

/// The macro for functions that Clang cannot follow.
pub const NO_ANALYSIS: &str = "NO_THREAD_SAFETY_ANALYSIS";

/// All macros that an annotation may use.
pub fn macros() -> Vec<&'static str> {
    MACROS.iter().map(|(name, _)| *name).chain([NO_ANALYSIS]).collect()
}

/// The text, for the lock functions that a program uses.
pub fn text<'f>(used: impl Iterator<Item = &'f LockFunction>) -> String {
    let used: Vec<&LockFunction> = used.collect();
    let mut text = "\
/* What `clang -Wthread-safety` knows of locks. Include it behind the headers that declare them.
   For other compilers the annotations are empty. */
#ifndef RADDLE_ANNOTATIONS_H
#define RADDLE_ANNOTATIONS_H

#if defined(__clang__)
#define RADDLE_ATTRIBUTE(x) __attribute__((x))
#else
#define RADDLE_ATTRIBUTE(x)
#endif

"
    .to_owned();
    for (name, attribute) in MACROS {
        let _ =
            write!(text, "#ifndef {name}\n#define {name}(...) RADDLE_ATTRIBUTE({attribute}(__VA_ARGS__))\n#endif\n");
    }
    let _ = write!(
        text,
        "#ifndef {NO_ANALYSIS}\n#define {NO_ANALYSIS} RADDLE_ATTRIBUTE(no_thread_safety_analysis)\n#endif\n\n\
         #if defined(__clang__)\n#pragma clang diagnostic push\n\
         #pragma clang diagnostic ignored \"-Wtypedef-redefinition\"\n"
    );
    for ty in ["pthread_mutex_t", "pthread_rwlock_t", "pthread_spinlock_t"] {
        if used.iter().any(|function| function.parameters.contains(ty)) {
            let _ = writeln!(text, "typedef {ty} {ty} __attribute__((capability(\"mutex\")));");
        }
    }
    for function in &used {
        let attribute = match function.operation {
            Operation::Take { is_shared: false } => "acquire_capability(*lock)",
            Operation::Take { is_shared: true } => "acquire_shared_capability(*lock)",
            Operation::Try { is_shared: false } => "try_acquire_capability(0, *lock)",
            Operation::Try { is_shared: true } => "try_acquire_shared_capability(0, *lock)",
            Operation::Give if function.parameters.contains("rwlock") => "release_generic_capability(*lock)",
            Operation::Give => "release_capability(*lock)",
            Operation::Wait => "requires_capability(*lock)",
        };
        let _ = writeln!(text, "int {}({}) __attribute__(({attribute}));", function.name, function.parameters);
    }
    text + "#pragma clang diagnostic pop\n#endif\n\n#endif\n"
}
