//@ overflow: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 76_product_of_unsigned
// unsigned short is promoted to int: 65535 * 65535 overflows.
#include <assert.h>

int main(void) {
    unsigned short a = 65535, b = 65535;
    unsigned u = a * b;
    assert(u == 4294836225u);
    return 0;
}
