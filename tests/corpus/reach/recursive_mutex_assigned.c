//@ assertions: unsafe  others: safe
//@ by: explicit
//@ twin: normal_mutex_assigned
// The bytes of the other mutex say that this one is recursive now, also to another thread.
#include <assert.h>
#include <pthread.h>

pthread_mutex_t m, other = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;

void *worker(void *unused) {
    pthread_mutex_lock(&m);
    pthread_mutex_lock(&m);
    assert(0);
    return unused;
}

int main(void) {
    pthread_t t;
    m = other;
    pthread_create(&t, 0, worker, 0);
    pthread_join(t, 0);
    return 0;
}
