//@ all: safe
//@ twin: printed_without_a_zero
// The precision bounds what is read; a negative one is none, and a text with a zero may be read with any.
#include <stdio.h>

int main(void) {
    char text[2] = {'a', 'b'}, whole[2] = "c";
    printf("%.2s%.*s%.*s%.9s", text, 1, text, -1, whole, whole);
    return 0;
}
