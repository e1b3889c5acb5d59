//@ assertions: unsafe  overflow: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 75_product_in_long
//@ data-model: ilp32
// Where long has 32 bits, the cast does not help.
#include <assert.h>

int main(void) {
    int i = 65536;
    long l = (long)i * i;
    assert(l != 0);
    return 0;
}
