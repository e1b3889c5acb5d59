//@ unsafe
//@ by: bmc explicit
//@ twin: address_and_halves_each_on_its_way
// One way stores an address, the other one two numbers in its place. Where the ways have met, the address is still one.
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
    if (!by_halves)
        assert(u.address == 0);
    return 0;
}
