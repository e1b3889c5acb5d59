//@ all: safe
//@ termination: safe
//@ by: explicit
//@ twin: 05_variable_does_not_shield_right_operand
// 0 && b never reads b.
#include <assert.h>
#include <pthread.h>

int b;

void *first(void *unused) {
    if (0 && b)
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
