//@ assertions: unsafe  others: safe
//@ by: explicit bmc
//@ twin: long_jump_inside_a_block
// A volatile object of a block has its last value behind longjmp, not that at setjmp.
#include <assert.h>
#include <setjmp.h>

static jmp_buf start;

static void fail(void) { longjmp(start, 1); }

int main(void) {
    for (volatile int round = 0; round < 2; round++) {
        volatile int state = 1;
        if (setjmp(start) == 0) {
            state = 2;
            fail();
        }
        assert(state == 1);
    }
    return 0;
}
