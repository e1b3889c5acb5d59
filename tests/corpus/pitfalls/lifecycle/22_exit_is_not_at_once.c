//@ assertions: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 22_exit_in_a_thread_ends_all
// A third thread may be faster than exit.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

void *worker(void *unused) {
    exit(0);
    return 0;
}

void *other(void *unused) {
    assert(0);
    return 0;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, 0, worker, 0);
    pthread_create(&t2, 0, other, 0);
    pthread_join(t1, 0);
    pthread_join(t2, 0);
    return 0;
}
