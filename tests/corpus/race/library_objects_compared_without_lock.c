//@ unsafe
//@ by: bmc
//@ library: none
//@ twin: library_objects_with_locks
// Threads that get the same queue read its length behind the unlock.
#include <pthread.h>

struct queue {
    pthread_mutex_t lock;
    unsigned length;
    unsigned highest;
};

void queue_put(struct queue *queue)
{
    pthread_mutex_lock(&queue->lock);
    queue->length++;
    pthread_mutex_unlock(&queue->lock);
    if (queue->length > queue->highest)
        queue->highest = queue->length;
}

unsigned queue_length(struct queue *queue)
{
    pthread_mutex_lock(&queue->lock);
    unsigned length = queue->length;
    pthread_mutex_unlock(&queue->lock);
    return length;
}
