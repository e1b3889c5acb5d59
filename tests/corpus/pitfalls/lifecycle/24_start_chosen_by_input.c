//@ data-race: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 24_start_through_other_pointer
// An input chooses.
#include <pthread.h>

_Bool __VERIFIER_nondet_bool(void);

int x;

void *writes(void *unused) {
    x = 1;
    return unused;
}

void *idles(void *unused) {
    return unused;
}

void *(*start[2])(void *) = {writes, idles};

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, start[__VERIFIER_nondet_bool()], 0);
    x = 2;
    pthread_join(t, 0);
    return 0;
}
