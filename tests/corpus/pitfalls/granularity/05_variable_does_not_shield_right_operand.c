//@ data-race: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 05_constant_shields_right_operand
// a && b reads b if a is not 0.
#include <assert.h>
#include <pthread.h>

int a = 1, b;

void *first(void *unused) {
    if (a && b == 3)
        b = 2;
    return unused;
}

void *second(void *unused) {
    b = 1;
    return unused;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, 0, first, 0);
    pthread_create(&t2, 0, second, 0);
    pthread_join(t1, 0);
    pthread_join(t2, 0);
    assert(b == 1);
    return 0;
}
