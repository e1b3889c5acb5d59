//@ assertions: unknown
//@ data-model: ilp32
/* Stacks lie above 0x80000000. */
#include <assert.h>

int main(void)
{
    int x;
    assert((int)&x > 0);
    return 0;
}
