//@ data-race: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 08_guard_cleared_in_a_loop
// main sets it to what it is.
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
    r = 0;
    pthread_join(t, 0);
    return 0;
}
