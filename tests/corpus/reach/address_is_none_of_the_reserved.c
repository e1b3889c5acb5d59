//@ all: safe
//@ by: explicit
//@ twin: address_is_one_of_the_reserved
// No object has a reserved number as its address: a number at either end of memory, or a misaligned one.
#include <assert.h>
#include <stdint.h>

static int x;

int main(void) {
    int *p = &x;
    assert(p != (int *)-1 && p != (int *)1 && (intptr_t)p != -2);
    assert(p > (int *)8 && (int *)8 <= p && (intptr_t)p > -1);
    assert(p != (int *)0x12345);
    return 0;
}
