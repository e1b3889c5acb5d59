void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
void __raddle_more_than_16_calls_of_pthread_atfork(void);

/* What `pthread_atfork` registered. The C library has a lock for it, which the child finds free. */
static void (*__raddle_fork_prepare[16])(void);
static void (*__raddle_fork_parent[16])(void);
static void (*__raddle_fork_child[16])(void);
static int __raddle_fork_count;
static _Thread_local int __raddle_fork_known;

int pthread_atfork(void (*prepare)(void), void (*parent)(void), void (*child)(void))
{
    __VERIFIER_atomic_begin();
    int number = __raddle_fork_count;
    if (number >= 16)
        __raddle_more_than_16_calls_of_pthread_atfork();
    __raddle_fork_prepare[number] = prepare;
    __raddle_fork_parent[number] = parent;
    __raddle_fork_child[number] = child;
    __raddle_fork_count = number + 1;
    __VERIFIER_atomic_end();
    return 0;
}

void __raddle_before_fork(void)
{
    __VERIFIER_atomic_begin();
    __raddle_fork_known = __raddle_fork_count;
    __VERIFIER_atomic_end();
    for (int number = __raddle_fork_known - 1; number >= 0; number--)
        if (__raddle_fork_prepare[number])
            __raddle_fork_prepare[number]();
}

void __raddle_handlers_behind_fork(int is_child)
{
    for (int number = 0; number < __raddle_fork_known; number++) {
        if (is_child) {
            if (__raddle_fork_child[number])
                __raddle_fork_child[number]();
        } else if (__raddle_fork_parent[number]) {
            __raddle_fork_parent[number]();
        }
    }
}
