//@ unsafe
//@ by: explicit
//@ twin: long_jump_to_the_same_round
// The variable of the earlier iteration has ended: its value is indeterminate.
#include <assert.h>
#include <setjmp.h>

static jmp_buf buffer;

static void fail(void)
{
    longjmp(buffer, 1);
}

int main(void)
{
    int number = 0;
    while (1) {
        int value = number;
        if (number == 0) {
            if (setjmp(buffer)) {
                assert(value == 1);
                return 0;
            }
            number = 1;
        } else {
            fail();
        }
    }
}
