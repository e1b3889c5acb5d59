//@ safe
//@ twin: halving_of_a_negative
//@ by: sequential
// Halved until it is small.
#include <assert.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x < 0) x = 0;
    while (x > 10)
        x = x / 2;
    assert(x >= 0);
    return 0;
}
