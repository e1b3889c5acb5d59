//@ assertions: unsafe  others: safe
//@ domain: 0 8
//@ twin: external_pure_state
//@ externals: pure
//@ by: explicit bmc
// The user says that the function returns any value and leaves the program's data alone.
#include <assert.h>

int sensor(int *state);

int main(void)
{
    int state = 0;
    int value = sensor(&state);
    assert(state == 0);
    assert(value != 8);
    return 0;
}
