//@ all: safe
//@ domain: 0 1 2
//@ twin: comparisons_are_counted
// One element is not compared.
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
    qsort(text, 1, 1, compare);
    assert(calls == 1 - 1);
    return 0;
}
