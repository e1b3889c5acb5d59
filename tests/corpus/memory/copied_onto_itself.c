//@ memory: unsafe  others: safe
//@ by: explicit bmc
//@ twin: copied_beside_itself
// `memcpy` between ranges that have bytes in common is undefined; `memmove` is for that.
#include <string.h>

int main(void) {
    char text[8] = "abcdefg";
    memcpy(text + 1, text, 4);
    return 0;
}
