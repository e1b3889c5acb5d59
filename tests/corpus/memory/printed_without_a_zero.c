//@ memory: unsafe  others: safe
//@ twin: printed_with_a_precision
// A precision of three reads up to three characters, and there are two.
#include <stdio.h>

int main(void) {
    char text[2] = {'a', 'b'};
    printf("%.3s", text);
    return 0;
}
