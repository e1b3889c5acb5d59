//@ unknown
//@ property: assertions
/* The object has a type that no file completes: its address is not modelled, and nothing is claimed. */
#include <assert.h>

struct hidden;
extern struct hidden thing;

static struct hidden *get(void)
{
    return &thing;
}

int main(void)
{
    assert(get() != 0);
    return 0;
}
