//@ all: unknown
//@ twin: memory_for_a_cache_line
// C libraries differ in what they do then.
#include <stdlib.h>

int main(void)
{
    int *one = aligned_alloc(63, 63);
    free(one);
    return 0;
}
