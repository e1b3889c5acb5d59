//@ assertions: safe  others: safe
//@ twin: external_pure
//@ externals: pure
//@ by: explicit bmc
// The user says that the function returns any value and leaves the program's data alone: what it gets a pointer to stays as it is.
#include <assert.h>

int sensor(int *state);

int main(void)
{
    int state = 0;
    int value = sensor(&state);
    assert(state == 0);
    assert(value != 8 || state == 0);
    return 0;
}
