//@ all: safe
//@ by: explicit
//@ twin: low_bits_of_an_address_of_a_byte
// The number of an address is a multiple of the alignment of its object, so its lowest bits are known.
#include <assert.h>
#include <stdint.h>

static int x[3];

int main(void) {
    uintptr_t a = (uintptr_t)&x[1];
    assert((a & 3) == 0 && a % 4 == 0);
    a |= 1;
    assert((a & 3) == 1 && a % 2 == 1);
    assert((int *)(a & ~(uintptr_t)3) == &x[1]);
    assert((int *)(a ^ 1) == &x[1]);
    a = (uintptr_t)((char *)x + 6);
    assert((a & 3) == 2);
    assert((int *)((a + 3) & -(uintptr_t)4) == &x[2]);
    assert((int *)(-(intptr_t)4 & (intptr_t)a) == &x[1]);
    return 0;
}
