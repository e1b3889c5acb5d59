//@ all: safe
//@ termination: safe
//@ by: explicit
//@ twin: 75_product_overflows
// A cast makes it a product of longs.
#include <assert.h>

int main(void) {
    int i = 65536;
    long l = (long)i * i;
    assert(l == 4294967296);
    return 0;
}
