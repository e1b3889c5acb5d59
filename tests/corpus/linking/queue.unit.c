/* A queue whose structures two files see through a header. */
#include "queue.h"

struct queue shared = {PTHREAD_MUTEX_INITIALIZER, 0, 0};

/* Another structure than the one of this tag in main's file. */
struct local {
    char bytes[3];
};

void put(struct queue *queue, struct node *node)
{
    struct local unused = {{1, 2, 3}};
    pthread_mutex_lock(&queue->lock);
    node->next = queue->head;
    queue->head = node;
    queue->length += unused.bytes[0];
    pthread_mutex_unlock(&queue->lock);
}

range span_of(const struct queue *queue)
{
    range found = {queue->head->value, queue->head->value};
    for (const struct node *at = queue->head; at; at = at->next) {
        if (at->value < found.low)
            found.low = at->value;
        if (at->value > found.high)
            found.high = at->value;
    }
    return found;
}
