//@ safe
//@ by: explicit
// Unsigned arithmetic does not overflow.
#include <limits.h>

int main(void) {
    unsigned a = UINT_MAX;
    a = a + 1;
    return (int)a;
}
