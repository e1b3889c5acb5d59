//@ memory: unsafe  others: safe
//@ by: explicit
//@ twin: line_with_room
// The 0 has no room.
#include <assert.h>
#include <stdio.h>


int main(void) {
    char line[2];
    if (fgets(line, 3, stdin)) {
        assert(line[0] == 0 || line[1] == 0 || line[2] == 0);
    }
    return 0;
}
