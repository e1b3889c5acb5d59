//@ all: safe
//@ by: explicit bmc
//@ twin: copied_onto_itself
// Parts of one object that have no byte in common may be copied, and `memmove` takes any.
#include <assert.h>
#include <string.h>

int main(void) {
    char text[8] = "abcdefg";
    memcpy(text + 4, text, 4);
    memcpy(text, text + 4, 4);
    memcpy(text, text, 0);
    memmove(text + 1, text, 4);
    assert(text[0] == 'a' && text[4] == 'd' && text[5] == 'b');
    return 0;
}
