//@ all: safe
//@ termination: safe
//@ by: explicit
//@ twin: 88_second_of_equal_threads_by_order
// There is no third.
#include <assert.h>
#include <pthread.h>

_Atomic int arrivals;

void *worker(void *unused) {
    int me = arrivals++;
    assert(me != 2);
    return unused;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, 0, worker, 0);
    pthread_create(&t2, 0, worker, 0);
    pthread_join(t1, 0);
    pthread_join(t2, 0);
    return 0;
}
