//@ assertions: unknown  others: unknown
//@ twin: external_overwritten_after
// A pointer inside of what it gets leads the function to the variable; `const` is a promise about the structure only.
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
    assert(value != 3);
    return 0;
}
