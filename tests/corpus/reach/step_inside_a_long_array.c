//@ all: safe
//@ by: explicit, bmc
//@ twin: step_out_of_a_long_array
// One step less: it leads to the last element.
#include <assert.h>

static struct {
    int items[17];
    int sum;
} s;

int main(void)
{
    int *p = s.items;
    for (int i = 0; i < 16; i++)
        p++;
    *p = 1;
    assert(s.sum == 0);
    return 0;
}
