//@ unknown
//@ twin: long_jump_keeps_a_large_array
// A large array that changes behind setjmp is not copied: which values longjmp loses is not known.
#include <assert.h>
#include <setjmp.h>

static jmp_buf start;

static void fail(void) { longjmp(start, 1); }

int main(void) {
    int values[200];
    values[3] = 1;
    if (setjmp(start) == 0) {
        values[3] = 2;
        fail();
    }
    assert(values[3] == 2);
    return 0;
}
