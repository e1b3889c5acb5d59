//@ assertions: unsafe  others: safe
//@ by: explicit bmc
//@ twin: long_jump_keeps_an_array_element
// An array element that changed behind setjmp has any value behind longjmp (C11 7.13.2.1p3).
#include <assert.h>
#include <setjmp.h>

static jmp_buf start;

static void fail(void) { longjmp(start, 1); }

int main(void) {
    int state[2] = {5, 6};
    if (setjmp(start) == 0) {
        state[1] = 7;
        fail();
    }
    assert(state[1] == 7);
    return 0;
}
