//@ all: safe
//@ domain: 0 1 2
//@ twin: sorted_numbers_are_far_apart
// Any two elements can be subtracted.
#include <limits.h>
#include <stdlib.h>

static int compare(const void *one, const void *other)
{
    return *(const int *)one - *(const int *)other;
}

int main(void)
{
    int numbers[3] = {-2, -1, 1};
    qsort(numbers, 3, sizeof *numbers, compare);
    return 0;
}
