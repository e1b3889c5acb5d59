//! The functions of the C library that printed programs call, with their declarations.

use super::CPrinter;
use super::names::identifier;
use crate::syntax::{Effect, Procedure, Statement};
use crate::types::{DataModel, TypeId};
use crate::visit::{Visitor, walk_block};
use rustc_hash::FxHashSet;
use std::sync::Arc;

/// Name, what has to be declared before it, declaration. `SIZE` stands for the type `size_t`. In this order they are
/// declared.
pub(super) const LIBRARY: [(&str, &[&str], &str); 53] = [
    ("pthread_t", &[], "typedef unsigned long pthread_t;"),
    ("abort", &[], "void abort(void);"),
    ("exit", &[], "void exit(int code);"),
    (
        "__assert_fail",
        &[],
        "void __assert_fail(const char *text, const char *file, unsigned int line, const char *function);",
    ),
    (
        "assert",
        &["__assert_fail"],
        "#define assert(condition) ((condition) ? (void)0 : __assert_fail(#condition, __FILE__, __LINE__, __func__))",
    ),
    ("__VERIFIER_assert", &[], "void __VERIFIER_assert(int condition);"),
    ("__VERIFIER_assume", &[], "void __VERIFIER_assume(int condition);"),
    ("__VERIFIER_atomic_begin", &[], "void __VERIFIER_atomic_begin(void);"),
    ("__VERIFIER_atomic_end", &[], "void __VERIFIER_atomic_end(void);"),
    ("__VERIFIER_nondet_bool", &[], "_Bool __VERIFIER_nondet_bool(void);"),
    ("__VERIFIER_nondet_char", &[], "char __VERIFIER_nondet_char(void);"),
    ("__VERIFIER_nondet_schar", &[], "signed char __VERIFIER_nondet_schar(void);"),
    ("__VERIFIER_nondet_uchar", &[], "unsigned char __VERIFIER_nondet_uchar(void);"),
    ("__VERIFIER_nondet_short", &[], "short __VERIFIER_nondet_short(void);"),
    ("__VERIFIER_nondet_ushort", &[], "unsigned short __VERIFIER_nondet_ushort(void);"),
    ("__VERIFIER_nondet_int", &[], "int __VERIFIER_nondet_int(void);"),
    ("__VERIFIER_nondet_uint", &[], "unsigned int __VERIFIER_nondet_uint(void);"),
    ("__VERIFIER_nondet_long", &[], "long __VERIFIER_nondet_long(void);"),
    ("__VERIFIER_nondet_ulong", &[], "unsigned long __VERIFIER_nondet_ulong(void);"),
    ("__VERIFIER_nondet_longlong", &[], "long long __VERIFIER_nondet_longlong(void);"),
    ("__VERIFIER_nondet_ulonglong", &[], "unsigned long long __VERIFIER_nondet_ulonglong(void);"),
    ("__VERIFIER_nondet_int128", &[], "__int128 __VERIFIER_nondet_int128(void);"),
    ("__VERIFIER_nondet_uint128", &[], "unsigned __int128 __VERIFIER_nondet_uint128(void);"),
    ("__VERIFIER_nondet_float", &[], "float __VERIFIER_nondet_float(void);"),
    ("__VERIFIER_nondet_double", &[], "double __VERIFIER_nondet_double(void);"),
    ("__VERIFIER_nondet_pointer", &[], "void *__VERIFIER_nondet_pointer(void);"),
    ("malloc", &[], "void *malloc(SIZE size);"),
    ("calloc", &[], "void *calloc(SIZE count, SIZE size);"),
    ("free", &[], "void free(void *pointer);"),
    ("memmove", &[], "void *memmove(void *target, const void *origin, SIZE size);"),
    ("memset", &[], "void *memset(void *target, int byte, SIZE size);"),
    (
        "pthread_create",
        &["pthread_t"],
        "int pthread_create(pthread_t *id, const void *attributes, void *(*start)(void *), void *argument);",
    ),
    ("pthread_join", &["pthread_t"], "int pthread_join(pthread_t id, void **value);"),
    ("pthread_self", &["pthread_t"], "pthread_t pthread_self(void);"),
    ("pthread_exit", &[], "void pthread_exit(void *value);"),
    ("pthread_mutexattr_init", &[], "int pthread_mutexattr_init(void *attributes);"),
    ("pthread_mutexattr_settype", &[], "int pthread_mutexattr_settype(void *attributes, int kind);"),
    ("pthread_mutex_init", &[], "int pthread_mutex_init(void *mutex, const void *attributes);"),
    ("pthread_mutex_destroy", &[], "int pthread_mutex_destroy(void *mutex);"),
    ("pthread_mutex_lock", &[], "int pthread_mutex_lock(void *mutex);"),
    ("pthread_mutex_trylock", &[], "int pthread_mutex_trylock(void *mutex);"),
    ("pthread_mutex_unlock", &[], "int pthread_mutex_unlock(void *mutex);"),
    ("pthread_cond_init", &[], "int pthread_cond_init(void *condition, const void *attributes);"),
    ("pthread_cond_destroy", &[], "int pthread_cond_destroy(void *condition);"),
    ("pthread_cond_wait", &[], "int pthread_cond_wait(void *condition, void *mutex);"),
    ("pthread_cond_signal", &[], "int pthread_cond_signal(void *condition);"),
    ("pthread_cond_broadcast", &[], "int pthread_cond_broadcast(void *condition);"),
    ("__raddle_condition_release", &[], "int __raddle_condition_release(void *condition, void *mutex);"),
    ("__raddle_condition_wake", &[], "int __raddle_condition_wake(void *condition, void *mutex);"),
    (
        "__raddle_mutex_init",
        &["pthread_mutexattr_init", "pthread_mutexattr_settype", "pthread_mutex_init"],
        "static int __raddle_mutex_init(void *mutex, int kind)\n{\n    long attributes[8];\n    \
         pthread_mutexattr_init(attributes);\n    pthread_mutexattr_settype(attributes, kind);\n    \
         return pthread_mutex_init(mutex, attributes);\n}",
    ),
    ("__raddle_allocation_size", &[], "SIZE __raddle_allocation_size(void *start);"),
    ("__raddle_skip", &[], "void __raddle_skip(void);"),
    ("__raddle_unsupported", &[], "void __raddle_unsupported(const char *what);"),
];

