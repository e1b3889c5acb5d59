//@ all: safe
//@ termination: safe
//@ by: explicit
//@ twin: 79_switch_with_break
// A case goes on into the next one.
#include <assert.h>

int main(void) {
    int x = 1, r = 0;
    switch (x) {
    case 1:
        r += 1;
    case 2:
        r += 2;
        break;
    default:
        r += 4;
    }
    assert(r == 3);
    return 0;
}
