//@ assertions: unsafe  others: safe
//@ twin: other_element_overwritten_without_harm
//@ by: explicit
//@ domain: 0 1 2
// Overwriting one element leaves the other one as it was chosen.
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

int x[2];
_Atomic int turn;

void *other(void *unused) {
    turn = 1;
    return unused;
}

int main(void) {
    pthread_t a;
    pthread_create(&a, 0, other, 0);
    int n = __VERIFIER_nondet_int();
    if (n == 0)
        x[0] = 0;
    else if (n == 1)
        x[0] = 1;
    else
        x[0] = 2;
    turn = 2;
    x[1] = 5;
    assert(x[0] != 1);
    pthread_join(a, 0);
    return 0;
}
