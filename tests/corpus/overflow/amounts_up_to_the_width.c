//@ arithmetic: unsafe
//@ by: explicit
//@ twin: amounts_below_the_width
//@ domain: 0 32 77
// An amount may be the width.
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

unsigned bits;

int main(void) {
    for (;;) {
        int amount = __VERIFIER_nondet_int();
        if (amount >= 0 && amount <= 32)
            bits ^= 1u << amount;
        else if (amount == 77)
            return 0;
    }
}
