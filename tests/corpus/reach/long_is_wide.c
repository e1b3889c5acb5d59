//@ safe
//@ by: explicit
// long has 64 bits in LP64.
#include <assert.h>

int main(void) {
    assert(sizeof(long) == 8 && sizeof(void *) == 8);
    return 0;
}
