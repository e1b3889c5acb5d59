//@ all: safe
//@ by: explicit bmc
//@ twin: constructors_in_either_order
// Constructor functions of one priority in any order, behind one with a lower number.
#include <assert.h>

static int chosen;

__attribute__((constructor(200))) static void one(void) { chosen = 1; }
__attribute__((constructor)) static void two(void) { chosen = 2; }
__attribute__((constructor)) static void three(void) { chosen = 3; }

int main(void) {
    assert(chosen != 1);
    return 0;
}
