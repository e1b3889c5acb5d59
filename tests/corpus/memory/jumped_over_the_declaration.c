//@ all: safe
//@ by: explicit
//@ twin: left_in_front_of_the_declaration
// A jump over a declaration leaves the values alone that the objects got in the round before.
#include <assert.h>

int main(void) {
    int round = 0;
    int *kept = 0;
again:;
    if (round == 1) {
        goto out;
    }
    int number = 3, other = 4;
    kept = &number;
    round++;
    goto again;
out:
    assert(*kept == 3 && number == 3 && other == 4);
    return 0;
}
