//@ assertions: safe
//@ by: explicit
//@ twin: count_is_looked_at_under_the_lock
// The count lies with its lock in an object that threads know by a pointer. Main looks at it behind the joins.
#include <assert.h>
#include <pthread.h>

struct counter {
    pthread_mutex_t lock;
    int total, other;
};

void *count(void *argument)
{
    struct counter *counter = argument;
    for (int i = 0; i < 100; i++) {
        pthread_mutex_lock(&counter->lock);
        counter->total++;
        counter->other ^= i;
        pthread_mutex_unlock(&counter->lock);
    }
    return 0;
}

int main(void)
{
    static struct counter counter;
    pthread_t ids[8];
    pthread_mutex_init(&counter.lock, 0);
    for (int i = 0; i < 8; i++)
        pthread_create(&ids[i], 0, count, &counter);
    for (int i = 0; i < 8; i++)
        pthread_join(ids[i], 0);
    assert(counter.total == 800 && counter.other == 0);
    pthread_mutex_destroy(&counter.lock);
    return 0;
}
