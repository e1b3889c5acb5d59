//@ assertions: unsafe  others: safe
//@ by: explicit bmc
//@ twin: long_jump_keeps_a_pointed_local
// A local variable that changed through a pointer has any value behind longjmp.
#include <assert.h>
#include <setjmp.h>

static jmp_buf start;

static void fail(int *state) {
    *state = 2;
    longjmp(start, 1);
}

int main(void) {
    int state = 1;
    if (setjmp(start) == 0) fail(&state);
    assert(state == 2);
    return 0;
}
