//@ assertions: unsafe  others: safe
//@ by: explicit
//@ twin: declaration_with_a_value_reached_again
// The value is indeterminate each time the declaration is reached.
#include <assert.h>

int main(void) {
    int round = 0, *last = 0;
again:;
    int value;
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
