//@ assertions: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 26_value_of_a_cancelled_thread
// The thread may have been faster.
#include <assert.h>
#include <pthread.h>

void *worker(void *unused) {
    pthread_testcancel();
    return unused;
}

int main(void) {
    pthread_t t;
    void *value;
    pthread_create(&t, 0, worker, 0);
    pthread_cancel(t);
    pthread_join(t, &value);
    assert(value == PTHREAD_CANCELED);
    return 0;
}
