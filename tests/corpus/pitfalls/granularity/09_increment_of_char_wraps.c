//@ all: safe
//@ termination: safe
//@ by: explicit
//@ twin: 09_increment_of_int_overflows
// A signed char is promoted before ++ adds: 127 + 1 is 128, which is narrowed to -128. Nothing overflows.
#include <assert.h>
#include <limits.h>

int main(void) {
    signed char c = SCHAR_MAX;
    c++;
    assert(c == -128);
    return 0;
}
