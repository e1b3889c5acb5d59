void *calloc(__SIZE_TYPE__ count, __SIZE_TYPE__ size);
int __VERIFIER_nondet_result(void);

/* Kernel threads. Each begins with a call of `__raddle_begin_kthread`. Where threads are stopped, the thread that wakes a new one waits until
   it has taken its record. */
struct __raddle_kthread {
    long long started[4];
    int (*function)(void *);
    void *data;
    unsigned long thread;
    int is_woken;
    int is_stopped;
};

static struct __raddle_kthread *__raddle_new_kthread;
static long long __raddle_kthread_creation[8];
static _Thread_local struct __raddle_kthread *__raddle_own_kthread;

enum { __raddle_stops_kthreads = __RADDLE_NAMED(kthread_stop) };

void __raddle_begin_kthread(void)
{
    if (__raddle_stops_kthreads) {
        __raddle_own_kthread = __raddle_new_kthread;
        __builtin_sem_post(__raddle_new_kthread->started);
    }
}

void *__raddle_kthread_create(void *function, void *data)
{
    struct __raddle_kthread *created = calloc(1, sizeof(struct __raddle_kthread));
    created->function = (int (*)(void *))function;
    created->data = data;
    return created;
}

int __raddle_wake_up_process(void *thread)
{
    struct __raddle_kthread *created = thread;
    if (__atomic_exchange_n(&created->is_woken, 1, 5))
        return 0;
    if (__raddle_stops_kthreads) {
        __builtin_pthread_mutex_lock(__raddle_kthread_creation);
        __builtin_sem_init(created->started, 0, 0);
        __raddle_new_kthread = created;
        __builtin_pthread_create(&created->thread, 0, (void *(*)(void *))created->function, created->data);
        __builtin_sem_wait(created->started);
        __builtin_pthread_mutex_unlock(__raddle_kthread_creation);
    } else {
        __builtin_pthread_create(&created->thread, 0, (void *(*)(void *))created->function, created->data);
    }
    return 1;
}

void *__raddle_kthread_run(void *function, void *data)
{
    if (!__raddle_stops_kthreads && !__RADDLE_NAMED(wake_up_process)) {
        unsigned long thread;
        __builtin_pthread_create(&thread, 0, (void *(*)(void *))function, data);
        return calloc(1, sizeof(struct __raddle_kthread));
    }
    void *created = __raddle_kthread_create(function, data);
    __raddle_wake_up_process(created);
    return created;
}

int __raddle_kthread_should_stop(void)
{
    if (!__raddle_stops_kthreads)
        return 0;
    return __atomic_load_n(&__raddle_own_kthread->is_stopped, 5);
}

int __raddle_kthread_stop(void *thread)
{
    struct __raddle_kthread *stopped = thread;
    __atomic_store_n(&stopped->is_stopped, 1, 5);
    if (!__atomic_exchange_n(&stopped->is_woken, 1, 5))
        return -4;
    __builtin_pthread_join(stopped->thread, 0);
    return __VERIFIER_nondet_result();
}

void __raddle_schedule(void)
{
}

long __raddle_schedule_timeout(long ticks)
{
    return 0;
}

long __raddle_schedule_timeout_interruptible(long ticks)
{
    return 0;
}

void __raddle_cond_resched(void)
{
}

void __raddle_msleep(unsigned long time)
{
}

unsigned long __raddle_msleep_interruptible(unsigned long time)
{
    return 0;
}

void __raddle_ssleep(unsigned long time)
{
}

void __raddle_usleep_range(unsigned long least, unsigned long most)
{
}

void __raddle_mdelay(unsigned long time)
{
}

void __raddle_udelay(unsigned long time)
{
}

void __raddle_cpu_relax(void)
{
}

int __raddle_printk(const void *format)
{
    return 0;
}

int __raddle__printk(const void *format)
{
    return 0;
}
