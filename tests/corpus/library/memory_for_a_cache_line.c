//@ all: safe
//@ by: static
//@ twin: memory_for_an_odd_alignment
// The alignment is a power of two in both calls.
#include <stdlib.h>

int main(void)
{
    int *one = aligned_alloc(64, 64), *two = aligned_alloc(sizeof(void *), 64);
    if (one)
        one[15] = 1;
    if (two)
        two[15] = 1;
    free(one);
    free(two);
    return 0;
}
