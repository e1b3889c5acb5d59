//@ assertions: unsafe  data-race: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 08_guard_cleared_in_a_loop_last
// The loop runs until its condition was seen false: main may set it right after.
#include <assert.h>
#include <pthread.h>

_Bool r = 1;

void *worker(void *unused) {
    while (r)
        r = 0;
    assert(!r);
    return unused;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    r = 1;
    pthread_join(t, 0);
    return 0;
}
