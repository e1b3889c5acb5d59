//@ memory: unsafe
//@ by: explicit
//@ twin: null_on_no_way
//@ domain: 0 1
// A pointer is null on one way.
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);

int cell;

int main(void) {
    for (;;) {
        int *to = 0;
        if (__VERIFIER_nondet_int())
            to = &cell;
        *to = 1;
        if (__VERIFIER_nondet_int())
            return 0;
    }
}
