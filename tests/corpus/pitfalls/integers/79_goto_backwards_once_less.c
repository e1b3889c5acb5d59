//@ assertions: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 79_goto_backwards
// One less.
#include <assert.h>

int main(void) {
    int i = 0;
again:
    i++;
    if (i < 2)
        goto again;
    assert(i == 3);
    return 0;
}
