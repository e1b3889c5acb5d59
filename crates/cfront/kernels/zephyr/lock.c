void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
unsigned long __raddle_save_interrupts(void);
void __raddle_restore_interrupts(unsigned long state);

/* Mutexes of Zephyr are recursive. A semaphore has its limit as the count of a semaphore beside the next byte. */
int __raddle_k_mutex_init(void *mutex)
{
    int recursive = 1;
    __builtin_pthread_mutex_init(mutex, &recursive);
    return 0;
}

int __raddle_k_mutex_lock(void *mutex, long long ticks)
{
    if (ticks == -1)
        return __builtin_pthread_mutex_lock(mutex);
    if (__builtin_pthread_mutex_trylock(mutex) == 0)
        return 0;
    return ticks == 0 ? -16 : -11;
}

int __raddle_k_mutex_unlock(void *mutex)
{
    return __builtin_pthread_mutex_unlock(mutex) == 0 ? 0 : -1;
}

int __raddle_k_sem_init(void *semaphore, unsigned long count, unsigned long limit)
{
    if (limit == 0 || count > limit)
        return -22;
    __builtin_sem_init(semaphore, 0, count);
    __builtin_sem_init((char *)semaphore + 1, 0, limit < 2147483647 ? limit : 2147483647);
    return 0;
}

int __raddle_k_sem_take(void *semaphore, long long ticks)
{
    if (ticks == -1)
        return __builtin_sem_wait(semaphore);
    if (__builtin_sem_trywait(semaphore) == 0)
        return 0;
    return ticks == 0 ? -16 : -11;
}

void __raddle_k_sem_give(void *semaphore)
{
    int count, limit;
    __VERIFIER_atomic_begin();
    __builtin_sem_getvalue(semaphore, &count);
    __builtin_sem_getvalue((char *)semaphore + 1, &limit);
    if (count < limit)
        __builtin_sem_post(semaphore);
    __VERIFIER_atomic_end();
}

unsigned long __raddle_k_sem_count_get(void *semaphore)
{
    int count;
    __builtin_sem_getvalue(semaphore, &count);
    return count;
}

/* Spin locks of one processor: interrupts are disabled. */
unsigned long __raddle_irq_lock(void)
{
    return __raddle_save_interrupts();
}

void __raddle_irq_unlock(unsigned long key)
{
    __raddle_restore_interrupts(key);
}

unsigned long __raddle_k_spin_lock(void *lock)
{
    return __raddle_save_interrupts();
}

void __raddle_k_spin_unlock(void *lock, unsigned long key)
{
    __raddle_restore_interrupts(key);
}
