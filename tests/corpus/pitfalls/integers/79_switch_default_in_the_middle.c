//@ all: safe
//@ termination: safe
//@ by: explicit
//@ twin: 79_switch_default_falls_too
// default may stand anywhere; it is taken if no case fits.
#include <assert.h>

int main(void) {
    int r = 0;
    switch (3) {
    default:
        r += 1;
        break;
    case 1:
        r += 2;
    }
    assert(r == 1);
    return 0;
}
