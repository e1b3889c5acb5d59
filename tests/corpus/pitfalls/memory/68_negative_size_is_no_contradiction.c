//@ assertions: unsafe  others: safe
//@ termination: safe
//@ twin: 68_negative_size_behind_a_return
// An allocation of a huge size must not make what follows unreachable. (It fails: no object is so large.)
#include <assert.h>
#include <stdlib.h>

int main(void) {
    int n = -4;
    void *p = malloc(n);
    assert(0);
    return p != 0;
}
