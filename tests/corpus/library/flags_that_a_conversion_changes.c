//@ assertions: unknown
//@ twin: zeros_of_a_mapping
/* The wrapper makes -94 of the flags: a mapping at a given address, and more, which has no model. */
#include <assert.h>
#include <sys/mman.h>

static void *map(signed char flags)
{
    return mmap(0, 4096, PROT_READ | PROT_WRITE, flags, -1, 0);
}

int main(void)
{
    map((signed char)0xA2);
    assert(0);
    return 0;
}
