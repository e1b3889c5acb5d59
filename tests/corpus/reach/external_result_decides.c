//@ assertions: unknown  others: unknown
//@ twin: external_result_is_not_used
// The assertion fails with one result of a function that no file defines: nobody knows whether that occurs.
#include <assert.h>

int sensor(void);

int main(void)
{
    int value = sensor();
    int limit = value + 1;
    assert(limit != 8);
    return 0;
}
