//@ all: safe  leaks: safe
//@ by: explicit
//@ twin: text_of_a_number_is_lost
// `asprintf` allocates the text.
#define _GNU_SOURCE
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    char *text;
    if (asprintf(&text, "%d of %s", 42, "x") < 0)
        return 1;
    assert(strcmp(text, "42 of x") == 0);
    free(text);
    return 0;
}
