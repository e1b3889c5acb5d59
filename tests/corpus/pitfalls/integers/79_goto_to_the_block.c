//@ all: safe
//@ termination: safe
//@ by: explicit
//@ twin: 79_goto_into_a_block
// To its start it does not.
#include <assert.h>

int main(void) {
    goto inside;
inside:;
    {
        int x = 1;
        assert(x == 1);
    }
    return 0;
}
