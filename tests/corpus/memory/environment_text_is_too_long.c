//@ memory: unsafe  others: safe
//@ by: bmc
//@ twin: environment_text_is_cut
// The text that getenv finds may be longer than any buffer of the program.
#include <stdlib.h>

int main(void) {
    char copy[4];
    const char *text = getenv("NAME");
    if (text && text[0] && text[1] && text[2] && text[3]) copy[4] = text[3];
    return 0;
}
