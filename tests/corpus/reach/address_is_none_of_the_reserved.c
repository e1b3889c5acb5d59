//@ all: safe
//@ by: explicit
//@ twin: address_is_one_of_the_reserved
// Numbers that programs use for what is no pointer are no address: those at either end of memory, and those that no alignment allows.
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
