//@ assertions: unsafe  others: safe
//@ by: explicit bmc
//@ twin: long_jump_keeps_a_volatile_local
// A local variable that changed behind setjmp has any value behind longjmp (C11 7.13.2.1p3).
#include <assert.h>
#include <setjmp.h>

static jmp_buf start;

static void fail(void) { longjmp(start, 1); }

int main(void) {
    int before = 1, state = 1;
    before++;
    if (setjmp(start) == 0) {
        state = 2;
        fail();
    }
    assert(before == 2 && state == 2);
    return 0;
}
