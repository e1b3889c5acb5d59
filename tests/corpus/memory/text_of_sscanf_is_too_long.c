//@ memory: unsafe  others: safe
//@ by: explicit bmc
//@ twin: text_of_sscanf_fits
// The text and its zero need one byte more than there is.
#include <stdio.h>

int main(void) {
    char name[4];
    int number;
    return sscanf("limit=8", "%[^=]=%d", name, &number) != 2;
}
