//@ all: safe
//@ by: explicit bmc
//@ twin: long_jump_loses_a_large_array
// An array is written in front of setjmp only: longjmp keeps its values, however many there are.
#include <assert.h>
#include <setjmp.h>

static jmp_buf start;

static void fail(void) { longjmp(start, 1); }

int main(void) {
    int values[200];
    values[3] = 1;
    if (setjmp(start) == 0) fail();
    assert(values[3] == 1);
    return 0;
}
