/* Completions: a semaphore beside the address. The one beside the next byte says that all waits go on: each wakes the next one. */
static int __raddle_is_for_all(void *completion)
{
    int count;
    __builtin_sem_getvalue((char *)completion + 1, &count);
    return count > 0;
}

static void __raddle_pass_on(void *completion)
{
    if (__raddle_is_for_all(completion))
        __builtin_sem_post(completion);
}

void __raddle_init_completion(void *completion)
{
    __builtin_sem_init(completion, 0, 0);
    __builtin_sem_init((char *)completion + 1, 0, 0);
}

void __raddle_reinit_completion(void *completion)
{
    while (__builtin_sem_trywait((char *)completion + 1) == 0)
        ;
    while (__builtin_sem_trywait(completion) == 0)
        ;
}

void __raddle_complete(void *completion)
{
    __builtin_sem_post(completion);
}

void __raddle_complete_all(void *completion)
{
    __builtin_sem_post((char *)completion + 1);
    __builtin_sem_post(completion);
}

void __raddle_wait_for_completion(void *completion)
{
    __builtin_sem_wait(completion);
    __raddle_pass_on(completion);
}

int __raddle_try_wait_for_completion(void *completion)
{
    if (__builtin_sem_trywait(completion) != 0)
        return 0;
    __raddle_pass_on(completion);
    return 1;
}

int __raddle_wait_for_completion_interruptible(void *completion)
{
    return __raddle_try_wait_for_completion(completion) ? 0 : -512;
}

unsigned long __raddle_wait_for_completion_timeout(void *completion, unsigned long ticks)
{
    return __raddle_try_wait_for_completion(completion);
}
