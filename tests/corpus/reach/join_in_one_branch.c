//@ unsafe
//@ by: explicit bmc
//@ twin: join_in_both_branches
// In the other branch nobody joined: the worker may write last.
#include <assert.h>
#include <pthread.h>

_Bool __VERIFIER_nondet_bool(void);
int x;

void *worker(void *unused) {
    x = 1;
    return unused;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    if (__VERIFIER_nondet_bool())
        pthread_join(t, 0);
    x = 2;
    assert(x == 2);
    return 0;
}
