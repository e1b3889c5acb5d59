//@ all: safe
//@ termination: safe
//@ by: explicit
//@ twin: 72_pointers_compared_wrong
// Pointers into one array compare as their elements stand.
#include <assert.h>

int a[3];

int main(void) {
    int *p = &a[0], *q = &a[2];
    assert(p < q && q - p == 2 && p + 2 == q);
    return 0;
}
