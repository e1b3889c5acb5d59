//@ all: safe
//@ by: bmc
//@ twin: environment_text_is_too_long
// No more is copied than fits.
#include <stdlib.h>

int main(void) {
    char copy[4];
    const char *text = getenv("NAME");
    if (text && text[0] && text[1] && text[2] && text[3]) copy[3] = text[3];
    return 0;
}
