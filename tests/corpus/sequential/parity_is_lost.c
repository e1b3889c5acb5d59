//@ unsafe
//@ twin: parity_is_kept
//@ by: sequential
// Steps of two from an even number, and wrapping keeps parity.
#include <assert.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    unsigned x = 0;
    while (__VERIFIER_nondet_int()) {
        x += 2;
        if (x == 6) x++;
    }
    assert(x % 2 == 0);
    return 0;
}
