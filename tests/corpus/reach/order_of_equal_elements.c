//@ unknown
//@ by: explicit
//@ twin: order_of_other_elements
// The order of equal elements is open (C11 7.22.5.2); the C library determines it.
#include <assert.h>
#include <stdlib.h>

struct pair { int key, number; };

static int compare(const void *one, const void *other)
{
    return ((const struct pair *)one)->key - ((const struct pair *)other)->key;
}

int main(void)
{
    struct pair pairs[2] = {{1, 1}, {1, 2}};
    qsort(pairs, 2, sizeof *pairs, compare);
    assert(pairs[0].number == 1);
    return 0;
}
