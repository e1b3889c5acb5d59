//@ overflow: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 09_increment_of_char_wraps
// An int is not promoted: it overflows.
#include <limits.h>

int main(void) {
    int c = INT_MAX;
    c++;
    return 0;
}
