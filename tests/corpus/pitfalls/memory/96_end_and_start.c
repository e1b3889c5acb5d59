//@ assertions: unsafe  others: safe
//@ by: explicit
//@ twin: 96_start_and_start
// An object may begin where another one ends.
#include <assert.h>

int a[1], b[1];

int main(void) {
    int *p = a + 1, *q = b;
    assert(p != q);
    return 0;
}
