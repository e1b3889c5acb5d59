//@ all: safe
//@ by: explicit bmc
//@ twin: long_jump_loses_an_array_element
// longjmp keeps the elements of an array that did not change behind setjmp, and those to which the same value was assigned.
#include <assert.h>
#include <setjmp.h>

static jmp_buf start;

static void fail(void) { longjmp(start, 1); }

int main(void) {
    int state[3] = {5, 6, 7};
    if (setjmp(start) == 0) {
        state[1] = 8;
        state[2] = 7;
        fail();
    }
    assert(state[0] == 5 && state[2] == 7);
    return 0;
}
