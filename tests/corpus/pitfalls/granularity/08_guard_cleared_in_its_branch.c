//@ assertions: unsafe  data-race: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 08_guard_cleared_in_its_branch_locked
// The branch writes its own condition; main sets it again afterwards.
#include <assert.h>
#include <pthread.h>

_Bool r;

void *worker(void *unused) {
    if (r)
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
