//@ unknown
// A character can lie anywhere, so nothing is known of the lowest bits of its address.
#include <assert.h>
#include <stdint.h>

static char c;

int main(void) {
    assert(((uintptr_t)&c & 1) == 0);
    return 0;
}
