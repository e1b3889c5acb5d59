//@ assertions: safe  data-race: unsafe  others: safe
//@ by: modular
//@ twin: says_so_before_it_tells
// As its twin, said behind the last write: from there on the number stays as it is.
#include <assert.h>
#include <pthread.h>
int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);
int told, is_told;
void *looks(void *unused) {
    if (is_told) {
        int once = told;
        assert(once == told);
    }
    return 0;
}
void *tells(void *unused) {
    int number = __VERIFIER_nondet_int();
    __VERIFIER_assume(number >= 1 && number <= 8);
    told = number;
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
