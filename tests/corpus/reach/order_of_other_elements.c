//@ safe
//@ by: explicit
//@ twin: order_of_equal_elements
// The keys determine the order.
#include <assert.h>
#include <stdlib.h>

struct pair { int key, number; };

static int compare(const void *one, const void *other)
{
    return ((const struct pair *)one)->key - ((const struct pair *)other)->key;
}

int main(void)
{
    struct pair pairs[2] = {{1, 1}, {2, 2}};
    qsort(pairs, 2, sizeof *pairs, compare);
    assert(pairs[0].number == 1);
    return 0;
}
