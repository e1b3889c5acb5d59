//@ memory: safe  assertions: unsafe
//@ twin: index_that_comes_round
// An index of the same type that is inside.
#include <assert.h>

int a[4];

int main(void) {
    long i = (1L << 62) >> 62;
    a[i - 1] = 1;
    assert(a[0] == 0);
    return 0;
}
