//@ assertions: unsafe  others: safe
//@ twin: 23_creations_with_bound
//@ unconfirmed: deadlock data-race memory overflow arithmetic locks: threads are created without end
// Any number of threads: no bound on them proves anything.
#include <assert.h>
#include <pthread.h>

_Bool __VERIFIER_nondet_bool(void);

int n;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void *worker(void *unused) {
    pthread_mutex_lock(&m);
    n++;
    assert(n <= 3);
    pthread_mutex_unlock(&m);
    return unused;
}

int main(void) {
    pthread_t t;
    while (__VERIFIER_nondet_bool())
        pthread_create(&t, 0, worker, 0);
    return 0;
}
