//@ safe
//@ twin: lock_cleared_by_bytes
// A queue has its lock behind its entries. Indices and pointers stay in the entries.
#include <pthread.h>
#include <stdlib.h>

struct queue {
    int entries[3];
    char name[20];
    unsigned tail;
    pthread_mutex_t mutex;
};

static void put(struct queue *queue, int entry)
{
    pthread_mutex_lock(&queue->mutex);
    queue->entries[queue->tail] = entry;
    queue->tail = (queue->tail + 1) % 3;
    for (char *at = queue->name; *at; at++)
        *at = '-';
    pthread_mutex_unlock(&queue->mutex);
}

static void *worker(void *queue)
{
    put(queue, 1);
    return 0;
}

int main(void)
{
    pthread_t thread;
    struct queue *queue = calloc(1, sizeof *queue);
    if (!queue)
        return 1;
    queue->name[0] = 'q';
    pthread_mutex_init(&queue->mutex, 0);
    pthread_create(&thread, 0, worker, queue);
    put(queue, 2);
    pthread_join(thread, 0);
    pthread_mutex_destroy(&queue->mutex);
    free(queue);
    return 0;
}
