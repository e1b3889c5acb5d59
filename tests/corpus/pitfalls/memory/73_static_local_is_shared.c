//@ assertions: unsafe  data-race: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 73_automatic_local_is_not
// A static local is one for all threads.
#include <assert.h>
#include <pthread.h>

void *worker(void *unused) {
    static int calls;
    calls++;
    assert(calls == 1);
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
