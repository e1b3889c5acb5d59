//@ all: safe
//@ termination: safe
//@ by: explicit
//@ twin: 26_value_of_a_cancelled_thread_wrong
// A join of a cancelled thread delivers PTHREAD_CANCELED.
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
    assert(value == 0 || value == PTHREAD_CANCELED);
    return 0;
}
