//@ assertions: unsafe  data-race: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 85_end_of_main_in_every_branch
// In one execution main ends the process at once, in another one it waits: what is known of the first says nothing of
// the second.
#include <assert.h>
#include <pthread.h>

_Bool __VERIFIER_nondet_bool(void);

int x;

void *worker(void *unused) {
    assert(x == 0);
    return unused;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    if (__VERIFIER_nondet_bool())
        return 0;
    x = 1;
    pthread_join(t, 0);
    return 0;
}
