//! Robust mutexes (POSIX `pthread_mutexattr_setrobust`): after the owner has ended, the next lock returns EOWNERDEAD.
//!
//! If a program names `pthread_mutexattr_setrobust`, its calls for mutexes become calls of functions in C
//! (`written/__raddle_robust_mutex.c`) around the models of plain mutexes. A destructor of thread-specific data releases the mutexes that a
//! thread holds at its end, so the next owner is ordered after it.
//!
//! Left out, as `Unsupported` where it is reached: `pthread_cond_clockwait` and `pthread_mutex_clocklock` in such a program, and a thread that
//! holds more than eight robust mutexes.

use raddle_program::types::TypeId;

use super::Checker;
use super::walk::Rewrite;
use crate::typed::{Expr, ExprKind, FunctionId, VariableId};
use crate::written::text;

/// Functions of the library, and the functions in C that take their places.
const FUNCTIONS: [(&str, &str); 9] = [
    ("pthread_mutex_init", "__raddle_mutex_init"),
    ("pthread_mutex_lock", "__raddle_mutex_lock"),
    ("pthread_mutex_trylock", "__raddle_mutex_trylock"),
    ("pthread_mutex_unlock", "__raddle_mutex_unlock"),
    ("pthread_mutex_consistent", "__raddle_mutex_consistent"),
    ("pthread_mutexattr_settype", "__raddle_mutexattr_settype"),
    ("pthread_mutexattr_gettype", "__raddle_mutexattr_gettype"),
    ("pthread_mutexattr_setrobust", "__raddle_mutexattr_setrobust"),
    ("pthread_mutexattr_getrobust", "__raddle_mutexattr_getrobust"),
];

/// The same for functions that need types which only some programs declare.
const WAITS: [(&str, &str, &str); 3] = [
    (
        "pthread_mutex_timedlock",
        "__raddle_mutex_timedlock",
        "int __raddle_mutex_timedlock(pthread_mutex_t *mutex, const struct timespec *deadline)
{
    return __raddle_locked(mutex, __builtin_pthread_mutex_timedlock(mutex, deadline));
}
",
    ),
    (
        "pthread_cond_wait",
        "__raddle_cond_wait",
        "int __raddle_cond_wait(pthread_cond_t *condition, pthread_mutex_t *mutex)
{
    __raddle_unlocks(mutex);
    return __raddle_locked(mutex, __builtin_pthread_cond_wait(condition, mutex));
}
",
    ),
    (
        "pthread_cond_timedwait",
        "__raddle_cond_timedwait",
        "int __raddle_cond_timedwait(pthread_cond_t *condition, pthread_mutex_t *mutex, const struct timespec *deadline)
{
    __raddle_unlocks(mutex);
    int code = __builtin_pthread_cond_timedwait(condition, mutex, deadline);
    int locked = __raddle_locked(mutex, 0);
    return locked ? locked : code;
}
",
    ),
];

impl Checker {
    /// Comes when all bodies are there.
    pub(super) fn make_mutexes_robust(&mut self) {
        if !self.unit.names("pthread_mutexattr_setrobust")
            || self.function_named("pthread_mutexattr_setrobust").is_some()
        {
            return;
        }
        let Some(text) = text("__raddle_robust_mutex", self.unit.types.model()) else { return };
        // Without other destructors none can need a mutex in a later round.
        let has_destructors = ["pthread_key_create", "tss_create"].iter().any(|name| self.unit.names(name));
        let mut text = text.replace("__RADDLE_ROUNDS__", if has_destructors { "3" } else { "0" });
        let mut wanted: Vec<(&str, &str)> = FUNCTIONS.to_vec();
        for (name, own, body) in WAITS {
            if self.unit.names(name) {
                text.push('\n');
                text.push_str(body);
                wanted.push((name, own));
            }
        }
        let before: Vec<FunctionId> = self.unit.functions.ids().collect();
        self.own_function("__raddle_robust_mutex", &text);
        let ours: Vec<FunctionId> = self.unit.functions.ids().filter(|id| !before.contains(id)).collect();
        for (name, own) in wanted {
            let Some(own) = self.function_named(own) else { continue };
            for replaced in self.declared_only(&[name]) {
                self.unit.functions[own].is_used = true;
                let ty = self.unit.functions[own].ty;
                self.rewrite_everything_but(&ours, &mut Calls { replaced, own: Some((own, ty)) });
            }
        }
        for name in ["pthread_cond_clockwait", "pthread_mutex_clocklock"] {
            for replaced in self.declared_only(&[name]) {
                self.rewrite_everything_but(&ours, &mut Calls { replaced, own: None });
            }
        }
    }
}

/// Puts a function in the place of another one, or what has no model.
struct Calls {
    replaced: FunctionId,
    own: Option<(FunctionId, TypeId)>,
}

impl Rewrite for Calls {
    fn expression(&mut self, expr: &mut Expr, _: &mut Vec<VariableId>) {
        if !matches!(expr.kind, ExprKind::Function(function) if function == self.replaced) {
            return;
        }
        expr.kind = match self.own {
            Some((own, ty)) if ty == expr.ty => ExprKind::Function(own),
            _ => ExprKind::Unsupported("a wait or an attribute in a program with robust mutexes".into()),
        };
    }
}
