//@ safe
//@ twin: calls_in_a_loop_add_too_much
//@ by: sequential
// A function called in an endless loop.
#include <assert.h>
int __VERIFIER_nondet_int(void);

static unsigned up_to(unsigned x, unsigned limit) {
    return x < limit ? x + 1 : x;
}
int main(void) {
    unsigned x = 0;
    while (__VERIFIER_nondet_int()) {
        x = up_to(x, 7);
        if (x == 7)
            x = up_to(x, 5);
    }
    assert(x <= 7);
    return 0;
}
