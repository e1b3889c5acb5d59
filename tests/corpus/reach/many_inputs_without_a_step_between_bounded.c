//@ safe
//@ twin: many_inputs_without_a_step_between
//@ by: explicit
// Two to the power of 40 ways lead through the loop, but only few states: they must not be listed before they are merged.
#include <assert.h>

extern _Bool __VERIFIER_nondet_bool(void);

int main(void) {
    int n = 0;
    for (int i = 0; i < 40; i++) {
        if (__VERIFIER_nondet_bool())
            n++;
    }
    assert(n != 41);
    return 0;
}
