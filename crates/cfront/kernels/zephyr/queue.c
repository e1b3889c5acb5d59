void *calloc(__SIZE_TYPE__ count, __SIZE_TYPE__ size);
void free(void *memory);
void *memcpy(void *to, const void *from, __SIZE_TYPE__ size);
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
void __raddle_message_queue_without_initialization(void);

/* Message queues of Zephyr. What is kept beside each is found by its address; the messages stand there, too. */
struct __raddle_messages {
    struct __raddle_messages *next;
    void *object;
    long long items[4];
    long long spaces[4];
    unsigned long size;
    unsigned long length;
    unsigned long first;
    unsigned long last;
    unsigned char *slots;
};

static struct __raddle_messages *__raddle_all_messages;

static struct __raddle_messages *__raddle_find_messages(void *object)
{
    __VERIFIER_atomic_begin();
    struct __raddle_messages *found = __raddle_all_messages;
    while (found && found->object != object)
        found = found->next;
    __VERIFIER_atomic_end();
    if (!found)
        __raddle_message_queue_without_initialization();
    return found;
}

void __raddle_k_msgq_init(void *object, void *buffer, unsigned long size, unsigned long length)
{
    struct __raddle_messages *made = calloc(1, sizeof(struct __raddle_messages));
    made->object = object;
    made->size = size;
    made->length = length;
    made->slots = calloc(length, size);
    __builtin_sem_init(made->items, 0, 0);
    __builtin_sem_init(made->spaces, 0, length);
    __VERIFIER_atomic_begin();
    made->next = __raddle_all_messages;
    __raddle_all_messages = made;
    __VERIFIER_atomic_end();
}

static int __raddle_wait_for_message(long long *semaphore, long long ticks, int error)
{
    if (ticks == -1)
        return __builtin_sem_wait(semaphore);
    if (__builtin_sem_trywait(semaphore) == 0)
        return 0;
    return ticks == 0 ? error : -11;
}

int __raddle_k_msgq_put(void *object, const void *message, long long ticks)
{
    struct __raddle_messages *queue = __raddle_find_messages(object);
    int code = __raddle_wait_for_message(queue->spaces, ticks, -35);
    if (code)
        return code;
    unsigned char *copy = calloc(1, queue->size);
    memcpy(copy, message, queue->size);
    __VERIFIER_atomic_begin();
    memcpy(queue->slots + queue->last * queue->size, copy, queue->size);
    queue->last = (queue->last + 1) % queue->length;
    __builtin_sem_post(queue->items);
    __VERIFIER_atomic_end();
    free(copy);
    return 0;
}

int __raddle_k_msgq_get(void *object, void *message, long long ticks)
{
    struct __raddle_messages *queue = __raddle_find_messages(object);
    int code = __raddle_wait_for_message(queue->items, ticks, -42);
    if (code)
        return code;
    unsigned char *copy = calloc(1, queue->size);
    __VERIFIER_atomic_begin();
    memcpy(copy, queue->slots + queue->first * queue->size, queue->size);
    queue->first = (queue->first + 1) % queue->length;
    __builtin_sem_post(queue->spaces);
    __VERIFIER_atomic_end();
    memcpy(message, copy, queue->size);
    free(copy);
    return 0;
}

void __raddle_k_msgq_purge(void *object)
{
    struct __raddle_messages *queue = __raddle_find_messages(object);
    __VERIFIER_atomic_begin();
    while (__builtin_sem_trywait(queue->items) == 0) {
        queue->first = (queue->first + 1) % queue->length;
        __builtin_sem_post(queue->spaces);
    }
    __VERIFIER_atomic_end();
}

unsigned long __raddle_k_msgq_num_used_get(void *object)
{
    struct __raddle_messages *queue = __raddle_find_messages(object);
    int count;
    __builtin_sem_getvalue(queue->items, &count);
    return count;
}
