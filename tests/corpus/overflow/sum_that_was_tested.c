//@ overflow: safe
//@ by: static
//@ twin: sum_that_was_tested_too_late
// Neither number excludes the overflow; the test of their sum does.
#include <limits.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

int sum;

static int add(int a, int b) {
    if (b > 0 && a > INT_MAX - b)
        return INT_MAX;
    if (b < 0 && a < INT_MIN - b)
        return INT_MIN;
    return a + b;
}

static void *work(void *unused) {
    sum = add(__VERIFIER_nondet_int(), __VERIFIER_nondet_int());
    return unused;
}

int main(void) {
    pthread_t one, two;
    pthread_create(&one, 0, work, 0);
    pthread_create(&two, 0, work, 0);
    pthread_join(one, 0);
    pthread_join(two, 0);
    return 0;
}
