//@ assertions: unsafe  locks: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: second_join_finds_no_thread
// A thread that was joined is no more: the second join does not return 0.
#include <assert.h>
#include <pthread.h>

void *worker(void *unused) {
    return unused;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    pthread_join(t, 0);
    int code = pthread_join(t, 0);
    assert(code == 0);
    return 0;
}
