//@ termination: unsafe
//@ fair-termination: unsafe
//@ by: explicit
//@ twin: ends_with_a_failing_assertion
// The assertion never fails.
#include <assert.h>

int main(void) {
    int i = 0;
    while (1) {
        assert(i < 3);
        i = !i;
    }
    return 0;
}
