//@ assertions: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 30_trusted_before_the_wait
// The mutex is free while a thread waits: what it guards may change.
#include <assert.h>
#include <pthread.h>

int g;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;

void *waiter(void *unused) {
    pthread_mutex_lock(&m);
    g = 1;
    pthread_cond_wait(&c, &m);
    assert(g == 1);
    pthread_mutex_unlock(&m);
    return unused;
}

void *other(void *unused) {
    pthread_mutex_lock(&m);
    g = 0;
    pthread_cond_signal(&c);
    pthread_mutex_unlock(&m);
    return unused;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, waiter, 0);
    pthread_create(&b, 0, other, 0);
    pthread_join(b, 0);
    return 0;
}
