//@ assertions: unsafe
//@ twin: weak_symbol_of_a_library
// The symbol is null if no library defines it.
#include <assert.h>

int hook(void) __attribute__((weak));

int main(void)
{
    assert(hook != 0);
    return 0;
}
