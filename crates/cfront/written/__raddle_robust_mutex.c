void __raddle_more_than_8_robust_mutexes_of_a_thread(void);

/* Robust mutexes. The kind in an attribute has 16 more for them. A mutex has four bytes where the C library of Linux has its list of robust ones:
   whether it is robust, whether its owner ended, whether what it protects is not consistent yet, and whether it is lost. A thread knows which it
   holds; where it ends, behind all that runs there, it gives them back. */
static _Thread_local unsigned char *__raddle_held[8];
static _Thread_local int __raddle_held_count;
static _Thread_local int __raddle_end_rounds;
static unsigned int __raddle_robust_key;

static unsigned char *__raddle_robust(pthread_mutex_t *mutex)
{
    return (unsigned char *)mutex + (sizeof(void *) == 8 ? 24 : 20);
}

/* A destructor. Those of the program come first: they run in three more rounds at most. */
static void __raddle_give_back(void *value)
{
    if (__raddle_end_rounds < __RADDLE_ROUNDS__) {
        __raddle_end_rounds++;
        __builtin_pthread_setspecific(__raddle_robust_key, value);
        return;
    }
    while (__raddle_held_count > 0) {
        __raddle_held_count--;
        unsigned char *robust = __raddle_held[__raddle_held_count];
        robust[1] = 1;
        __builtin_pthread_mutex_unlock(robust - (sizeof(void *) == 8 ? 24 : 20));
    }
}

__attribute__((constructor)) static void __raddle_make_robust_key(void)
{
    __builtin_pthread_key_create(&__raddle_robust_key, __raddle_give_back);
}

/* What follows an attempt to lock. */
static int __raddle_locked(pthread_mutex_t *mutex, int code)
{
    unsigned char *robust = __raddle_robust(mutex);
    if (code != 0 || !robust[0])
        return code;
    if (robust[3]) {
        __builtin_pthread_mutex_unlock(mutex);
        return 131;
    }
    if (__raddle_held_count >= 8)
        __raddle_more_than_8_robust_mutexes_of_a_thread();
    __builtin_pthread_setspecific(__raddle_robust_key, robust);
    __raddle_held[__raddle_held_count] = robust;
    __raddle_held_count++;
    if (!robust[1])
        return 0;
    robust[1] = 0;
    robust[2] = 1;
    return 130;
}

/* What precedes an unlock. What is given back without being consistent is lost. */
static void __raddle_unlocks(pthread_mutex_t *mutex)
{
    unsigned char *robust = __raddle_robust(mutex);
    if (!robust[0])
        return;
    int number = __raddle_held_count - 1;
    while (number >= 0 && __raddle_held[number] != robust)
        number--;
    if (number < 0)
        return;
    __raddle_held_count--;
    for (int next = number; next < __raddle_held_count; next++)
        __raddle_held[next] = __raddle_held[next + 1];
    if (robust[2]) {
        robust[2] = 0;
        robust[3] = 1;
    }
}

int __raddle_mutex_init(pthread_mutex_t *mutex, const pthread_mutexattr_t *attribute)
{
    unsigned char *robust = __raddle_robust(mutex);
    int kind = attribute ? *(const int *)attribute : 0;
    int plain = kind & 15;
    int code = __builtin_pthread_mutex_init(mutex, &plain);
    robust[0] = kind >= 16;
    robust[1] = 0;
    robust[2] = 0;
    robust[3] = 0;
    return code;
}

int __raddle_mutex_lock(pthread_mutex_t *mutex)
{
    return __raddle_locked(mutex, __builtin_pthread_mutex_lock(mutex));
}

int __raddle_mutex_trylock(pthread_mutex_t *mutex)
{
    return __raddle_locked(mutex, __builtin_pthread_mutex_trylock(mutex));
}

int __raddle_mutex_unlock(pthread_mutex_t *mutex)
{
    __raddle_unlocks(mutex);
    return __builtin_pthread_mutex_unlock(mutex);
}

int __raddle_mutex_consistent(pthread_mutex_t *mutex)
{
    unsigned char *robust = __raddle_robust(mutex);
    if (!robust[0] || !robust[2])
        return 22;
    robust[2] = 0;
    return 0;
}

int __raddle_mutexattr_settype(pthread_mutexattr_t *attribute, int kind)
{
    int robust = *(int *)attribute & 16;
    int code = __builtin_pthread_mutexattr_settype(attribute, kind);
    if (code == 0 && robust)
        *(int *)attribute = kind + 16;
    return code;
}

int __raddle_mutexattr_gettype(const pthread_mutexattr_t *attribute, int *kind)
{
    *kind = *(const int *)attribute & 15;
    return 0;
}

int __raddle_mutexattr_setrobust(pthread_mutexattr_t *attribute, int robust)
{
    if (robust != 0 && robust != 1)
        return 22;
    int kind = *(int *)attribute & 15;
    *(int *)attribute = kind + 16 * robust;
    return 0;
}

int __raddle_mutexattr_getrobust(const pthread_mutexattr_t *attribute, int *robust)
{
    *robust = *(const int *)attribute / 16;
    return 0;
}
