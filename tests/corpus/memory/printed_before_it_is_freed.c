//@ all: safe
//@ twin: printed_after_it_is_freed
// `printf` reads the text while its memory lives.
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    char *text = malloc(2);
    text[0] = 'a';
    text[1] = 0;
    printf("%s\n", text);
    free(text);
    return 0;
}
