//@ safe
//@ by: static
//@ library: none
//@ twin: library_objects_compared_without_lock
// Threads get one queue or different ones: the lock in each protects its length.
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
    if (queue->length > queue->highest)
        queue->highest = queue->length;
    pthread_mutex_unlock(&queue->lock);
}

unsigned queue_length(struct queue *queue)
{
    pthread_mutex_lock(&queue->lock);
    unsigned length = queue->length;
    pthread_mutex_unlock(&queue->lock);
    return length;
}
