//@ safe
//@ by: explicit
//@ data-model: ilp32
// long has 32 bits in ILP32.
#include <assert.h>

int main(void) {
    assert(sizeof(long) == 4 && sizeof(void *) == 4);
    return 0;
}
