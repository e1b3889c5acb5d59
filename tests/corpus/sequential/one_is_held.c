//@ unsafe
//@ twin: both_grow
//@ by: sequential
// Two counters that grow together.
#include <assert.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    unsigned x = 0, y = 0;
    while (__VERIFIER_nondet_int()) {
        x++;
        if (x != 5) y++;
    }
    assert(x == y);
    return 0;
}
