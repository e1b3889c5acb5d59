//@ unsafe
//@ by: explicit
// The 0 behind a string has no room.
#include <string.h>

int main(void) {
    char buffer[3];
    strcpy(buffer, "abc");
    return 0;
}
