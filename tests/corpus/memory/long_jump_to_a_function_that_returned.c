//@ memory: unsafe  others: safe
//@ twin: long_jump_to_a_function_that_runs
// The function with setjmp has returned (C11 7.13.2.1p2).
#include <setjmp.h>

static jmp_buf start;

static int prepare(void) { return setjmp(start); }

int main(void) {
    if (prepare() == 0) longjmp(start, 1);
    return 0;
}
