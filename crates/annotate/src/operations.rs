//! The lock functions of POSIX that the analysis of Clang is told about.

/// What a call of a function does to the lock that its argument points to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Operation {
    /// Takes it.
    Take {
        /// For reading.
        is_shared: bool,
    },
    /// Takes it if the result is zero.
    Try {
        /// For reading.
        is_shared: bool,
    },
    /// Gives it back.
    Give,
    /// Needs it: waits with it.
    Wait,
}

/// A lock function.
#[derive(Debug)]
pub struct LockFunction {
    /// Its name.
    pub name: &'static str,
    /// What it does.
    pub operation: Operation,
    /// Which argument is the lock.
    pub position: usize,
    /// Its parameters; the lock is `lock`.
    pub parameters: &'static str,
}

impl LockFunction {
    /// The types of its parameters that a program must declare.
    pub fn types(&self) -> impl Iterator<Item = &'static str> {
        ["pthread_mutex_t", "pthread_rwlock_t", "pthread_spinlock_t", "pthread_cond_t", "timespec"]
            .into_iter()
            .filter(|ty| self.parameters.contains(ty))
    }
}

const TAKE: Operation = Operation::Take { is_shared: false };
const READ: Operation = Operation::Take { is_shared: true };
const TRY: Operation = Operation::Try { is_shared: false };
const TRY_READ: Operation = Operation::Try { is_shared: true };

macro_rules! lock_functions {
    ($($name:literal, $operation:expr, $position:literal, $parameters:literal;)*) => {
        &[$(LockFunction { name: $name, operation: $operation, position: $position, parameters: $parameters }),*]
    };
}

/// All of them.
pub const LOCK_FUNCTIONS: &[LockFunction] = lock_functions! {
    "pthread_mutex_lock", TAKE, 0, "pthread_mutex_t *lock";
    "pthread_mutex_trylock", TRY, 0, "pthread_mutex_t *lock";
    "pthread_mutex_timedlock", TRY, 0, "pthread_mutex_t *restrict lock, const struct timespec *restrict deadline";
    "pthread_mutex_unlock", Operation::Give, 0, "pthread_mutex_t *lock";
    "pthread_cond_wait", Operation::Wait, 1, "pthread_cond_t *restrict condition, pthread_mutex_t *restrict lock";
    "pthread_cond_timedwait", Operation::Wait, 1,
        "pthread_cond_t *restrict condition, pthread_mutex_t *restrict lock, const struct timespec *restrict deadline";
    "pthread_rwlock_rdlock", READ, 0, "pthread_rwlock_t *lock";
    "pthread_rwlock_tryrdlock", TRY_READ, 0, "pthread_rwlock_t *lock";
    "pthread_rwlock_wrlock", TAKE, 0, "pthread_rwlock_t *lock";
    "pthread_rwlock_trywrlock", TRY, 0, "pthread_rwlock_t *lock";
    "pthread_rwlock_unlock", Operation::Give, 0, "pthread_rwlock_t *lock";
    "pthread_spin_lock", TAKE, 0, "pthread_spinlock_t *lock";
    "pthread_spin_trylock", TRY, 0, "pthread_spinlock_t *lock";
    "pthread_spin_unlock", Operation::Give, 0, "pthread_spinlock_t *lock";
};

/// The lock function of a name.
pub fn lock_function(name: &str) -> Option<&'static LockFunction> {
    LOCK_FUNCTIONS.iter().find(|function| function.name == name)
}

/// Whether a function of the C library never returns.
pub fn never_returns(name: &str) -> bool {
    ["exit", "_exit", "_Exit", "abort", "quick_exit", "pthread_exit", "longjmp", "siglongjmp", "__assert_fail"]
        .contains(&name)
}
