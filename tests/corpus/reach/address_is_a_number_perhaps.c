//@ unknown
// An object may lie at any number that its alignment allows.
#include <assert.h>

static int x;

int main(void) {
    assert(&x != (int *)0x10000);
    return 0;
}
