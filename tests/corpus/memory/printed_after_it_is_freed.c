//@ memory: unsafe  others: safe
//@ twin: printed_before_it_is_freed
// `printf` reads the text after its memory was freed.
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    char *text = malloc(2);
    text[0] = 'a';
    text[1] = 0;
    free(text);
    printf("%s\n", text);
    return 0;
}
