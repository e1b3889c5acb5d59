//@ assertions: safe  others: safe
//@ with: hook_weak.unit.c hook_strong.unit.c
//@ twin: 06_weak_function_alone
//@ by: explicit bmc
/* A strong definition overrides a weak one, also in the file of the weak one; an alias keeps the weak one. */
#include <assert.h>

int run(void);
int default_hook(void);

int main(void)
{
    assert(run() == 2);
    assert(default_hook() == 1);
    return 0;
}
