//@ assertions: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 29_taken_by_another_consumer_loop
// Woken rightly, but another consumer was faster to the lock.
#include <assert.h>
#include <pthread.h>

int items;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;

void *consumer(void *unused) {
    pthread_mutex_lock(&m);
    if (items == 0)
        pthread_cond_wait(&c, &m);
    assert(items > 0);
    items--;
    pthread_mutex_unlock(&m);
    return unused;
}

void *producer(void *unused) {
    pthread_mutex_lock(&m);
    items += 2;
    pthread_cond_broadcast(&c);
    pthread_mutex_unlock(&m);
    return unused;
}

int main(void) {
    pthread_t t1, t2, t3;
    pthread_create(&t1, 0, consumer, 0);
    pthread_create(&t2, 0, consumer, 0);
    pthread_create(&t3, 0, producer, 0);
    pthread_join(t1, 0);
    pthread_join(t2, 0);
    pthread_join(t3, 0);
    return 0;
}
