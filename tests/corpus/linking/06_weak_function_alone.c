//@ assertions: unsafe  others: safe
//@ with: hook_weak.unit.c
//@ twin: 05_weak_function_is_overridden
//@ by: explicit bmc
/* Without the strong definition the weak one is called. */
#include <assert.h>

int run(void);
int default_hook(void);

int main(void)
{
    assert(run() == 2);
    assert(default_hook() == 1);
    return 0;
}
