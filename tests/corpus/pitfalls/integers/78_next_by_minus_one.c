//@ all: safe
//@ by: explicit
//@ twin: 78_least_by_minus_one
// The next does not.
#include <limits.h>

int main(void) {
    int a = INT_MIN + 1, b = -1;
    int c = a / b;
    return c == 0;
}
