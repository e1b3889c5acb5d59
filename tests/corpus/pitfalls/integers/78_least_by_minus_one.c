//@ overflow: unsafe  others: safe
//@ by: explicit
//@ twin: 78_next_by_minus_one
// The least int divided by -1 overflows.
#include <limits.h>

int main(void) {
    int a = INT_MIN, b = -1;
    int c = a / b;
    return c == 0;
}
