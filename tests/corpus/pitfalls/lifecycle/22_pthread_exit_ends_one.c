//@ assertions: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 22_exit_in_a_thread_ends_all
// pthread_exit ends only the worker.
#include <assert.h>
#include <pthread.h>

void *worker(void *unused) {
    pthread_exit(0);
    return 0;
}

int main(void) {
    pthread_t t1;
    pthread_create(&t1, 0, worker, 0);
    pthread_join(t1, 0);
    assert(0);
    return 0;
}
