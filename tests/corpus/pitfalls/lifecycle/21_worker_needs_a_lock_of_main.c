//@ all: safe
//@ termination: safe
//@ by: explicit
//@ twin: 21_worker_runs_before_main_returns
// main never releases the lock that the worker needs: the process ends first, and it is no deadlock.
#include <assert.h>
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void *worker(void *unused) {
    pthread_mutex_lock(&m);
    assert(0);
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_mutex_lock(&m);
    pthread_create(&t, 0, worker, 0);
    return 0;
}
