//@ assertions: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 79_switch_default_in_the_middle
// And goes on into what follows.
#include <assert.h>

int main(void) {
    int r = 0;
    switch (3) {
    default:
        r += 1;
    case 1:
        r += 2;
    }
    assert(r == 1);
    return 0;
}
