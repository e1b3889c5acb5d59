//@ all: safe
//@ termination: safe
//@ by: explicit
//@ twin: 92_inputs_of_two_threads
// One input for both.
#include <assert.h>
#include <pthread.h>

_Bool __VERIFIER_nondet_bool(void);

int a, b, input;

void *first(void *unused) {
    a = input;
    return unused;
}

void *second(void *unused) {
    b = input;
    return unused;
}

int main(void) {
    pthread_t t1, t2;
    input = __VERIFIER_nondet_bool();
    pthread_create(&t1, 0, first, 0);
    pthread_create(&t2, 0, second, 0);
    pthread_join(t1, 0);
    pthread_join(t2, 0);
    assert(a == b);
    return 0;
}
