//@ safe
//@ by: bmc
// Two inputs with many values, and a product that no two of them have.
#include <assert.h>
#include <pthread.h>

unsigned __VERIFIER_nondet_uint(void);
void __VERIFIER_assume(int);

unsigned a, b;

void *worker(void *unused) {
    a = __VERIFIER_nondet_uint();
    __VERIFIER_assume(a > 1 && a < 1000);
    return unused;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    b = __VERIFIER_nondet_uint();
    __VERIFIER_assume(b > 1 && b < 1000);
    pthread_join(t, 0);
    assert(a * b != 1009);
    return 0;
}
