//@ all: safe
//@ by: explicit bmc
//@ twin: text_of_sscanf_is_too_long
// A width bounds the text.
#include <stdio.h>

int main(void) {
    char name[4];
    int number;
    return sscanf("limit=8", "%3[^=]%*[^=]=%d", name, &number) != 2;
}
