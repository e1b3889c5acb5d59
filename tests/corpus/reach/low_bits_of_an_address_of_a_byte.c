//@ assertions: unsafe  others: safe
//@ by: explicit bmc
//@ twin: low_bits_of_an_address
// An address inside of an aligned object need not be aligned.
#include <assert.h>
#include <stdint.h>

static int x[3];

int main(void) {
    uintptr_t a = (uintptr_t)((char *)x + 6);
    assert((a & 3) == 0);
    return 0;
}
