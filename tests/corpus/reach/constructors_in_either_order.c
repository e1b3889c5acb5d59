//@ assertions: unsafe  others: safe
//@ by: explicit bmc
//@ twin: constructors_in_the_order_of_their_priorities
// Nothing orders constructor functions of one priority.
#include <assert.h>

static int chosen;

__attribute__((constructor)) static void one(void) { chosen = 1; }
__attribute__((constructor)) static void two(void) { chosen = 2; }
__attribute__((constructor)) static void three(void) { chosen = 3; }

int main(void) {
    assert(chosen != 1);
    return 0;
}
