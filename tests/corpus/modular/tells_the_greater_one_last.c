//@ assertions: unsafe  data-race: unsafe  others: safe
//@ by: modular
//@ twin: tells_the_greater_one_first
// Two numbers are in order once both are told, and not before.
#include <assert.h>
#include <pthread.h>
int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);
int low, high;
void *looks(void *unused) {
    int one = low;
    assert(one <= high);
    return 0;
}
void *tells(void *unused) {
    int number = __VERIFIER_nondet_int();
    __VERIFIER_assume(number >= 1 && number <= 8);
    low = number;
    high = number;
    return 0;
}
int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, looks, 0);
    pthread_create(&b, 0, tells, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
