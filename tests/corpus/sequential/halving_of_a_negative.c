//@ unsafe
//@ twin: halving_ends_small
//@ by: sequential
// Halved until it is small.
#include <assert.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    
    while (x > 10)
        x = x / 2;
    assert(x >= 0);
    return 0;
}
