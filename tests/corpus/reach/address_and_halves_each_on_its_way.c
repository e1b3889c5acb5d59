//@ safe
//@ by: bmc explicit
//@ twin: address_on_one_way_and_halves_on_the_other
// One way stores an address, the other one two numbers in its place. Each is read where it was stored.
#include <assert.h>

_Bool __VERIFIER_nondet_bool(void);
int x;
union {
    int *address;
    int halves[2];
} u;

int main(void) {
    _Bool by_halves = __VERIFIER_nondet_bool();
    if (by_halves) {
        u.halves[0] = 1;
        u.halves[1] = 2;
    } else {
        u.address = &x;
    }
    if (by_halves)
        assert(u.halves[1] == 2);
    else
        assert(u.address == &x);
    return 0;
}
