//@ memory: unsafe  others: safe
//@ by: explicit
//@ twin: string_copied_with_room
// The 0 behind a string has no room.
#include <string.h>

int main(void) {
    char buffer[3];
    strcpy(buffer, "abc");
    return 0;
}
