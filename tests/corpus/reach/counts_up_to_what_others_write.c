//@ safe
//@ by: explicit bmc
//@ twin: counts_up_to_what_others_add
// How often the loop goes round is written by another thread, which writes small numbers only.
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int rounds = 3;

void *writer(void *unused) {
    int wanted = __VERIFIER_nondet_int();
    __VERIFIER_assume(wanted >= 0 && wanted < 6);
    rounds = wanted;
    return unused;
}

int main(void) {
    pthread_t t;
    int sum = 0;
    pthread_create(&t, 0, writer, 0);
    for (int k = 0; k < rounds; k++)
        sum += k;
    assert(sum <= 10);
    return 0;
}
