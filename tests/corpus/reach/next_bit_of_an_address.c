//@ unknown
// The alignment of an object says nothing of the bits beyond it.
#include <assert.h>
#include <stdint.h>

static int x;

int main(void) {
    assert(((uintptr_t)&x & 4) == 0);
    return 0;
}
