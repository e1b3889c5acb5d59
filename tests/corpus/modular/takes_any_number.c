//@ assertions: unsafe  data-race: unsafe  others: safe
//@ by: modular
//@ twin: takes_a_number_within_bounds
// What is asked for may be anything.
#include <assert.h>
#include <pthread.h>
int __VERIFIER_nondet_int(void);
int result;
void *looks(void *unused) {
    assert(result != 1);
    return 0;
}
void *takes(void *unused) {
    result = __VERIFIER_nondet_int();
    return 0;
}
int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, looks, 0);
    pthread_create(&b, 0, takes, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
