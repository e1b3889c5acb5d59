//@ assertions: unknown  others: safe
//@ domain: 0 1 2
//@ twin: comparisons_are_counted_of_one_element
// How often the library compares is open (C11 7.22.5.2).
#include <assert.h>
#include <stdlib.h>

static int calls;

static int compare(const void *one, const void *other)
{
    calls++;
    return *(const char *)one - *(const char *)other;
}

int main(void)
{
    char text[] = "abc";
    qsort(text, 3, 1, compare);
    assert(calls == 3 - 1);
    return 0;
}
