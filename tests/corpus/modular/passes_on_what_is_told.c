//@ assertions: safe  data-race: unsafe  others: safe
//@ by: modular
//@ twin: passes_on_what_is_half_told
// As its twin, but it waits for both.
#include <assert.h>
#include <pthread.h>
int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);
int one, two, told, low, high, passed;
void *looks(void *unused) {
    if (passed == 2) {
        int lesser = low;
        assert(lesser <= high);
    }
    return 0;
}
void *passes(void *unused) {
    __VERIFIER_assume(told >= 2);
    int lesser = one;
    low = lesser;
    int greater = two;
    high = greater;
    passed = 2;
    return 0;
}
void *tells(void *unused) {
    int number = __VERIFIER_nondet_int();
    __VERIFIER_assume(number >= 1 && number <= 8);
    one = number;
    told = 1;
    two = number;
    told = 2;
    return 0;
}
int main(void) {
    pthread_t a, b, c;
    pthread_create(&a, 0, looks, 0);
    pthread_create(&b, 0, passes, 0);
    pthread_create(&c, 0, tells, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    pthread_join(c, 0);
    return 0;
}
