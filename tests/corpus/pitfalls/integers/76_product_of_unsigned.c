//@ all: safe
//@ termination: safe
//@ by: explicit
//@ twin: 76_product_of_shorts_overflows
// As unsigned it does not.
#include <assert.h>

int main(void) {
    unsigned short a = 65535, b = 65535;
    unsigned u = (unsigned)a * b;
    assert(u == 4294836225u);
    return 0;
}
