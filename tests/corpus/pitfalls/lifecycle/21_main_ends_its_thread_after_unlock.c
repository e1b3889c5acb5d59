//@ assertions: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 21_main_ends_its_thread_with_the_lock
// With the lock released the worker goes on after main's thread has ended.
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
    pthread_mutex_unlock(&m);
    pthread_exit(0);
}
