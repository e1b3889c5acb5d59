//@ assertions: unsafe  others: unknown
//@ twin: external_result_decides
//@ by: explicit bmc
// The assertion fails whatever the function returns.
#include <assert.h>

int sensor(void);

int main(void)
{
    int value = sensor();
    int limit = value + 1;
    int other = 8;
    (void)limit;
    assert(other != 8);
    return 0;
}
