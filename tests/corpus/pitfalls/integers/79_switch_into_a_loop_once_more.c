//@ assertions: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 79_switch_into_a_loop
// Entered at its start it counts one more.
#include <assert.h>

int main(void) {
    int n = 4, count = 0;
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
