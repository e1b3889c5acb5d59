//@ assertions: unsafe  data-race: unsafe  others: safe
//@ by: modular
//@ domain: 7 8
//@ twin: input_in_a_loop_that_is_refused
// A value that another thread asks for again and again, and that one value of leads to the violation.
#include <assert.h>
#include <pthread.h>
int __VERIFIER_nondet_int(void);
int x;
void *first(void *unused) {
    while (1) {
        int value = __VERIFIER_nondet_int();
        if (value != 7)
            x = value;
    }
    return 0;
}
void *second(void *unused) {
    assert(x != 8);
    return 0;
}
int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, first, 0);
    pthread_create(&b, 0, second, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
