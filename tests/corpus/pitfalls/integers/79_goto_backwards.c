//@ all: safe
//@ termination: safe
//@ by: explicit
//@ twin: 79_goto_backwards_once_less
// A loop of goto.
#include <assert.h>

int main(void) {
    int i = 0;
again:
    i++;
    if (i < 3)
        goto again;
    assert(i == 3);
    return 0;
}
