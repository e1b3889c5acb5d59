//@ deadlock: unsafe  others: safe
//@ by: explicit
//@ twin: main_returns_with_the_lock
// pthread_exit in main leaves the worker waiting for ever.
#include <assert.h>
#include <pthread.h>

int done;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void *worker(void *unused) {
    pthread_mutex_lock(&m);
    assert(0);
    return unused;
}

int main(void) {
    pthread_t t;
    pthread_mutex_lock(&m);
    pthread_create(&t, 0, worker, 0);
    done = 1;
    pthread_exit(0);
}
