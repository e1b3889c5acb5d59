//@ overflow: unsafe
//@ by: bmc
//@ twin: sum_that_was_tested
// What was tested is changed before it is added.
#include <limits.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

int sum;

static int add(int a, int b) {
    if (b > 0 && a > INT_MAX - b)
        return INT_MAX;
    if (b < 0 && a < INT_MIN - b)
        return INT_MIN;
    b -= a < b ? 0 : 1;
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
