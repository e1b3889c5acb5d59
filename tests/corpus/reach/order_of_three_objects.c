//@ all: safe
//@ by: explicit
//@ twin: order_of_three_objects_in_part
// What lies in front of an object lies in front of all that this object lies in front of.
#include <assert.h>
#include <stdlib.h>

static int a;

int main(void) {
    int b, *c = malloc(sizeof *c);
    if (!c)
        return 0;
    if (&b < c && &a < &b)
        assert(&a < c);
    free(c);
    return 0;
}
