void *calloc(__SIZE_TYPE__ count, __SIZE_TYPE__ size);
void __raddle_thread_that_starts_later(void);

/* Threads of Zephyr, in any order, whatever their priorities. A semaphore beside the address of the thread says that it has ended. */
struct __raddle_zephyr_thread {
    void (*entry)(void *, void *, void *);
    void *first;
    void *second;
    void *third;
    void *object;
};

static void *__RADDLE_SHOWN(thread)(void *given)
{
    struct __raddle_zephyr_thread *started = given;
    started->entry(started->first, started->second, started->third);
    __builtin_sem_post(started->object);
    return 0;
}

void *__raddle_k_thread_create(void *object, void *stack, unsigned long size, void *entry, void *first, void *second, void *third, long priority, unsigned long options, long long delay)
{
    unsigned long created;
    struct __raddle_zephyr_thread *started = calloc(1, sizeof(struct __raddle_zephyr_thread));
    if (delay == -1)
        __raddle_thread_that_starts_later();
    started->entry = (void (*)(void *, void *, void *))entry;
    started->first = first;
    started->second = second;
    started->third = third;
    started->object = object;
    __builtin_sem_init(object, 0, 0);
    __builtin_pthread_create(&created, 0, __RADDLE_SHOWN(thread), started);
    return object;
}

int __raddle_k_thread_join(void *object, long long ticks)
{
    if (ticks == -1)
        __builtin_sem_wait(object);
    else if (__builtin_sem_trywait(object) != 0)
        return -11;
    __builtin_sem_post(object);
    return 0;
}

int __raddle_k_thread_name_set(void *object, const void *name)
{
    return 0;
}

void __raddle_k_yield(void)
{
}

int __raddle_k_sleep(long long ticks)
{
    return 0;
}

int __raddle_k_msleep(long time)
{
    return 0;
}

int __raddle_k_usleep(long time)
{
    return 0;
}

void __raddle_k_busy_wait(unsigned long time)
{
}
