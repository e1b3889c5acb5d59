//@ assertions: unsafe  others: safe
//@ by: explicit
//@ twin: order_of_three_objects
// Two objects that lie in front of a third one may have either order.
#include <assert.h>
#include <stdlib.h>

static int a;

int main(void) {
    int b, *c = malloc(sizeof *c);
    if (!c)
        return 0;
    if (&b < c && &a < c)
        assert(&a < &b);
    free(c);
    return 0;
}
