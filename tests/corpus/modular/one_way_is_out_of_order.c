//@ assertions: unsafe  data-race: unsafe  others: safe
//@ by: modular
//@ twin: both_ways_are_in_order
// Two ways meet, and the numbers are in order on one of them.
#include <assert.h>
#include <pthread.h>
int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);
int low, high, is_told;
void *looks(void *unused) {
    if (is_told) {
        int lesser = low;
        assert(lesser <= high);
    }
    return 0;
}
void *tells(void *unused) {
    int number = __VERIFIER_nondet_int();
    __VERIFIER_assume(number >= 1 && number <= 8);
    int other = __VERIFIER_nondet_int();
    __VERIFIER_assume(other >= 1 && other <= 8);
    low = number;
    if (number > 4)
        high = number;
    else
        high = other;
    is_told = 1;
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
