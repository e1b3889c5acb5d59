//@ unknown
// The bytes of a pointer have numbers that are not known.
#include <assert.h>

static int x;

int main(void) {
    int *p = &x;
    assert(*(unsigned char *)&p == 0);
    return 0;
}
