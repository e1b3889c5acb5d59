//@ assertions: unknown  others: safe
//@ twin: assembly_computes_any_value
// The output has the number that it had, perhaps.
#include <assert.h>

int main(void)
{
    unsigned low = 1, high = 2;
    __asm__ volatile("rdtsc" : "=a"(low), "=d"(high));
    assert(low != 1 || high != 2);
    return 0;
}
