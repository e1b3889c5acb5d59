//@ overflow: unsafe  others: safe
//@ by: explicit
//@ twin: text_to_numbers
// The largest number that fits is read, and one is added.
#include <stdlib.h>

int main(void) {
    long wanted = strtol("99999999999999999999", 0, 10);
    wanted = wanted + 1;
    return 0;
}
