void *calloc(__SIZE_TYPE__ count, __SIZE_TYPE__ size);
void __VERIFIER_assume(int condition);
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
void __raddle_enter_handler(void);
void __raddle_leave_handler(void);
void __raddle_work_without_function(void);

/* Work items and timers: what is kept beside each is found by its address. Each start is a thread; an item does not run beside itself. */
struct __raddle_deferred {
    struct __raddle_deferred *next;
    long long running[8];
    void *object;
    void (*function)(void *);
    int is_timer;
    int is_pending;
};

static struct __raddle_deferred *__raddle_all_deferred;

/* In a section. */
static struct __raddle_deferred *__raddle_find_deferred(void *object)
{
    struct __raddle_deferred *item = __raddle_all_deferred;
    while (item && item->object != object)
        item = item->next;
    return item;
}

static void __raddle_make_deferred(void *object, void *function, int is_timer)
{
    struct __raddle_deferred *made = calloc(1, sizeof(struct __raddle_deferred));
    __VERIFIER_atomic_begin();
    struct __raddle_deferred *item = __raddle_find_deferred(object);
    if (!item) {
        item = made;
        item->object = object;
        item->next = __raddle_all_deferred;
        __raddle_all_deferred = item;
    }
    item->function = (void (*)(void *))function;
    item->is_timer = is_timer;
    __VERIFIER_atomic_end();
}

static void *__RADDLE_SHOWN(deferred)(void *given)
{
    struct __raddle_deferred *item = given;
    int runs;
    __builtin_pthread_mutex_lock(item->running);
    __VERIFIER_atomic_begin();
    runs = item->is_pending;
    item->is_pending = 0;
    void (*function)(void *) = item->function;
    int is_timer = item->is_timer;
    __VERIFIER_atomic_end();
    if (runs) {
        if (__RADDLE_INTERRUPTS__) {
            if (is_timer)
                __raddle_enter_handler();
        }
        function(item->object);
        if (__RADDLE_INTERRUPTS__) {
            if (is_timer)
                __raddle_leave_handler();
        }
    }
    __builtin_pthread_mutex_unlock(item->running);
    return 0;
}

/* Returns whether it was pending. */
static int __raddle_defer(void *object)
{
    unsigned long thread;
    __VERIFIER_atomic_begin();
    struct __raddle_deferred *item = __raddle_find_deferred(object);
    int was_pending = item ? item->is_pending : 0;
    if (item)
        item->is_pending = 1;
    __VERIFIER_atomic_end();
    if (!item)
        __raddle_work_without_function();
    if (!was_pending)
        __builtin_pthread_create(&thread, 0, __RADDLE_SHOWN(deferred), item);
    return was_pending;
}

/* Waits until it does not run; returns whether it was pending. */
static int __raddle_stop_deferred(void *object, int cancels, int waits)
{
    __VERIFIER_atomic_begin();
    struct __raddle_deferred *item = __raddle_find_deferred(object);
    int was_pending = item ? item->is_pending : 0;
    if (item && cancels)
        item->is_pending = 0;
    __VERIFIER_atomic_end();
    if (item && waits) {
        if (!cancels) {
            __VERIFIER_atomic_begin();
            int is_pending = item->is_pending;
            __VERIFIER_atomic_end();
            __VERIFIER_assume(!is_pending);
        }
        __builtin_pthread_mutex_lock(item->running);
        __builtin_pthread_mutex_unlock(item->running);
    }
    return was_pending;
}

void __raddle_INIT_WORK(void *work, void *function)
{
    __raddle_make_deferred(work, function, 0);
}

void __raddle_INIT_DELAYED_WORK(void *work, void *function)
{
    __raddle_make_deferred(work, function, 0);
}

int __raddle_schedule_work(void *work)
{
    return !__raddle_defer(work);
}

int __raddle_queue_work(void *queue, void *work)
{
    return !__raddle_defer(work);
}

int __raddle_schedule_delayed_work(void *work)
{
    return !__raddle_defer(work);
}

int __raddle_queue_delayed_work(void *queue, void *work)
{
    return !__raddle_defer(work);
}

int __raddle_flush_work(void *work)
{
    return __raddle_stop_deferred(work, 0, 1);
}

int __raddle_flush_delayed_work(void *work)
{
    return __raddle_stop_deferred(work, 0, 1);
}

int __raddle_cancel_work_sync(void *work)
{
    return __raddle_stop_deferred(work, 1, 1);
}

int __raddle_cancel_delayed_work_sync(void *work)
{
    return __raddle_stop_deferred(work, 1, 1);
}

int __raddle_cancel_delayed_work(void *work)
{
    return __raddle_stop_deferred(work, 1, 0);
}

void __raddle_timer_setup(void *timer, void *function)
{
    __raddle_make_deferred(timer, function, 1);
}

int __raddle_mod_timer(void *timer)
{
    return __raddle_defer(timer);
}

void __raddle_add_timer(void *timer)
{
    __raddle_defer(timer);
}

int __raddle_del_timer(void *timer)
{
    return __raddle_stop_deferred(timer, 1, 0);
}

int __raddle_del_timer_sync(void *timer)
{
    return __raddle_stop_deferred(timer, 1, 1);
}

int __raddle_timer_delete_sync(void *timer)
{
    return __raddle_stop_deferred(timer, 1, 1);
}
