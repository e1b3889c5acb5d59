//@ memory: unknown  assertions: safe
//@ twin: formatted_double_fits
// The text of a floating-point number is not computed: whether it fits is not known.
#include <assert.h>
#include <stdio.h>

int main(void) {
    char text[6];
    int length = sprintf(text, "%g", 0.5);
    assert(length > 0);
    return 0;
}
