//@ overflow: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 75_product_in_long
// The product is one of ints, though it is stored in a long.
#include <assert.h>

int main(void) {
    int i = 65536;
    long l = i * i;
    assert(l == 0);
    return 0;
}
