//@ overflow: unsafe
//@ by: explicit
//@ twin: no_least_number_by_minus_one
//@ domain: -2147483648 -1
// The least number has no counterpart.
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int number = __VERIFIER_nondet_int(), divisor = __VERIFIER_nondet_int();
    while (number >= -2147483647 - 1 ) {
        if (divisor < 0)
            number = number / divisor;
        number = __VERIFIER_nondet_int();
    }
    return 0;
}
