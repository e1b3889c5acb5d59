//@ assertions: unsafe  others: safe
//@ twin: read_by_the_caller_after_other_steps_without_harm
//@ by: explicit
//@ domain: 0 1 2
// What the callee chose is read by its caller.
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

int x;
_Atomic int turn;

void *other(void *unused) {
    turn = 1;
    return unused;
}

static void choose(void) {
    int n = __VERIFIER_nondet_int();
    if (n == 0)
        x = 0;
    else if (n == 1)
        x = 1;
    else
        x = 2;
    turn = 2;
}

int main(void) {
    pthread_t a;
    pthread_create(&a, 0, other, 0);
    choose();
    assert(x != 1);
    pthread_join(a, 0);
    return 0;
}
