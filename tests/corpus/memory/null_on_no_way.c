//@ memory: safe
//@ by: static
//@ twin: null_on_one_way
//@ domain: 0 1
// A pointer leads to one variable or another.
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);

int cell, other;

int main(void) {
    for (;;) {
        int *to = &other;
        if (__VERIFIER_nondet_int())
            to = &cell;
        *to = 1;
        if (__VERIFIER_nondet_int())
            return 0;
    }
}
