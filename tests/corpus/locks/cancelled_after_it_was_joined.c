//@ assertions: unsafe  locks: unsafe  others: safe
//@ termination: safe
//@ twin: cancelled_after_it_ended
// The id of a thread that was joined means nothing any more: who cancels it names no thread.
#include <assert.h>
#include <pthread.h>

void *worker(void *unused) {
    return unused;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    pthread_join(t, 0);
    int code = pthread_cancel(t);
    assert(code == 0);
    return 0;
}
