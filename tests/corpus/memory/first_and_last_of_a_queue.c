//@ memory: safe  data-race: safe
//@ by: static
//@ twin: first_of_an_empty_queue
// Pointers in memory that a lock guards are followed where they are tested.
#include <pthread.h>
#include <stdlib.h>

struct job {
    struct job *next;
    int size;
};

static struct {
    pthread_mutex_t lock;
    struct job *first, *last;
} queue = {PTHREAD_MUTEX_INITIALIZER, 0, 0};

static void put(int size) {
    struct job *job = malloc(sizeof *job);
    job->next = 0;
    job->size = size;
    pthread_mutex_lock(&queue.lock);
    if (queue.last)
        queue.last->next = job;
    else
        queue.first = job;
    queue.last = job;
    pthread_mutex_unlock(&queue.lock);
}

static void *work(void *unused) {
    int sum = 0;
    for (int i = 0; i < 100; i++) {
        pthread_mutex_lock(&queue.lock);
        struct job *job = queue.first;
        if (job) {
            queue.first = job->next;
            if (!queue.first)
                queue.last = 0;
            sum ^= job->size;
        }
        pthread_mutex_unlock(&queue.lock);
    }
    return unused;
}

int main(void) {
    pthread_t one, two;
    pthread_create(&one, 0, work, 0);
    pthread_create(&two, 0, work, 0);
    for (int i = 0; i < 50; i++)
        put(i);
    pthread_join(one, 0);
    pthread_join(two, 0);
    return 0;
}
