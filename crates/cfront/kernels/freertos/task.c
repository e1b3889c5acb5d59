void *calloc(__SIZE_TYPE__ count, __SIZE_TYPE__ size);
unsigned long __VERIFIER_nondet_tick(void);
void __VERIFIER_assume(int condition);
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
void __raddle_notifications_of_several_numbers(void);
void __raddle_task_without_record(void);
void __raddle_task_that_another_one_deletes(void);

/* Tasks of FreeRTOS: threads, in any order, whatever their priorities. Each begins with a call of `__raddle_begin_task`. A program that notifies tasks
   keeps a record of each: the creator waits until the task has taken its own one. */
struct __raddle_task {
    /* The semaphore of its notifications, and that of its start. */
    long long notifications[8];
};

static int __raddle_scheduler_runs;
static struct __raddle_task *__raddle_new_task;
static long long __raddle_creation[8];
static _Thread_local struct __raddle_task *__raddle_own_task;

enum { __raddle_keeps_tasks = __RADDLE_NAMED(ulTaskNotifyTake xTaskNotifyGive vTaskNotifyGiveFromISR ulTaskGenericNotifyTake xTaskGenericNotify
    vTaskGenericNotifyGiveFromISR xTaskGetCurrentTaskHandle) };

struct __raddle_task *__raddle_this_task(void)
{
    return __raddle_own_task;
}

void __raddle_begin_task(void)
{
    if (__raddle_keeps_tasks) {
        __raddle_own_task = __atomic_load_n(&__raddle_new_task, 5);
        __builtin_sem_post(__raddle_own_task->notifications + 4);
    }
    if (__RADDLE_NAMED(vTaskStartScheduler))
        __VERIFIER_assume(__atomic_load_n(&__raddle_scheduler_runs, 5));
}

long __raddle_xTaskCreate(void *function, void *name, unsigned long stack, void *argument, unsigned long priority, void *handle)
{
    unsigned long thread;
    struct __raddle_task *task = 0;
    if (__raddle_keeps_tasks || handle)
        task = calloc(1, sizeof(struct __raddle_task));
    if (handle)
        *(void **)handle = task;
    if (__raddle_keeps_tasks) {
        __builtin_pthread_mutex_lock(__raddle_creation);
        __builtin_sem_init(task->notifications, 0, 0);
        __builtin_sem_init(task->notifications + 4, 0, 0);
        __atomic_store_n(&__raddle_new_task, task, 5);
        __builtin_pthread_create(&thread, 0, (void *(*)(void *))function, argument);
        __builtin_sem_wait(task->notifications + 4);
        __builtin_pthread_mutex_unlock(__raddle_creation);
    } else {
        __builtin_pthread_create(&thread, 0, (void *(*)(void *))function, argument);
    }
    return 1;
}

long __raddle_xTaskCreatePinnedToCore(void *function, void *name, unsigned long stack, void *argument, unsigned long priority, void *handle)
{
    return __raddle_xTaskCreate(function, name, stack, argument, priority, handle);
}

void *__raddle_xTaskCreateStatic(void *function, void *name, unsigned long stack, void *argument, unsigned long priority)
{
    void *handle;
    __raddle_xTaskCreate(function, name, stack, argument, priority, &handle);
    return handle;
}

/* The stack of `main` is gone from here on. */
void __raddle_vTaskStartScheduler(void)
{
    __atomic_store_n(&__raddle_scheduler_runs, 1, 5);
    __builtin_pthread_exit(0);
}

void __raddle_vTaskDelete(void *task)
{
    if (task && task != (void *)__raddle_own_task)
        __raddle_task_that_another_one_deletes();
    __builtin_pthread_exit(0);
}

void *__raddle_xTaskGetCurrentTaskHandle(void)
{
    return __raddle_own_task;
}

void __raddle_vTaskDelay(unsigned long ticks)
{
}

void __raddle_vTaskDelayUntil(void *last, unsigned long ticks)
{
}

long __raddle_xTaskDelayUntil(void *last, unsigned long ticks)
{
    return __VERIFIER_nondet_tick() & 1;
}

unsigned long __raddle_xTaskGetTickCount(void)
{
    return __VERIFIER_nondet_tick();
}

unsigned long __raddle_xTaskGetTickCountFromISR(void)
{
    return __VERIFIER_nondet_tick();
}

void __raddle_vTaskPrioritySet(void *task, unsigned long priority)
{
}

void __raddle_vPortYield(void)
{
}

void __raddle_taskYIELD(void)
{
}

void __raddle_portYIELD(void)
{
}

void __raddle_vPortYieldFromISR(void)
{
}

/* A count of notifications: one is taken, or all. */
unsigned long __raddle_ulTaskNotifyTake(long takes_all, long long ticks)
{
    struct __raddle_task *task = __raddle_own_task;
    unsigned long count = 1;
    int rest = 0;
    if (!task)
        __raddle_task_without_record();
    if (ticks == -1 || ticks == 4294967295LL)
        __builtin_sem_wait(task->notifications);
    else if (__builtin_sem_trywait(task->notifications) != 0)
        return 0;
    __VERIFIER_atomic_begin();
    __builtin_sem_getvalue(task->notifications, &rest);
    while (takes_all && __builtin_sem_trywait(task->notifications) == 0)
        count++;
    __VERIFIER_atomic_end();
    return takes_all ? count : count + rest;
}

unsigned long __raddle_ulTaskGenericNotifyTake(unsigned long index, long takes_all, long long ticks)
{
    if (index)
        __raddle_notifications_of_several_numbers();
    return __raddle_ulTaskNotifyTake(takes_all, ticks);
}

long __raddle_xTaskNotifyGive(void *task)
{
    __builtin_sem_post(((struct __raddle_task *)task)->notifications);
    return 1;
}

/* Action 2 adds one. */
long __raddle_xTaskGenericNotify(void *task, unsigned long index, unsigned long value, unsigned long action, void *before)
{
    if (index || action != 2 || before)
        __raddle_notifications_of_several_numbers();
    return __raddle_xTaskNotifyGive(task);
}

void __raddle_vTaskNotifyGiveFromISR(void *task, void *woken)
{
    __raddle_xTaskNotifyGive(task);
}

void __raddle_vTaskGenericNotifyGiveFromISR(void *task, unsigned long index, void *woken)
{
    if (index)
        __raddle_notifications_of_several_numbers();
    __raddle_xTaskNotifyGive(task);
}
