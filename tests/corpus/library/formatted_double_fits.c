//@ memory: safe  assertions: safe
//@ by: explicit
//@ twin: formatted_double_may_not_fit
// The text of a floating-point number is not computed, but it ends inside of the array whose size is given.
#include <assert.h>
#include <stdio.h>

int main(void) {
    char text[6];
    int length = snprintf(text, sizeof text, "%g", 0.5);
    assert(length > 0 && text[5] == 0 || length < 5);
    return 0;
}
