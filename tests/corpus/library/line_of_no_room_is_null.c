//@ assertions: unsafe  others: safe
//@ twin: line_of_no_room
//@ domain: 0 2
// A buffer of one byte gets a text.
#include <assert.h>
#include <stdio.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    char line[2] = {1, 1};
    int room = __VERIFIER_nondet_int();
    if (room < 0 || room > 1)
        return 0;
    char *read = fgets(line, room, stdin);
    assert(!fgets(line, 1, stdin));
    assert(!fgets(line, 0, stdin));
    return 0;
}
