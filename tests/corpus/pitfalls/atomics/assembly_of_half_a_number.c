//@ assertions: unknown  others: unknown
//@ twin: assembly_adds_atomically
// The instruction changes four of eight bytes.
#include <assert.h>

static long count = 0xffffffff;

int main(void)
{
    __asm__ volatile("lock; incl %0" : "+m"(count));
    assert(count == 0x100000000);
    return 0;
}
