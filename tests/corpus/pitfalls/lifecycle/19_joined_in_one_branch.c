//@ data-race: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 19_joined_in_both_branches
// The join is in one branch only, the access behind both.
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
    int wait = __VERIFIER_nondet_bool();
    if (wait)
        pthread_join(t, 0);
    x = 2;
    if (!wait)
        pthread_join(t, 0);
    return 0;
}
