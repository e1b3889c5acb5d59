//! Calls that wait, and end early behind a handler (POSIX 2.4.4), as functions in C.

/// A function, its text, and whether it matters only where a handler's run may not be moved.
pub(super) const BLOCKING: [(&str, &str, bool); 7] = [
    (
        "pause",
        "int *__errno_location(void);
int __raddle_signals_come(void);
void __VERIFIER_assume(int condition);

/* Waits for a handler. Other processes may send a signal at any time. */
int __raddle_pause(void)
{
    __builtin_pthread_testcancel();
    int comes = __raddle_signals_come();
    __VERIFIER_assume(comes != 0);
    *__errno_location() = 4;
    return -1;
}
",
        false,
    ),
    (
        "sleep",
        "int __raddle_signals_come(void);
unsigned int __VERIFIER_nondet_seconds_left(void);
void __VERIFIER_assume(int condition);

unsigned int __raddle_sleep(unsigned int seconds)
{
    unsigned int left = __builtin_sleep(seconds);
    if (__raddle_signals_come()) {
        left = __VERIFIER_nondet_seconds_left();
        __VERIFIER_assume(left <= seconds);
    }
    return left;
}
",
        false,
    ),
    (
        "usleep",
        "int *__errno_location(void);
int __raddle_signals_come(void);

int __raddle_usleep(useconds_t time)
{
    int result = __builtin_usleep(time);
    if (__raddle_signals_come()) {
        *__errno_location() = 4;
        return -1;
    }
    return result;
}
",
        false,
    ),
    (
        "nanosleep",
        "int *__errno_location(void);
int __raddle_signals_come(void);
long __VERIFIER_nondet_nanoseconds_left(void);
void __VERIFIER_assume(int condition);

int __raddle_nanosleep(const struct timespec *time, struct timespec *left)
{
    int result = __builtin_nanosleep(time, left);
    if (result == 0 && __raddle_signals_come()) {
        if (left) {
            left->tv_sec = 0;
            left->tv_nsec = __VERIFIER_nondet_nanoseconds_left();
            __VERIFIER_assume(left->tv_nsec >= 0 && left->tv_nsec <= 999999999);
        }
        *__errno_location() = 4;
        return -1;
    }
    return result;
}
",
        false,
    ),
    (
        "sem_wait",
        "int *__errno_location(void);
int __raddle_signals_come(void);

int __raddle_sem_wait(sem_t *semaphore)
{
    if (__raddle_signals_come() == 2) {
        *__errno_location() = 4;
        return -1;
    }
    return __builtin_sem_wait(semaphore);
}
",
        false,
    ),
    (
        "sem_timedwait",
        "int *__errno_location(void);
int __raddle_signals_come(void);

int __raddle_sem_timedwait(sem_t *semaphore, const struct timespec *time)
{
    if (__raddle_signals_come() == 2) {
        *__errno_location() = 4;
        return -1;
    }
    return __builtin_sem_timedwait(semaphore, time);
}
",
        false,
    ),
    (
        "pthread_cond_wait",
        "int __raddle_signals_come(void);
_Bool __VERIFIER_nondet_is_interrupted(void);

/* A handler runs while the mutex is free. */
int __raddle_pthread_cond_wait(pthread_cond_t *condition, pthread_mutex_t *mutex)
{
    if (__VERIFIER_nondet_is_interrupted()) {
        __builtin_pthread_mutex_unlock(mutex);
        __raddle_signals_come();
        __builtin_pthread_mutex_lock(mutex);
        return 0;
    }
    return __builtin_pthread_cond_wait(condition, mutex);
}
",
        true,
    ),
];
