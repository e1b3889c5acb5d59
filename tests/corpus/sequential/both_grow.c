//@ safe
//@ twin: one_is_held
//@ by: sequential
// Two counters that grow together.
#include <assert.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    unsigned x = 0, y = 0;
    while (__VERIFIER_nondet_int()) {
        x++;
        y++;
    }
    assert(x == y);
    return 0;
}
