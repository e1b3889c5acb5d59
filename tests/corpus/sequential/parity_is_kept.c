//@ safe
//@ twin: parity_is_lost
//@ by: sequential
// Steps of two from an even number, and wrapping keeps parity.
#include <assert.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    unsigned x = 0;
    while (__VERIFIER_nondet_int()) {
        x += 2;
        
    }
    assert(x % 2 == 0);
    return 0;
}
