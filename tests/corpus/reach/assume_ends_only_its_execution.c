//@ assertions: unsafe  others: safe
//@ by: explicit
//@ twin: condition_reads_twice
// The assumption of one thread does not erase the failure of another.
#include <assert.h>
#include <pthread.h>

void __VERIFIER_assume(int);

void *first(void *unused) {
    assert(0);
    return unused;
}

void *second(void *unused) {
    __VERIFIER_assume(0);
    return unused;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, first, 0);
    pthread_create(&b, 0, second, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
