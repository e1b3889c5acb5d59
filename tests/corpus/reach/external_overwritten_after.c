//@ assertions: unsafe  others: unknown
//@ twin: external_follows_pointer
//@ by: explicit bmc
// The program writes the variable again: what the function wrote is gone.
#include <assert.h>

struct box {
    int *inside;
};

void open_box(const struct box *box);

int main(void)
{
    int value = 3;
    struct box box = {&value};
    open_box(&box);
    value = 3;
    assert(value != 3);
    return 0;
}
