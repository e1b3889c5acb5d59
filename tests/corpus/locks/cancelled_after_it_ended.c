//@ all: safe
//@ termination: safe
//@ twin: cancelled_after_it_was_joined
// A thread that may have ended and was not joined yet is cancelled in vain.
#include <assert.h>
#include <pthread.h>

void *worker(void *unused) {
    return unused;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    int code = pthread_cancel(t);
    assert(code == 0);
    pthread_join(t, 0);
    return 0;
}
