//@ assertions: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 04_operands_in_section
//@ hangs-on-order: assertions
// Atomic operands do not make an atomic expression.
#include <assert.h>
#include <pthread.h>

_Atomic int x, y;

void *first(void *unused) {
    int r = x - y;
    assert(r != -1);
    return unused;
}

void *second(void *unused) {
    x = 1;
    y = 1;
    return unused;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, 0, first, 0);
    pthread_create(&t2, 0, second, 0);
    pthread_join(t1, 0);
    pthread_join(t2, 0);
    return 0;
}
