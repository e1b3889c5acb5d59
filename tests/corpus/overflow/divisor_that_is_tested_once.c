//@ arithmetic: unsafe
//@ by: bmc
//@ twin: divisor_that_is_tested
//@ domain: 0 1
// What is tested is read again: it may be zero by then.
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

int divisor;

void *work(void *argument) {
    divisor = __VERIFIER_nondet_int();
    divisor = 0;
    return 0;
}

int main(void) {
    pthread_t id;
    pthread_create(&id, 0, work, 0);
    for (int i = 0; i < 2; i++) {
        int copy = divisor;
        if (copy > 0)
            i = (i + 1000) % divisor % 1000;
    }
    return 0;
}
