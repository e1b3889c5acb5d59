//@ assertions: unknown
//@ twin: weak_symbol_of_no_file
// A library may define the symbol; else it is null.
#include <assert.h>

int hook(void) __attribute__((weak));

int main(void)
{
    assert(hook == 0);
    return 0;
}
