//@ all: safe
//@ externals: args
//@ termination: safe
//@ by: explicit
//@ twin: 93_unknown_function_gets_an_address
// It gets the value only.
#include <assert.h>

void adjust(int value);

int main(void) {
    int x = 1;
    adjust(x);
    assert(x == 1);
    return 0;
}
