//@ all: safe
//@ by: explicit
//@ twin: declaration_without_value_reached_again
// The initializer gives the value each time the declaration is reached.
#include <assert.h>

int main(void) {
    int round = 0, *last = 0;
again:;
    int value = 5;
    if (round)
        assert(value == 5);
    value = 5;
    last = &value;
    if (round == 0 && last) {
        round = 1;
        goto again;
    }
    return 0;
}
