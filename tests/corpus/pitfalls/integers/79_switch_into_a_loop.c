//@ all: safe
//@ termination: safe
//@ by: explicit
//@ twin: 79_switch_into_a_loop_once_more
// A case label inside a loop: the loop is entered in its middle.
#include <assert.h>

int main(void) {
    int n = 3, count = 0;
    switch (n % 2) {
    case 0:
        do {
            count++;
        case 1:
            count++;
            n -= 2;
        } while (n > 0);
    }
    assert(count == 3);
    return 0;
}
