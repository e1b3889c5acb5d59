//@ overflow: safe
//@ by: static
//@ twin: counted_by_too_many_threads
// Each of a thousand threads counts once, with a lock or without.
#include <pthread.h>

static short total, lost;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *argument) {
    pthread_mutex_lock(&mutex);
    total++;
    pthread_mutex_unlock(&mutex);
    lost--;
    return argument;
}

int main(void) {
    pthread_t threads[1000];
    for (int i = 0; i < 1000; i++)
        pthread_create(&threads[i], 0, work, 0);
    for (int i = 0; i < 1000; i++)
        pthread_join(threads[i], 0);
    int left = 2147482646 + total;
    return left + lost;
}
