//@ memory: unsafe  others: safe
//@ by: explicit
//@ twin: text_of_pure_functions
// `stpncpy` fills all characters that it is told of.
#define _GNU_SOURCE
#include <string.h>

int main(void) {
    char copy[3];
    stpncpy(copy, "a", 4);
    return 0;
}
