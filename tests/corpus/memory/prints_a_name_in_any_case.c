//@ all: safe
//@ twin: prints_what_may_be_null
// Texts of the C library are texts.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    const char *home = getenv("HOME");
    if (!home)
        home = "nowhere";
    puts(home);
    fprintf(stderr, "%s: %s\n", home, strerror(2));
    return 0;
}
