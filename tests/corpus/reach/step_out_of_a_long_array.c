//@ assertions: unsafe  others: safe
//@ by: explicit, bmc
//@ twin: step_inside_a_long_array
// The last step leads behind the array: to the next member, of which the assertion speaks.
#include <assert.h>

static struct {
    int items[17];
    int sum;
} s;

int main(void)
{
    int *p = s.items;
    for (int i = 0; i < 17; i++)
        p++;
    *p = 1;
    assert(s.sum == 0);
    return 0;
}
