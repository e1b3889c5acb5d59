//@ all: safe
//@ termination: safe
//@ by: explicit
//@ twin: 26_cancelled_at_a_cancellation_point
// Cancellation is deferred: between the two writes nothing can end the thread.
#include <assert.h>
#include <pthread.h>

int x;

void *worker(void *unused) {
    x = 1;
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
