//@ unsafe
//@ by: explicit bmc
//@ domain: 0 1
//@ twin: loop_ends_in_a_branch_that_counts
// The body of the loop ends in a branch; either side goes back to the test.
#include <assert.h>

int __VERIFIER_nondet_int(void);

int main(void) {
    int goes_on, count = 0;
    do {
        goes_on = __VERIFIER_nondet_int();
        if (goes_on == 0) {
            goes_on = 0;
        } else {
            goes_on = 1;
            count = count + 1;
        }
    } while (goes_on && count < 3);
    assert(count != 1);
    return 0;
}
