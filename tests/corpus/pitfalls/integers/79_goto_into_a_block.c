//@ assertions: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 79_goto_to_the_block
// A goto into a block passes the initializer: the local is anything.
#include <assert.h>

int main(void) {
    goto inside;
    {
        int x = 1;
    inside:
        assert(x == 1);
    }
    return 0;
}
