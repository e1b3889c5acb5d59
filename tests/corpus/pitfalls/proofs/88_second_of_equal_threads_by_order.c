//@ assertions: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 88_second_of_equal_threads_by_order_holds
// Who is second is decided by the order.
#include <assert.h>
#include <pthread.h>

_Atomic int arrivals;

void *worker(void *unused) {
    int me = arrivals++;
    assert(me != 1);
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
