//@ all: safe
//@ by: explicit
//@ twin: declaration_reached_again_in_a_new_block
// A jump backwards does not end the block, so the variable stays the same object; its initializer is assigned again.
#include <assert.h>

static int in_an_expression(void) {
    return ({
        int round = 0, *kept = 0;
    again:;
        int number = round;
        if (kept == 0) {
            kept = &number;
        }
        round++;
        if (round < 4) {
            goto again;
        }
        *kept;
    });
}

int main(void) {
    int round = 0;
    int *kept = 0;
again:;
    int number = round + 5;
    if (kept == 0) {
        kept = &number;
    }
    round++;
    if (round < 2) {
        goto again;
    }
    assert(kept == &number && *kept == 6);
    assert(in_an_expression() == 3);
    return 0;
}
