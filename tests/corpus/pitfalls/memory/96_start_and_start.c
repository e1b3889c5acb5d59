//@ all: safe
//@ by: explicit
//@ twin: 96_end_and_start
// Two objects do not begin at one address.
#include <assert.h>

int a[1], b[1];

int main(void) {
    int *p = a, *q = b;
    assert(p != q);
    return 0;
}
