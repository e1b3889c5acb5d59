//! Locks, conditions, barriers and semaphores in one thread: `<pthread.h>`, `<threads.h>`, `<semaphore.h>`.

use super::super::arguments::Argument;
use super::super::arguments::Argument::*;
use super::super::row::{Answer, Row, row};

/// Nanoseconds of a time.
const NANOSECONDS: Argument = Of(&["0", "-1", "999999999", "1000000000"]);
/// Kinds of mutexes.
const KIND: Argument = Between(0, 2);
const MUTEX: &str = "pthread_mutexattr_t t; pthread_mutexattr_init(&t); pthread_mutexattr_settype(&t, $0); \
    pthread_mutex_t m; pthread_mutex_init(&m, &t);";
const OWNED_MUTEX: &str = "pthread_mutexattr_t t; pthread_mutexattr_init(&t); pthread_mutexattr_settype(&t, $0); \
    pthread_mutex_t m; pthread_mutex_init(&m, &t); pthread_mutex_lock(&m);";
const TIMED_MUTEX: &str = "pthread_mutexattr_t t; pthread_mutexattr_init(&t); pthread_mutexattr_settype(&t, $0); \
    pthread_mutex_t m; pthread_mutex_init(&m, &t); struct timespec d = {1, $1}; if ($2) pthread_mutex_lock(&m);";
const AWAITED: &str = "pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; pthread_cond_t c = PTHREAD_COND_INITIALIZER; \
    pthread_mutex_lock(&m); struct timespec d = {1, $0};";
/// A read-write lock that is free, or that the thread has to read or to write.
const READ_WRITE: &str = "pthread_rwlock_t l; pthread_rwlock_init(&l, 0); struct timespec d = {1, $1}; \
    if ($0 == 1) pthread_rwlock_rdlock(&l); if ($0 == 2) pthread_rwlock_wrlock(&l);";
const SEMAPHORE: &str = "sem_t s; sem_init(&s, 0, $0); int v = -1;";
const TIMED_SEMAPHORE: &str = "sem_t s; sem_init(&s, 0, $0); int v = -1; struct timespec d = {1, $1};";
const VALUE: &[&str] = &["sem_getvalue(&s, &v)", "v"];

