//@ all: safe
//@ by: explicit
//@ twin: line_without_room
// A line and its 0 fit.
#include <assert.h>
#include <stdio.h>


int main(void) {
    char line[3];
    if (fgets(line, 3, stdin)) {
        assert(line[0] == 0 || line[1] == 0 || line[2] == 0);
    }
    return 0;
}
