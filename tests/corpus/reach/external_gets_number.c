//@ assertions: unknown  others: unknown
//@ twin: external_gets_other_number
// The number that the function gets is the address of the variable.
#include <assert.h>
#include <stdint.h>

void set(uintptr_t where);

int main(void)
{
    int value = 0, own = 0;
    set((uintptr_t)&value);
    assert(value != 0);
    (void)own;
    return 0;
}
