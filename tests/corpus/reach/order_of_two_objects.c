//@ assertions: unsafe  others: safe
//@ by: explicit
//@ twin: order_of_two_objects_is_one_of_two
// Either of two objects may lie in front of the other one.
#include <assert.h>

static int a, b;

int main(void) {
    assert(!(&a < &b));
    return 0;
}
