//@ overflow: unknown  others: safe
//@ domain: 0 1 2
//@ twin: sorted_numbers_are_near
// Neighbours can be subtracted, the first and the last element cannot. The C library determines which it compares.
#include <limits.h>
#include <stdlib.h>

static int compare(const void *one, const void *other)
{
    return *(const int *)one - *(const int *)other;
}

int main(void)
{
    int numbers[3] = {INT_MIN, -1, 1};
    qsort(numbers, 3, sizeof *numbers, compare);
    return 0;
}
