//@ assertions: unsafe  others: unknown
//@ twin: external_gets_number
//@ by: explicit bmc
// The number that the function gets is the address of another variable.
#include <assert.h>
#include <stdint.h>

void set(uintptr_t where);

int main(void)
{
    int value = 0, own = 0;
    set((uintptr_t)&value);
    assert(own != 0);
    return 0;
}
