//@ safe
//@ by: explicit
//@ twin: long_jump_into_an_earlier_round
// The variable of the function has the value of the second iteration.
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
    volatile int value;
    while (1) {
        value = number;
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
