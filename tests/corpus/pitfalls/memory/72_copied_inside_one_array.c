//@ all: safe
//@ termination: safe
//@ by: explicit
//@ twin: 72_copied_too_far
// memmove copies overlapping ranges as if through a buffer.
#include <assert.h>
#include <string.h>

char a[4] = {1, 2, 3, 4};

int main(void) {
    memmove(a + 1, a, 3);
    assert(a[0] == 1 && a[1] == 1 && a[2] == 2 && a[3] == 3);
    return 0;
}
