//@ all: safe
//@ by: explicit bmc
//@ twin: long_jump_keeps_the_last_value_in_a_block
// A longjmp to a setjmp of the same block does not leave the block: its objects live on and keep their values.
#include <assert.h>
#include <setjmp.h>

static jmp_buf start;

static void fail(void) { longjmp(start, 1); }

int main(void) {
    for (volatile int round = 0; round < 2; round++) {
        int before = round + 5;
        volatile int state = 1;
        if (setjmp(start) == 0) {
            state = 2;
            fail();
        }
        assert(before == round + 5 && state == 2);
    }
    return 0;
}
