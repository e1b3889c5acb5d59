//@ locks: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: second_join_succeeds_not
// A thread that was joined is no more, and who joins it again is told so.
#include <assert.h>
#include <errno.h>
#include <pthread.h>

void *worker(void *unused) {
    return unused;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    pthread_join(t, 0);
    int code = pthread_join(t, 0);
    assert(code == ESRCH);
    return 0;
}
