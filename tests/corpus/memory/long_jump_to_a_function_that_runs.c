//@ all: safe
//@ twin: long_jump_to_a_function_that_returned
// The function with setjmp is still there.
#include <setjmp.h>

static jmp_buf start;

int main(void) {
    if (setjmp(start) == 0) longjmp(start, 1);
    return 0;
}