impl CPrinter<'_> {
    /// Notes that a library function is called, and returns its name.
    pub(super) fn call(&self, name: &'static str) -> &'static str {
        self.used.borrow_mut().insert(name);
        name
    }

    /// The name of a function without a body; notes it if it is one of the library.
    pub(super) fn function_name(&self, name: &str) -> String {
        let name = identifier(name);
        if let Some((known, ..)) = LIBRARY.iter().find(|(known, ..)| *known == name) {
            self.call(known);
        }
        name
    }

    /// Declarations of the library functions that are called.
    pub(super) fn library(&self) -> String {
        let mut used = self.used.borrow().clone();
        for (name, needed, _) in LIBRARY {
            if used.contains(name) {
                used.extend(needed);
            }
        }
        let size = match self.program.types.model() {
            DataModel::Ilp32 => "unsigned int",
            DataModel::Lp64 => "unsigned long",
        };
        let declarations = LIBRARY.iter().filter(|(name, ..)| used.contains(name));
        declarations.map(|(.., text)| text.replace("SIZE", size) + "\n").collect()
    }

    /// Declarations of the functions without a body that are called but have no place among the procedures.
    pub(super) fn externals(&self) -> String {
        let mut externals = Externals { procedure: None, seen: FxHashSet::default(), found: Vec::new() };
        externals.seen.extend(LIBRARY.iter().map(|&(name, ..)| name.to_owned()));
        let declared = self.program.procedures.iter().filter(|(_, procedure)| !procedure.is_defined);
        externals.seen.extend(declared.map(|(id, _)| self.names.procedures[id].clone()));
        for procedure in self.program.procedures.values() {
            externals.procedure = Some(procedure);
            walk_block(&procedure.body, &mut externals);
        }
        let void = self.program.types.void();
        let declare = |(name, result): (String, Option<TypeId>)| {
            self.declare(result.unwrap_or(void), &format!("{name}()")) + ";\n"
        };
        externals.found.into_iter().map(declare).collect()
    }
}

/// The functions that effects call by name, with the type of the first result that is used.
struct Externals<'p> {
    procedure: Option<&'p Procedure>,
    seen: FxHashSet<String>,
    found: Vec<(String, Option<TypeId>)>,
}

impl Externals<'_> {
    fn add(&mut self, name: &Arc<str>, result: Option<TypeId>) {
        let name = identifier(name);
        if self.seen.insert(name.clone()) {
            self.found.push((name, result));
        } else if let Some((_, known)) = self.found.iter_mut().find(|(known, _)| *known == name) {
            *known = known.or(result);
        }
    }
}

impl Visitor for Externals<'_> {
    fn statement(&mut self, statement: &Statement) {
        let Statement::Step(step) = statement else { return };
        if let Effect::External { name, result, .. } = &step.effect {
            let result = result.and_then(|local| Some(self.procedure?.locals[local].ty));
            self.add(name, result);
        }
        if let Effect::Assert { function, .. } = &step.effect {
            self.add(function, None);
        }
    }
}
