//@ assertions: unsafe  others: safe
//@ twin: read_through_pointer_after_other_steps_without_harm
//@ by: explicit
//@ domain: 0 1 2
// Between the choice and its only reader, a pointer, another thread may act: states that differ in x are different.
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

int x;
int *p = &x;
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
        x = 0;
    else if (n == 1)
        x = 1;
    else
        x = 2;
    turn = 2;
    assert(*p != 1);
    pthread_join(a, 0);
    return 0;
}
