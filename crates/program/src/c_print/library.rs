//! The functions of the C library that printed programs call, with their declarations.

use super::CPrinter;
use super::names::identifier;
use crate::syntax::{Effect, Procedure, Statement, Synchronization};
use crate::types::{DataModel, TypeId};
use crate::visit::{Visitor, walk_block};
use rustc_hash::FxHashSet;
use std::sync::Arc;

/// Name, what has to be declared before it, declaration. `SIZE` stands for the type `size_t`. In this order they are
/// declared.
pub(super) const LIBRARY: [(&str, &[&str], &str); 122] = [
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
    ("memcpy", &[], "void *memcpy(void *target, const void *origin, SIZE size);"),
    ("memmove", &[], "void *memmove(void *target, const void *origin, SIZE size);"),
    ("memset", &[], "void *memset(void *target, int byte, SIZE size);"),
    (
        "pthread_create",
        &["pthread_t"],
        "int pthread_create(pthread_t *id, const void *attributes, void *(*start)(void *), void *argument);",
    ),
    ("pthread_join", &["pthread_t"], "int pthread_join(pthread_t id, void **value);"),
    ("thrd_join", &["pthread_t"], "int thrd_join(pthread_t id, int *value);"),
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
    ("__errno_location", &[], "int *__errno_location(void);"),
    ("sem_init", &[], "int sem_init(void *semaphore, int shared, unsigned int value);"),
    ("sem_destroy", &[], "int sem_destroy(void *semaphore);"),
    ("sem_wait", &[], "int sem_wait(void *semaphore);"),
    ("sem_trywait", &[], "int sem_trywait(void *semaphore);"),
    ("sem_timedwait", &[], "int sem_timedwait(void *semaphore, const void *deadline);"),
    ("sem_post", &[], "int sem_post(void *semaphore);"),
    ("sem_getvalue", &[], "int sem_getvalue(void *semaphore, int *value);"),
    (
        "pthread_barrier_init",
        &[],
        "int pthread_barrier_init(void *barrier, const void *attributes, unsigned int count);",
    ),
    ("pthread_barrier_wait", &[], "int pthread_barrier_wait(void *barrier);"),
    ("pthread_once", &[], "int pthread_once(void *control, void (*routine)(void));"),
    ("pthread_key_create", &[], "int pthread_key_create(unsigned int *key, void (*destructor)(void *));"),
    ("pthread_testcancel", &[], "void pthread_testcancel(void);"),
    ("pthread_setcancelstate", &[], "int pthread_setcancelstate(int state, int *old_state);"),
    ("pthread_cond_timedwait", &[], "int pthread_cond_timedwait(void *condition, void *mutex, const void *deadline);"),
    (
        "__raddle_timed_wait",
        &["pthread_cond_timedwait"],
        "static int __raddle_timed_wait(void *condition, void *mutex)\n{\n    \
         return pthread_cond_timedwait(condition, mutex, 0) ? 2 : 0;\n}",
    ),
    ("__raddle_condition_release", &[], "int __raddle_condition_release(void *condition, void *mutex);"),
    ("__raddle_condition_wake", &[], "int __raddle_condition_wake(void *condition, void *mutex);"),
    (
        "__raddle_mutex_init",
        &["pthread_mutexattr_init", "pthread_mutexattr_settype", "pthread_mutex_init"],
        "static int __raddle_mutex_init(void *mutex, int kind)\n{\n    long attributes[8];\n    \
         pthread_mutexattr_init(attributes);\n    pthread_mutexattr_settype(attributes, kind);\n    \
         return pthread_mutex_init(mutex, attributes);\n}",
    ),
    ("pthread_mutex_timedlock", &[], "int pthread_mutex_timedlock(void *mutex, const void *rest);"),
    ("__raddle_condition_timed_wake", &[], "int __raddle_condition_timed_wake(void *condition, void *mutex);"),
    ("pthread_rwlock_init", &[], "int pthread_rwlock_init(void *lock, const void *rest);"),
    ("pthread_rwlock_destroy", &[], "int pthread_rwlock_destroy(void *lock);"),
    ("pthread_rwlock_rdlock", &[], "int pthread_rwlock_rdlock(void *lock);"),
    ("pthread_rwlock_tryrdlock", &[], "int pthread_rwlock_tryrdlock(void *lock);"),
    ("pthread_rwlock_timedrdlock", &[], "int pthread_rwlock_timedrdlock(void *lock, const void *rest);"),
    ("pthread_rwlock_wrlock", &[], "int pthread_rwlock_wrlock(void *lock);"),
    ("pthread_rwlock_trywrlock", &[], "int pthread_rwlock_trywrlock(void *lock);"),
    ("pthread_rwlock_timedwrlock", &[], "int pthread_rwlock_timedwrlock(void *lock, const void *rest);"),
    ("pthread_rwlock_unlock", &[], "int pthread_rwlock_unlock(void *lock);"),
    ("pthread_spin_init", &[], "int pthread_spin_init(volatile void *lock, int shared);"),
    ("pthread_spin_destroy", &[], "int pthread_spin_destroy(volatile void *lock);"),
    ("pthread_spin_lock", &[], "int pthread_spin_lock(volatile void *lock);"),
    ("pthread_spin_trylock", &[], "int pthread_spin_trylock(volatile void *lock);"),
    ("pthread_spin_unlock", &[], "int pthread_spin_unlock(volatile void *lock);"),
    (
        "__raddle_barrier_init",
        &["pthread_barrier_init"],
        "static int __raddle_barrier_init(void *barrier, unsigned int count)\n{\n    return pthread_barrier_init(barrier, 0, count);\n}",
    ),
    ("pthread_barrier_destroy", &[], "int pthread_barrier_destroy(void *barrier);"),
    ("__raddle_barrier_arrive", &[], "int __raddle_barrier_arrive(void *barrier);"),
    ("__raddle_barrier_leave", &[], "int __raddle_barrier_leave(void *barrier);"),
    ("__raddle_once_begin", &[], "int __raddle_once_begin(void *control);"),
    ("__raddle_once_end", &[], "int __raddle_once_end(void *control);"),
    (
        "__raddle_key_create",
        &["pthread_key_create"],
        "static unsigned int __raddle_key_create(void (*destructor)(void *))\n{\n    unsigned int key;\n    pthread_key_create(&key, destructor);\n    return key;\n}",
    ),
    ("pthread_key_delete", &[], "int pthread_key_delete(unsigned int key);"),
    ("pthread_getspecific", &[], "void *pthread_getspecific(unsigned int key);"),
    ("pthread_setspecific", &[], "int pthread_setspecific(unsigned int key, const void *value);"),
    (
        "__raddle_semaphore_init",
        &["__errno_location", "sem_init"],
        "static int __raddle_semaphore_init(void *semaphore, unsigned int value)\n{\n    return sem_init(semaphore, 0, value) ? *__errno_location() : 0;\n}",
    ),
    (
        "__raddle_semaphore_destroy",
        &["__errno_location", "sem_destroy"],
        "static int __raddle_semaphore_destroy(void *semaphore)\n{\n    return sem_destroy(semaphore) ? *__errno_location() : 0;\n}",
    ),
    (
        "__raddle_semaphore_wait",
        &["__errno_location", "sem_wait"],
        "static int __raddle_semaphore_wait(void *semaphore)\n{\n    return sem_wait(semaphore) ? *__errno_location() : 0;\n}",
    ),
    (
        "__raddle_semaphore_try_wait",
        &["__errno_location", "sem_trywait"],
        "static int __raddle_semaphore_try_wait(void *semaphore)\n{\n    return sem_trywait(semaphore) ? *__errno_location() : 0;\n}",
    ),
    (
        "__raddle_semaphore_timed_wait",
        &["__errno_location", "sem_timedwait"],
        "static int __raddle_semaphore_timed_wait(void *semaphore)\n{\n    return sem_timedwait(semaphore, 0) ? *__errno_location() : 0;\n}",
    ),
    (
        "__raddle_semaphore_post",
        &["__errno_location", "sem_post"],
        "static int __raddle_semaphore_post(void *semaphore)\n{\n    return sem_post(semaphore) ? *__errno_location() : 0;\n}",
    ),
    (
        "__raddle_semaphore_get_value",
        &["sem_getvalue"],
        "static int __raddle_semaphore_get_value(void *semaphore)\n{\n    int value;\n    sem_getvalue(semaphore, &value);\n    return value;\n}",
    ),
    ("pthread_detach", &["pthread_t"], "int pthread_detach(pthread_t id);"),
    ("__raddle_thread_test_end", &["pthread_t"], "int __raddle_thread_test_end(pthread_t id);"),
    ("pthread_cancel", &["pthread_t"], "int pthread_cancel(pthread_t id);"),
    (
        "__raddle_test_cancel",
        &["pthread_testcancel"],
        "static int __raddle_test_cancel(void)\n{\n    pthread_testcancel();\n    return 0;\n}",
    ),
    (
        "__raddle_set_cancel_state",
        &["pthread_setcancelstate"],
        "static int __raddle_set_cancel_state(int state)\n{\n    int old;\n    return pthread_setcancelstate(state, &old) ? -1 : old;\n}",
    ),
    ("__raddle_cleanup_push", &[], "int __raddle_cleanup_push(void (*routine)(void *), void *argument);"),
    ("__raddle_cleanup_pop", &[], "int __raddle_cleanup_pop(void);"),
    ("__raddle_become_child", &[], "int __raddle_become_child(void);"),
    ("__raddle_overwritten", &[], "int __raddle_overwritten(void *object, int kind);"),
    (
        "__raddle_create",
        &["pthread_t", "pthread_create"],
        "int pthread_attr_init(void *attributes);\nint pthread_attr_setdetachstate(void *attributes, int state);\n\
         static int __raddle_create(pthread_t *id, int state, void *(*start)(void *), void *argument)\n{\n    long \
         attributes[8];\n    pthread_attr_init(attributes);\n    pthread_attr_setdetachstate(attributes, state == 1);\n    \
         return pthread_create(id, attributes, start, argument);\n}",
    ),
    ("__raddle_allocation_size", &[], "SIZE __raddle_allocation_size(void *start);"),
    ("__raddle_open", &[], "void *__raddle_open(SIZE size);"),
    ("__raddle_map", &[], "void *__raddle_map(SIZE size);"),
    ("__raddle_map_zeros", &[], "void *__raddle_map_zeros(SIZE size);"),
    ("__raddle_map_constant", &[], "void *__raddle_map_constant(SIZE size);"),
    ("__raddle_map_constant_zeros", &[], "void *__raddle_map_constant_zeros(SIZE size);"),
    ("__raddle_close", &[], "void __raddle_close(void *stream);"),
    ("__raddle_unmap", &[], "void __raddle_unmap(void *address);"),
    ("__raddle_size_of_mapping", &[], "SIZE __raddle_size_of_mapping(void *address);"),
    ("__raddle_skip", &[], "void __raddle_skip(void);"),
    ("__raddle_unsupported", &[], "void __raddle_unsupported(const char *what);"),
];

