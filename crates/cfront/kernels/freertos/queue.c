void *calloc(__SIZE_TYPE__ count, __SIZE_TYPE__ size);
void free(void *memory);
void *memcpy(void *to, const void *from, __SIZE_TYPE__ size);
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

/* Semaphores and queues of FreeRTOS. Both are queues there, and share functions. A wait with an end takes what is there, or fails: the scheduler
   chooses when it does. */
struct __raddle_queue {
    long long mutex[8];
    long long items[8];
    long long spaces[8];
    int kind;
    unsigned int length;
    unsigned long size;
    unsigned long first;
    unsigned long last;
    unsigned char *slots;
};

/* Kinds: 0 mutex, 1 recursive mutex, 2 semaphore, 3 queue. */
enum { __raddle_has_semaphores = __RADDLE_NAMED(xSemaphoreCreateBinary xSemaphoreCreateBinaryStatic xSemaphoreCreateCounting xSemaphoreCreateCountingStatic
    vSemaphoreCreateBinary xQueueCreateCountingSemaphore xQueueCreateCountingSemaphoreStatic xQueueGenericCreate
    xQueueGenericCreateStatic xQueueCreate xQueueCreateStatic) };

static int __raddle_is_mutex(struct __raddle_queue *queue)
{
    return !__raddle_has_semaphores || queue->kind < 2;
}

/* 32-bit ticks may stand in a wider type. */
static int __raddle_is_endless(long long ticks)
{
    return ticks == -1 || ticks == 4294967295LL;
}

static void __raddle_make_mutex(struct __raddle_queue *queue, int kind)
{
    queue->kind = kind;
    __builtin_pthread_mutex_init(queue->mutex, &kind);
}

static void __raddle_make_semaphore(struct __raddle_queue *queue, unsigned long most, unsigned long count)
{
    queue->kind = 2;
    queue->length = most;
    __builtin_sem_init(queue->items, 0, count);
}

static void __raddle_make_queue(struct __raddle_queue *queue, unsigned long length, unsigned long size)
{
    queue->kind = 3;
    queue->length = length;
    queue->size = size;
    queue->slots = calloc(length, size ? size : 1);
    __builtin_sem_init(queue->items, 0, 0);
    __builtin_sem_init(queue->spaces, 0, length);
}

static int __raddle_take_one(long long *semaphore, long long ticks)
{
    if (__raddle_is_endless(ticks))
        return __builtin_sem_wait(semaphore) == 0;
    return __builtin_sem_trywait(semaphore) == 0;
}

void *__raddle_xSemaphoreCreateMutex(void)
{
    struct __raddle_queue *queue = calloc(1, sizeof(struct __raddle_queue));
    __raddle_make_mutex(queue, 0);
    return queue;
}

void *__raddle_xSemaphoreCreateMutexStatic(void *memory)
{
    struct __raddle_queue *queue = calloc(1, sizeof(struct __raddle_queue));
    __raddle_make_mutex(queue, 0);
    return queue;
}

void *__raddle_xSemaphoreCreateRecursiveMutex(void)
{
    struct __raddle_queue *queue = calloc(1, sizeof(struct __raddle_queue));
    __raddle_make_mutex(queue, 1);
    return queue;
}

void *__raddle_xSemaphoreCreateRecursiveMutexStatic(void *memory)
{
    return __raddle_xSemaphoreCreateRecursiveMutex();
}

/* 1: mutex. 4: recursive mutex. */
void *__raddle_xQueueCreateMutex(unsigned long type)
{
    struct __raddle_queue *queue = calloc(1, sizeof(struct __raddle_queue));
    __raddle_make_mutex(queue, type == 4);
    return queue;
}

void *__raddle_xQueueCreateMutexStatic(unsigned long type, void *memory)
{
    return __raddle_xQueueCreateMutex(type);
}

void *__raddle_xSemaphoreCreateBinary(void)
{
    struct __raddle_queue *queue = calloc(1, sizeof(struct __raddle_queue));
    __raddle_make_semaphore(queue, 1, 0);
    return queue;
}

void *__raddle_xSemaphoreCreateBinaryStatic(void *memory)
{
    return __raddle_xSemaphoreCreateBinary();
}

