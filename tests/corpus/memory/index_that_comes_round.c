//@ memory: unsafe  assertions: safe
//@ twin: index_that_stays_in_memory
// So many elements that their bytes are counted from zero again: that is no access to the first one.
#include <assert.h>

int a[4];

int main(void) {
    long i = 1L << 62;
    a[i] = 1;
    assert(a[0] == 0);
    return 0;
}
