//@ assertions: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 72_pointers_compared
// Differences count elements, not bytes.
#include <assert.h>

int a[3];

int main(void) {
    int *p = &a[0], *q = &a[2];
    assert(p < q && q - p == 8 && p + 2 == q);
    return 0;
}
