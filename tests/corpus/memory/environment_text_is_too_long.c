//@ memory: unsafe  others: safe
//@ by: bmc
//@ twin: environment_text_is_cut
// The text that getenv finds may be longer than any buffer of the program.
#include <stdlib.h>
#include <string.h>

int main(void) {
    char copy[4];
    const char *text = getenv("NAME");
    if (text) strcpy(copy, text);
    return 0;
}
