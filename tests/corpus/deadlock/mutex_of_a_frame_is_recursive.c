//@ deadlock: unsafe  others: safe
//@ by: explicit
//@ twin: mutex_of_a_frame_is_plain
// A structure of main has a mutex that its initializer makes a recursive one: a thread that locks it twice unlocks it once.
#define _GNU_SOURCE
#include <pthread.h>

struct counter {
    int limit;
    pthread_mutex_t lock;
    int value;
};

static void *count(void *argument)
{
    struct counter *counter = argument;
    pthread_mutex_lock(&counter->lock);
    pthread_mutex_trylock(&counter->lock);
    counter->value++;
    pthread_mutex_unlock(&counter->lock);
    return 0;
}

int main(void)
{
    struct counter counter = {.limit = 3, .lock = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP};
    pthread_t thread;
    pthread_create(&thread, 0, count, &counter);
    pthread_mutex_lock(&counter.lock);
    counter.value++;
    pthread_mutex_unlock(&counter.lock);
    pthread_join(thread, 0);
    return 0;
}
