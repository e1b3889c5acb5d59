//@ all: safe
//@ by: explicit bmc
//@ twin: linear_search_without_room
// What is not found is appended.
#include <assert.h>
#include <search.h>

static int difference(const void *one, const void *other)
{
    return *(const int *)one - *(const int *)other;
}

int main(void)
{
    int numbers[3] = {4, 2}, five = 5;
    size_t count = 2;
    assert(lfind(&five, numbers, &count, sizeof five, difference) == 0 && count == 2);
    assert(lsearch(&five, numbers, &count, sizeof five, difference) == numbers + 2 && count == 3 && numbers[2] == 5);
    assert(lsearch(&five, numbers, &count, sizeof five, difference) == numbers + 2 && count == 3);
    return 0;
}