pub const ROWS: &[Row] = &[
    row("pthread_mutex_init", &[KIND], Answer::Number)
        .before(
            "pthread_mutexattr_t t; pthread_mutexattr_init(&t); pthread_mutexattr_settype(&t, $0); pthread_mutex_t m;",
        )
        .call("$f(&m, &t)")
        .sees(&["pthread_mutex_trylock(&m)", "pthread_mutex_trylock(&m)"]),
    row("pthread_mutex_lock pthread_mutex_trylock", &[KIND], Answer::Number)
        .before(MUTEX)
        .call("$f(&m)")
        .sees(&["pthread_mutex_trylock(&m)", "pthread_mutex_unlock(&m)"]),
    row("pthread_mutex_lock", &[Between(1, 2)], Answer::Number).before(OWNED_MUTEX).call("$f(&m)"),
    row("pthread_mutex_trylock pthread_mutex_unlock pthread_mutex_destroy", &[KIND], Answer::Number)
        .before(OWNED_MUTEX)
        .call("$f(&m)"),
    row("pthread_mutex_unlock", &[Between(1, 2)], Answer::Number).before(MUTEX).call("$f(&m)"),
    row("pthread_mutex_timedlock", &[KIND, NANOSECONDS, Between(0, 1)], Answer::Number)
        .before(TIMED_MUTEX)
        .call("$f(&m, &d)"),
    row("pthread_mutex_clocklock", &[KIND, NANOSECONDS, Between(0, 1)], Answer::Number)
        .before(TIMED_MUTEX)
        .call("$f(&m, CLOCK_MONOTONIC, &d)"),
    row("pthread_mutexattr_settype", &[Between(-1, 4)], Answer::Number)
        .before("pthread_mutexattr_t t; pthread_mutexattr_init(&t); int kind = 9;")
        .call("$f(&t, $0)")
        .sees(&["pthread_mutexattr_gettype(&t, &kind)", "kind"]),
    row("pthread_mutexattr_gettype", &[KIND], Answer::Number)
        .before("pthread_mutexattr_t t; pthread_mutexattr_init(&t); int kind = 9; pthread_mutexattr_settype(&t, $0);")
        .call("$f(&t, &kind)")
        .sees(&["kind"]),
    row("pthread_mutexattr_setpshared pthread_mutexattr_setprotocol", &[Between(-1, 3)], Answer::Number)
        .before("pthread_mutexattr_t t; pthread_mutexattr_init(&t);")
        .call("$f(&t, $0)"),
    row("pthread_mutexattr_setprioceiling", &[Of(&["-1", "0", "1", "50", "99", "100"])], Answer::Number)
        .before("pthread_mutexattr_t t; pthread_mutexattr_init(&t);")
        .call("$f(&t, $0)"),
    row("pthread_mutexattr_setrobust", &[Of(&["0"])], Answer::Number)
        .before("pthread_mutexattr_t t; pthread_mutexattr_init(&t);")
        .call("$f(&t, $0)"),
    row("pthread_mutexattr_init pthread_mutexattr_destroy", &[], Answer::Number)
        .before("pthread_mutexattr_t t; pthread_mutexattr_init(&t);")
        .call("$f(&t)"),
    // Condition variables.
    row("pthread_cond_init", &[], Answer::Number).before("pthread_cond_t c;").call("$f(&c, 0)"),
    row("pthread_cond_signal pthread_cond_broadcast pthread_cond_destroy", &[], Answer::Number)
        .before("pthread_cond_t c; pthread_cond_init(&c, 0);")
        .call("$f(&c)"),
    row("pthread_cond_timedwait", &[NANOSECONDS], Answer::Number).before(AWAITED).call("$f(&c, &m, &d)").possible(),
    row("pthread_cond_clockwait", &[NANOSECONDS], Answer::Number)
        .before(AWAITED)
        .call("$f(&c, &m, CLOCK_MONOTONIC, &d)")
        .possible(),
    row("pthread_condattr_init pthread_condattr_destroy", &[], Answer::Number)
        .before("pthread_condattr_t t; pthread_condattr_init(&t);")
        .call("$f(&t)"),
    row("pthread_condattr_setclock pthread_condattr_setpshared", &[Between(-1, 4)], Answer::Number)
        .before("pthread_condattr_t t; pthread_condattr_init(&t);")
        .call("$f(&t, $0)"),
    row("cnd_init", &[], Answer::Number).before("cnd_t c;").call("$f(&c)"),
    row("cnd_signal cnd_broadcast", &[], Answer::Number).before("cnd_t c; cnd_init(&c);").call("$f(&c)"),
    row("cnd_destroy", &[], Answer::Void).before("cnd_t c; cnd_init(&c);").call("$f(&c)"),
    row("cnd_timedwait", &[NANOSECONDS], Answer::Number)
        .before("mtx_t m; mtx_init(&m, 0); cnd_t c; cnd_init(&c); mtx_lock(&m); struct timespec d = {1, $0};")
        .call("$f(&c, &m, &d)")
        .possible(),
    // Read-write locks.
    row("pthread_rwlock_init", &[], Answer::Number).before("pthread_rwlock_t l;").call("$f(&l, 0)"),
    row("pthread_rwlock_destroy", &[], Answer::Number)
        .before("pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;")
        .call("$f(&l)"),
    row("pthread_rwlock_tryrdlock pthread_rwlock_trywrlock", &[Between(0, 2), NANOSECONDS], Answer::Number)
        .before(READ_WRITE)
        .call("$f(&l)"),
    row("pthread_rwlock_rdlock", &[Between(0, 2), NANOSECONDS], Answer::Number).before(READ_WRITE).call("$f(&l)"),
    row("pthread_rwlock_wrlock", &[Of(&["0", "2"]), NANOSECONDS], Answer::Number).before(READ_WRITE).call("$f(&l)"),
    row("pthread_rwlock_unlock", &[Between(1, 2), NANOSECONDS], Answer::Number)
        .before(READ_WRITE)
        .call("$f(&l)")
        .sees(&["pthread_rwlock_trywrlock(&l)"]),
    row("pthread_rwlock_timedrdlock pthread_rwlock_timedwrlock", &[Between(0, 2), NANOSECONDS], Answer::Number)
        .before(READ_WRITE)
        .call("$f(&l, &d)")
        .possible(),
    row("pthread_rwlock_clockrdlock pthread_rwlock_clockwrlock", &[Between(0, 2), NANOSECONDS], Answer::Number)
        .before(READ_WRITE)
        .call("$f(&l, CLOCK_MONOTONIC, &d)")
        .possible(),
    row("pthread_rwlockattr_init pthread_rwlockattr_destroy", &[], Answer::Number)
        .before("pthread_rwlockattr_t t; pthread_rwlockattr_init(&t);")
        .call("$f(&t)"),
    row("pthread_rwlockattr_setpshared", &[Between(-1, 2)], Answer::Number)
        .before("pthread_rwlockattr_t t; pthread_rwlockattr_init(&t);")
        .call("$f(&t, $0)"),
    row("pthread_rwlockattr_setkind_np", &[Of(&["0"])], Answer::Number)
        .before("pthread_rwlockattr_t t; pthread_rwlockattr_init(&t);")
        .call("$f(&t, $0)"),
    // Spin locks and barriers.
    row("pthread_spin_init", &[Between(0, 1)], Answer::Number).before("pthread_spinlock_t l;").call("$f(&l, $0)"),
    row("pthread_spin_lock pthread_spin_trylock pthread_spin_destroy", &[], Answer::Number)
        .before("pthread_spinlock_t l; pthread_spin_init(&l, 0);")
        .call("$f(&l)"),
    row("pthread_spin_trylock pthread_spin_unlock", &[], Answer::Number)
        .before("pthread_spinlock_t l; pthread_spin_init(&l, 0); pthread_spin_lock(&l);")
        .call("$f(&l)"),
    row(
        "pthread_barrier_init",
        &[Of(&["0", "1", "2", "2147483646u", "2147483647u", "2147483648u", "4294967295u"])],
        Answer::Number,
    )
    .before("pthread_barrier_t b;")
    .call("$f(&b, 0, $0)"),
    row("pthread_barrier_wait pthread_barrier_destroy", &[], Answer::Number)
        .before("pthread_barrier_t b; pthread_barrier_init(&b, 0, 1);")
        .call("$f(&b)"),
    row("pthread_barrierattr_init pthread_barrierattr_destroy", &[], Answer::Number)
        .before("pthread_barrierattr_t t; pthread_barrierattr_init(&t);")
        .call("$f(&t)"),
    row("pthread_barrierattr_setpshared", &[Between(-1, 2)], Answer::Number)
        .before("pthread_barrierattr_t t; pthread_barrierattr_init(&t);")
        .call("$f(&t, $0)"),
    // C11.
    row("mtx_init", &[Of(&["mtx_plain", "mtx_timed", "mtx_recursive", "mtx_timed | mtx_recursive"])], Answer::Number)
        .before("mtx_t m;")
        .call("$f(&m, $0)")
        .sees(&["mtx_trylock(&m)", "mtx_trylock(&m)"]),
    row("mtx_lock mtx_trylock", &[Of(&["mtx_plain", "mtx_recursive"])], Answer::Number)
        .before("mtx_t m; mtx_init(&m, $0);")
        .call("$f(&m)")
        .sees(&["mtx_trylock(&m)", "mtx_unlock(&m)"]),
    row("mtx_unlock", &[], Answer::Number).before("mtx_t m; mtx_init(&m, 0); mtx_lock(&m);").call("$f(&m)"),
    row("mtx_destroy", &[], Answer::Void).before("mtx_t m; mtx_init(&m, 0);").call("$f(&m)"),
    row("mtx_timedlock", &[Between(0, 1), NANOSECONDS], Answer::Number)
        .before("mtx_t m; mtx_init(&m, mtx_timed); struct timespec d = {1, $1}; if ($0) mtx_lock(&m);")
        .call("$f(&m, &d)"),
    // Semaphores.
    row("sem_init", &[Of(&["0", "1", "2147483647u", "2147483648u", "4294967295u"])], Answer::Number)
        .before("sem_t s;")
        .call("$f(&s, 0, $0)"),
    row("sem_trywait", &[Between(0, 2)], Answer::Number).before(SEMAPHORE).call("$f(&s)").sees(VALUE),
    row("sem_wait", &[Between(1, 2)], Answer::Number).before(SEMAPHORE).call("$f(&s)").sees(VALUE),
    row("sem_post", &[Of(&["0", "1", "2147483646u", "2147483647u"])], Answer::Number)
        .before(SEMAPHORE)
        .call("$f(&s)")
        .sees(VALUE),
    row("sem_getvalue", &[Between(0, 2)], Answer::Number).before(SEMAPHORE).call("$f(&s, &v)").sees(&["v"]),
    row("sem_destroy", &[Between(0, 2)], Answer::Number).before(SEMAPHORE).call("$f(&s)"),
    row("sem_timedwait", &[Between(0, 1), NANOSECONDS], Answer::Number)
        .before(TIMED_SEMAPHORE)
        .call("$f(&s, &d)")
        .sees(VALUE)
        .possible(),
    row("sem_clockwait", &[Between(0, 1), NANOSECONDS], Answer::Number)
        .before(TIMED_SEMAPHORE)
        .call("$f(&s, CLOCK_MONOTONIC, &d)")
        .sees(VALUE)
        .possible(),
];