void *__raddle_xSemaphoreCreateCounting(unsigned long most, unsigned long count)
{
    struct __raddle_queue *queue = calloc(1, sizeof(struct __raddle_queue));
    __raddle_make_semaphore(queue, most, count);
    return queue;
}

void *__raddle_xQueueCreateCountingSemaphore(unsigned long most, unsigned long count)
{
    return __raddle_xSemaphoreCreateCounting(most, count);
}

void *__raddle_xQueueCreate(unsigned long length, unsigned long size)
{
    struct __raddle_queue *queue = calloc(1, sizeof(struct __raddle_queue));
    __raddle_make_queue(queue, length, size);
    return queue;
}

void *__raddle_xQueueCreateStatic(unsigned long length, unsigned long size)
{
    return __raddle_xQueueCreate(length, size);
}

/* Type 3 is a binary semaphore: a queue of one item without a size. */
void *__raddle_xQueueGenericCreate(unsigned long length, unsigned long size, unsigned long type)
{
    if (type == 3)
        return __raddle_xSemaphoreCreateBinary();
    return __raddle_xQueueCreate(length, size);
}

long __raddle_xSemaphoreTake(void *semaphore, long long ticks)
{
    struct __raddle_queue *queue = semaphore;
    if (__raddle_is_mutex(queue)) {
        if (__raddle_is_endless(ticks))
            return __builtin_pthread_mutex_lock(queue->mutex) == 0;
        return __builtin_pthread_mutex_trylock(queue->mutex) == 0;
    }
    return __raddle_take_one(queue->items, ticks);
}

long __raddle_xQueueSemaphoreTake(void *semaphore, long long ticks)
{
    return __raddle_xSemaphoreTake(semaphore, ticks);
}

long __raddle_xSemaphoreTakeRecursive(void *semaphore, long long ticks)
{
    return __raddle_xSemaphoreTake(semaphore, ticks);
}

long __raddle_xQueueTakeMutexRecursive(void *semaphore, long long ticks)
{
    return __raddle_xSemaphoreTake(semaphore, ticks);
}

long __raddle_xSemaphoreTakeFromISR(void *semaphore, void *woken)
{
    return __raddle_xSemaphoreTake(semaphore, 0);
}

static long __raddle_give_semaphore(struct __raddle_queue *queue)
{
    int count;
    long is_given = 0;
    __VERIFIER_atomic_begin();
    __builtin_sem_getvalue(queue->items, &count);
    if ((unsigned int)count < queue->length) {
        __builtin_sem_post(queue->items);
        is_given = 1;
    }
    __VERIFIER_atomic_end();
    return is_given;
}

long __raddle_xSemaphoreGive(void *semaphore)
{
    struct __raddle_queue *queue = semaphore;
    if (__raddle_is_mutex(queue))
        return __builtin_pthread_mutex_unlock(queue->mutex) == 0;
    return __raddle_give_semaphore(queue);
}

long __raddle_xSemaphoreGiveRecursive(void *semaphore)
{
    return __raddle_xSemaphoreGive(semaphore);
}

long __raddle_xQueueGiveMutexRecursive(void *semaphore)
{
    return __raddle_xSemaphoreGive(semaphore);
}

long __raddle_xSemaphoreGiveFromISR(void *semaphore, void *woken)
{
    return __raddle_give_semaphore(semaphore);
}

long __raddle_xQueueGiveFromISR(void *semaphore, void *woken)
{
    return __raddle_give_semaphore(semaphore);
}

unsigned long __raddle_uxSemaphoreGetCount(void *semaphore)
{
    struct __raddle_queue *queue = semaphore;
    int count;
    __builtin_sem_getvalue(queue->items, &count);
    return count;
}

/* The program's item is read and written outside of the section: another task may change it meanwhile. */
static void __raddle_put_item(struct __raddle_queue *queue, const void *item, long position)
{
    unsigned char small[64];
    unsigned char *copy = queue->size <= sizeof small ? small : calloc(1, queue->size);
    if (queue->size)
        memcpy(copy, item, queue->size);
    __VERIFIER_atomic_begin();
    unsigned long slot = queue->last;
    if (position == 1) {
        queue->first = (queue->first + queue->length - 1) % queue->length;
        slot = queue->first;
    } else {
        queue->last = (queue->last + 1) % queue->length;
    }
    if (queue->size)
        memcpy(queue->slots + slot * queue->size, copy, queue->size);
    __builtin_sem_post(queue->items);
    __VERIFIER_atomic_end();
    if (copy != small)
        free(copy);
}

