//@ all: safe
//@ by: explicit bmc
//@ twin: aligned_memory_of_no_power_of_two
// Aligned memory is memory as any other; an alignment of 24 is an error.
#include <assert.h>
#include <errno.h>
#include <stdlib.h>

int main(void)
{
    void *memory = 0;
    assert(posix_memalign(&memory, 24, 4) == EINVAL && memory == 0);
    assert(posix_memalign(&memory, 64, 4) == 0 && memory != 0);
    ((char *)memory)[3] = 1;
    free(memory);
    char *other = aligned_alloc(16, 32);
    other[31] = 1;
    free(other);
    return 0;
}
