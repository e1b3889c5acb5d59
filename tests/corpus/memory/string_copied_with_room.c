//@ all: safe
//@ by: explicit
//@ twin: string_copied_without_room
// The 0 behind a string needs room, too.
#include <string.h>

int main(void) {
    char buffer[4];
    strcpy(buffer, "abc");
    return 0;
}