static void __raddle_get_item(struct __raddle_queue *queue, void *item)
{
    unsigned char small[64];
    unsigned char *copy = queue->size <= sizeof small ? small : calloc(1, queue->size);
    __VERIFIER_atomic_begin();
    if (queue->size)
        memcpy(copy, queue->slots + queue->first * queue->size, queue->size);
    queue->first = (queue->first + 1) % queue->length;
    __builtin_sem_post(queue->spaces);
    __VERIFIER_atomic_end();
    if (queue->size)
        memcpy(item, copy, queue->size);
    if (copy != small)
        free(copy);
}

/* Positions: 0 the end, 1 the front. 2, an item that is overwritten, needs a queue of length 1. */
long __raddle_xQueueGenericSend(void *handle, const void *item, long long ticks, long position)
{
    struct __raddle_queue *queue = handle;
    if (__raddle_is_mutex(queue))
        return __builtin_pthread_mutex_unlock(queue->mutex) == 0;
    if (queue->kind == 2)
        return __raddle_give_semaphore(queue);
    if (position == 2) {
        __VERIFIER_atomic_begin();
        int is_full = __builtin_sem_trywait(queue->items) == 0;
        if (is_full)
            __builtin_sem_post(queue->spaces);
        __VERIFIER_atomic_end();
    }
    if (!__raddle_take_one(queue->spaces, ticks))
        return 0;
    __raddle_put_item(queue, item, position);
    return 1;
}

long __raddle_xQueueGenericSendFromISR(void *handle, const void *item, void *woken, long position)
{
    return __raddle_xQueueGenericSend(handle, item, 0, position);
}

long __raddle_xQueueSend(void *queue, const void *item, long long ticks)
{
    return __raddle_xQueueGenericSend(queue, item, ticks, 0);
}

long __raddle_xQueueSendToBack(void *queue, const void *item, long long ticks)
{
    return __raddle_xQueueGenericSend(queue, item, ticks, 0);
}

long __raddle_xQueueSendToFront(void *queue, const void *item, long long ticks)
{
    return __raddle_xQueueGenericSend(queue, item, ticks, 1);
}

long __raddle_xQueueSendFromISR(void *queue, const void *item, void *woken)
{
    return __raddle_xQueueGenericSend(queue, item, 0, 0);
}

long __raddle_xQueueSendToBackFromISR(void *queue, const void *item, void *woken)
{
    return __raddle_xQueueGenericSend(queue, item, 0, 0);
}

long __raddle_xQueueReceive(void *handle, void *item, long long ticks)
{
    struct __raddle_queue *queue = handle;
    if (!__raddle_take_one(queue->items, ticks))
        return 0;
    __raddle_get_item(queue, item);
    return 1;
}

long __raddle_xQueueReceiveFromISR(void *handle, void *item, void *woken)
{
    return __raddle_xQueueReceive(handle, item, 0);
}

unsigned long __raddle_uxQueueMessagesWaiting(void *handle)
{
    return __raddle_uxSemaphoreGetCount(handle);
}

unsigned long __raddle_uxQueueMessagesWaitingFromISR(void *handle)
{
    return __raddle_uxSemaphoreGetCount(handle);
}

long __raddle_xQueueReset(void *handle)
{
    struct __raddle_queue *queue = handle;
    __VERIFIER_atomic_begin();
    while (__builtin_sem_trywait(queue->items) == 0) {
        queue->first = (queue->first + 1) % queue->length;
        __builtin_sem_post(queue->spaces);
    }
    __VERIFIER_atomic_end();
    return 1;
}

long __raddle_xQueueGenericReset(void *queue, long is_new)
{
    return __raddle_xQueueReset(queue);
}

void __raddle_vSemaphoreDelete(void *semaphore)
{
    struct __raddle_queue *queue = semaphore;
    if (__raddle_is_mutex(queue))
        __builtin_pthread_mutex_destroy(queue->mutex);
    free(queue);
}

void __raddle_vQueueDelete(void *handle)
{
    struct __raddle_queue *queue = handle;
    if (queue->kind == 3)
        free(queue->slots);
    __raddle_vSemaphoreDelete(queue);
}
