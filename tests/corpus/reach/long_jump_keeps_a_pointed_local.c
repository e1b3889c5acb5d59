//@ all: safe
//@ by: explicit bmc
//@ twin: long_jump_loses_a_pointed_local
// A volatile local variable that changed through a pointer keeps its value.
#include <assert.h>
#include <setjmp.h>

static jmp_buf start;

static void fail(volatile int *state) {
    *state = 2;
    longjmp(start, 1);
}

int main(void) {
    volatile int state = 1;
    if (setjmp(start) == 0) fail(&state);
    assert(state == 2);
    return 0;
}
