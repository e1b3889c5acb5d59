//@ all: safe
//@ domain: 0 1 2
//@ twin: sorting_with_another_argument
// The comparison gets the argument.
#define _GNU_SOURCE
#include <assert.h>
#include <stdlib.h>

static int compare(const void *one, const void *other, void *argument)
{
    return *(int *)argument * (*(const char *)one - *(const char *)other);
}

int main(void)
{
    char text[] = "bca";
    int order = 1;
    qsort_r(text, 3, 1, compare, &order);
    assert(text[0] == 'a' && text[1] == 'b' && text[2] == 'c');
    return 0;
}
