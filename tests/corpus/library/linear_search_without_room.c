//@ memory: unsafe  others: safe
//@ by: explicit bmc
//@ twin: linear_search
// There is no room for the fourth number.
#include <search.h>

static int difference(const void *one, const void *other)
{
    return *(const int *)one - *(const int *)other;
}

int main(void)
{
    int numbers[3] = {4, 2, 6}, five = 5;
    size_t count = 3;
    lsearch(&five, numbers, &count, sizeof five, difference);
    return 0;
}
