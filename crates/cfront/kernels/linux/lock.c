int __raddle_is_in_handler(void);
void __raddle_handler_that_waits(void);
void __raddle_disable_interrupts(void);
void __raddle_enable_interrupts(void);

/* Locks of Linux, whatever they consist of: a read-write lock of ours has its state beside the address. Zero bytes are an unlocked one. */
static long long __raddle_never_unlocked[8];

static void __raddle_wait_for_ever(void)
{
    __builtin_pthread_mutex_lock(__raddle_never_unlocked);
    __builtin_pthread_mutex_lock(__raddle_never_unlocked);
}

/* What a handler interrupts never gives its lock back. While the handler waits, `main` must not return and end the process: sections of ours would
   let it, so that is unsupported. Modules have no `main`. */
static void __raddle_wait_in_handler(void)
{
    if (__RADDLE_NAMED(main))
        __raddle_handler_that_waits();
    __raddle_wait_for_ever();
}

/* A thread that locks twice waits for ever: it does not go on with an error. */
static void __raddle_lock_for_writing(void *lock)
{
    if (__RADDLE_INTERRUPTS__) {
        if (__raddle_is_in_handler()) {
            if (__builtin_pthread_rwlock_trywrlock(lock) != 0)
                __raddle_wait_in_handler();
            return;
        }
    }
    if (__builtin_pthread_rwlock_wrlock(lock) != 0)
        __raddle_wait_for_ever();
}

static void __raddle_lock_for_reading(void *lock)
{
    if (__RADDLE_INTERRUPTS__) {
        if (__raddle_is_in_handler()) {
            if (__builtin_pthread_rwlock_tryrdlock(lock) != 0)
                __raddle_wait_in_handler();
            return;
        }
    }
    if (__builtin_pthread_rwlock_rdlock(lock) != 0)
        __raddle_wait_for_ever();
}

static void __raddle_unlock(void *lock)
{
    __builtin_pthread_rwlock_unlock(lock);
}

/* How often a thread has disabled interrupts. Nothing but handlers can tell. */
static _Thread_local int __raddle_irq_depth;

static void __raddle_irq_off(void)
{
    if (__RADDLE_INTERRUPTS__) {
        __raddle_irq_depth++;
        __raddle_disable_interrupts();
    }
}

static void __raddle_irq_on(void)
{
    if (__RADDLE_INTERRUPTS__) {
        if (__raddle_irq_depth > 0)
            __raddle_irq_depth--;
        if (__raddle_irq_depth == 0)
            __raddle_enable_interrupts();
    }
}

void __raddle_local_irq_disable(void)
{
    __raddle_irq_off();
}

void __raddle_local_irq_enable(void)
{
    __raddle_irq_on();
}

void __raddle_local_bh_disable(void)
{
    __raddle_irq_off();
}

void __raddle_local_bh_enable(void)
{
    __raddle_irq_on();
}

void __raddle_spin_lock_init(void *lock)
{
    __builtin_pthread_rwlock_init(lock, 0);
}

void __raddle_rwlock_init(void *lock)
{
    __builtin_pthread_rwlock_init(lock, 0);
}

void __raddle_mutex_init(void *lock)
{
    __builtin_pthread_rwlock_init(lock, 0);
}

void __raddle_mutex_destroy(void *lock)
{
    __builtin_pthread_rwlock_destroy(lock);
}

void __raddle_spin_lock(void *lock)
{
    __raddle_lock_for_writing(lock);
}

void __raddle_spin_unlock(void *lock)
{
    __raddle_unlock(lock);
}

void __raddle_spin_lock_irq(void *lock)
{
    __raddle_irq_off();
    __raddle_lock_for_writing(lock);
}

void __raddle_spin_unlock_irq(void *lock)
{
    __raddle_unlock(lock);
    __raddle_irq_on();
}

void __raddle_spin_lock_bh(void *lock)
{
    __raddle_irq_off();
    __raddle_lock_for_writing(lock);
}

void __raddle_spin_unlock_bh(void *lock)
{
    __raddle_unlock(lock);
    __raddle_irq_on();
}

unsigned long __raddle_spin_lock_irqsave(void *lock)
{
    __raddle_irq_off();
    __raddle_lock_for_writing(lock);
    return 0;
}

void __raddle_spin_unlock_irqrestore(void *lock)
{
    __raddle_unlock(lock);
    __raddle_irq_on();
}

void __raddle_write_lock(void *lock)
{
    __raddle_lock_for_writing(lock);
}

void __raddle_write_unlock(void *lock)
{
    __raddle_unlock(lock);
}

void __raddle_write_lock_irq(void *lock)
{
    __raddle_irq_off();
    __raddle_lock_for_writing(lock);
}

void __raddle_write_unlock_irq(void *lock)
{
    __raddle_unlock(lock);
    __raddle_irq_on();
}

void __raddle_write_lock_bh(void *lock)
{
    __raddle_irq_off();
    __raddle_lock_for_writing(lock);
}

void __raddle_write_unlock_bh(void *lock)
{
    __raddle_unlock(lock);
    __raddle_irq_on();
}

unsigned long __raddle_write_lock_irqsave(void *lock)
{
    __raddle_irq_off();
    __raddle_lock_for_writing(lock);
    return 0;
}

void __raddle_write_unlock_irqrestore(void *lock)
{
    __raddle_unlock(lock);
    __raddle_irq_on();
}

void __raddle_read_lock(void *lock)
{
    __raddle_lock_for_reading(lock);
}

void __raddle_read_unlock(void *lock)
{
    __raddle_unlock(lock);
}

void __raddle_read_lock_irq(void *lock)
{
    __raddle_irq_off();
    __raddle_lock_for_reading(lock);
}

void __raddle_read_unlock_irq(void *lock)
{
    __raddle_unlock(lock);
    __raddle_irq_on();
}

void __raddle_read_lock_bh(void *lock)
{
    __raddle_irq_off();
    __raddle_lock_for_reading(lock);
}

void __raddle_read_unlock_bh(void *lock)
{
    __raddle_unlock(lock);
    __raddle_irq_on();
}

unsigned long __raddle_read_lock_irqsave(void *lock)
{
    __raddle_irq_off();
    __raddle_lock_for_reading(lock);
    return 0;
}

void __raddle_read_unlock_irqrestore(void *lock)
{
    __raddle_unlock(lock);
    __raddle_irq_on();
}

int __raddle_spin_trylock(void *lock)
{
    return __builtin_pthread_rwlock_trywrlock(lock) == 0;
}

unsigned long __raddle__raw_spin_lock_irqsave(void *lock)
{
    return __raddle_spin_lock_irqsave(lock);
}

void __raddle__raw_spin_unlock_irqrestore(void *lock)
{
    __raddle_spin_unlock_irqrestore(lock);
}

void __raddle__raw_spin_lock(void *lock)
{
    __raddle_lock_for_writing(lock);
}

void __raddle__raw_spin_unlock(void *lock)
{
    __raddle_unlock(lock);
}

void __raddle_mutex_lock(void *lock)
{
    __raddle_lock_for_writing(lock);
}

void __raddle_mutex_unlock(void *lock)
{
    __raddle_unlock(lock);
}

int __raddle_mutex_trylock(void *lock)
{
    return __builtin_pthread_rwlock_trywrlock(lock) == 0;
}
