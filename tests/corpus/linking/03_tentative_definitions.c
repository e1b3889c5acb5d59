//@ assertions: safe  others: safe
//@ with: shared_flag.unit.c
//@ twin: 04_tentative_definition_is_overwritten
//@ by: explicit bmc
/* Tentative definitions in one file, references in another: one object each. */
#include <assert.h>

extern int limit;
extern int used;

int main(void)
{
    assert(used == 0);
    used = limit;
    assert(used == 3);
    return 0;
}