/// The function that does what an operation does: the one of C where there is one that does nothing else.
pub(super) fn function(operation: Synchronization) -> &'static str {
    match operation {
        Synchronization::MutexInit => "__raddle_mutex_init",
        Synchronization::MutexDestroy => "pthread_mutex_destroy",
        Synchronization::MutexLock => "pthread_mutex_lock",
        Synchronization::MutexTryLock => "pthread_mutex_trylock",
        Synchronization::MutexTimedLock => "pthread_mutex_timedlock",
        Synchronization::MutexUnlock => "pthread_mutex_unlock",
        Synchronization::ConditionInit => "pthread_cond_init",
        Synchronization::ConditionDestroy => "pthread_cond_destroy",
        Synchronization::ConditionRelease => "__raddle_condition_release",
        Synchronization::ConditionWake => "__raddle_condition_wake",
        Synchronization::ConditionTimedWake => "__raddle_condition_timed_wake",
        Synchronization::ConditionSignal => "pthread_cond_signal",
        Synchronization::ConditionBroadcast => "pthread_cond_broadcast",
        Synchronization::ReadWriteInit => "pthread_rwlock_init",
        Synchronization::ReadWriteDestroy => "pthread_rwlock_destroy",
        Synchronization::ReadLock => "pthread_rwlock_rdlock",
        Synchronization::ReadTryLock => "pthread_rwlock_tryrdlock",
        Synchronization::ReadTimedLock => "pthread_rwlock_timedrdlock",
        Synchronization::WriteLock => "pthread_rwlock_wrlock",
        Synchronization::WriteTryLock => "pthread_rwlock_trywrlock",
        Synchronization::WriteTimedLock => "pthread_rwlock_timedwrlock",
        Synchronization::ReadWriteUnlock => "pthread_rwlock_unlock",
        Synchronization::SpinInit => "pthread_spin_init",
        Synchronization::SpinDestroy => "pthread_spin_destroy",
        Synchronization::SpinLock => "pthread_spin_lock",
        Synchronization::SpinTryLock => "pthread_spin_trylock",
        Synchronization::SpinUnlock => "pthread_spin_unlock",
        Synchronization::BarrierInit => "__raddle_barrier_init",
        Synchronization::BarrierDestroy => "pthread_barrier_destroy",
        Synchronization::BarrierArrive => "__raddle_barrier_arrive",
        Synchronization::BarrierLeave => "__raddle_barrier_leave",
        Synchronization::OnceBegin => "__raddle_once_begin",
        Synchronization::OnceEnd => "__raddle_once_end",
        Synchronization::KeyCreate => "__raddle_key_create",
        Synchronization::KeyDelete => "pthread_key_delete",
        Synchronization::KeyGet => "pthread_getspecific",
        Synchronization::KeySet => "pthread_setspecific",
        Synchronization::SemaphoreInit => "__raddle_semaphore_init",
        Synchronization::SemaphoreDestroy => "__raddle_semaphore_destroy",
        Synchronization::SemaphoreWait => "__raddle_semaphore_wait",
        Synchronization::SemaphoreTryWait => "__raddle_semaphore_try_wait",
        Synchronization::SemaphoreTimedWait => "__raddle_semaphore_timed_wait",
        Synchronization::SemaphorePost => "__raddle_semaphore_post",
        Synchronization::SemaphoreGetValue => "__raddle_semaphore_get_value",
        Synchronization::ThreadDetach => "pthread_detach",
        Synchronization::ThreadTestEnd => "__raddle_thread_test_end",
        Synchronization::ThreadCancel => "pthread_cancel",
        Synchronization::TestCancel => "__raddle_test_cancel",
        Synchronization::SetCancelState => "__raddle_set_cancel_state",
        Synchronization::CleanupPush => "__raddle_cleanup_push",
        Synchronization::CleanupPop => "__raddle_cleanup_pop",
        Synchronization::BecomeChild => "__raddle_become_child",
        Synchronization::Overwrite => "__raddle_overwritten",
    }
}

/// Whether the function takes one argument more than the operation, where null will do.
pub(super) fn takes_null(operation: Synchronization) -> bool {
    matches!(
        operation,
        Synchronization::MutexTimedLock
            | Synchronization::ConditionInit
            | Synchronization::ReadWriteInit
            | Synchronization::ReadTimedLock
            | Synchronization::WriteTimedLock
            | Synchronization::SpinInit
    )
}

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
    pub(super) fn called_models(&self) -> String {
        let mut used = self.used.borrow().clone();
        for (name, needed, _) in LIBRARY {
            if used.contains(name) {
                used.extend(needed);
            }
        }
        let size = match self.program.types.model() {
            DataModel::Ilp32 => "unsigned int",
            DataModel::Lp64 | DataModel::Llp64 => "unsigned long",
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
