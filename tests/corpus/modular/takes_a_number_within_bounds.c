//@ assertions: safe  data-race: unsafe  others: safe
//@ by: modular
//@ twin: takes_any_number
// What is asked for lies between two bounds.
#include <assert.h>
#include <pthread.h>
int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);
int result;
void *looks(void *unused) {
    assert(result != 1);
    return 0;
}
void *takes(void *unused) {
    int number = __VERIFIER_nondet_int();
    __VERIFIER_assume(number > 1 && number <= 77);
    result = number;
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
