//@ assertions: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 26_cancelled_without_cancellation_point
// A cancellation point between them.
#include <assert.h>
#include <pthread.h>

int x;

void *worker(void *unused) {
    x = 1;
    pthread_testcancel();
    x = 2;
    return unused;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    pthread_cancel(t);
    pthread_join(t, 0);
    assert(x == 2);
    return 0;
}
