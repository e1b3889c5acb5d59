//@ all: safe
//@ by: explicit
//@ twin: 96_end_and_start
// Of two objects not each begins where the other one ends.
#include <assert.h>

int a[1], b[1];

int main(void) {
    int *p = a, *q = b;
    int before = p + 1 == q, behind = q + 1 == p;
    assert(!before || !behind);
    return 0;
}
