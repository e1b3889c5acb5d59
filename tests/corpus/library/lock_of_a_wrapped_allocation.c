//@ data-race: safe  memory: safe  deadlock: safe
//@ twin: lock_of_a_wrapped_allocation_is_left_out
/* One function allocates objects of two types, one of them with a lock beside a number. */
#include <pthread.h>
#include <stdlib.h>

struct shared {
    pthread_mutex_t lock;
    unsigned hits;
};

struct item {
    int number;
    struct item *next;
};

static void *allocate(size_t size)
{
    void *memory = malloc(size);
    if (!memory)
        abort();
    return memory;
}

static void *work(void *argument)
{
    struct shared *shared = argument;
    pthread_mutex_lock(&shared->lock);
    shared->hits++;
    pthread_mutex_unlock(&shared->lock);
    return 0;
}

int main(void)
{
    struct shared *shared = allocate(sizeof *shared);
    struct item *item = allocate(sizeof *item);
    item->number = 1;
    item->next = 0;
    pthread_mutex_init(&shared->lock, 0);
    shared->hits = 0;
    pthread_t thread;
    pthread_create(&thread, 0, work, shared);
    work(shared);
    pthread_join(thread, 0);
    free(shared);
    free(item);
    return 0;
}
