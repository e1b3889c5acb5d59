//@ all: safe
//@ by: bmc
//@ twin: environment_text_is_too_long
// No more is copied than fits.
#include <stdlib.h>
#include <string.h>

int main(void) {
    char copy[4];
    const char *text = getenv("NAME");
    if (text) strncpy(copy, text, sizeof copy);
    return 0;
}
