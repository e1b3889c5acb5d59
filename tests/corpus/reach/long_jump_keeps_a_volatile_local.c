//@ all: safe
//@ by: explicit bmc
//@ twin: long_jump_loses_a_local
// longjmp keeps volatile variables, and others that did not change behind setjmp.
#include <assert.h>
#include <setjmp.h>

static jmp_buf start;

static void fail(void) { longjmp(start, 1); }

int main(void) {
    int before = 1;
    volatile int state = 1;
    before++;
    if (setjmp(start) == 0) {
        state = 2;
        fail();
    }
    assert(before == 2 && state == 2);
    return 0;
}
