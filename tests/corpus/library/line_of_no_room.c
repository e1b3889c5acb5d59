//@ all: safe
//@ twin: line_of_no_room_is_null
//@ domain: 0 2
// A buffer of one byte gets the end of a text, and one of none gets nothing.
#include <assert.h>
#include <stdio.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    char line[2] = {1, 1};
    int room = __VERIFIER_nondet_int();
    if (room < 0 || room > 1)
        return 0;
    char *read = fgets(line, room, stdin);
    assert(room ? read == line && line[0] == 0 : !read && line[0] == 1);
    assert(line[1] == 1);
    assert(fgets(line, 1, stdin) == line);
    assert(!fgets(line, 0, stdin));
    return 0;
}
