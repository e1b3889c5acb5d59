//@ assertions: unsafe
//@ by: explicit bmc
//@ with: unsigned_elements.unit.c
//@ twin: elements_with_other_signs
/* The other file declares the elements of the array without a sign: each file reads them by its own type. */
#include <assert.h>

int first(void);

char x[] = "\xff";

int main(void)
{
    assert(first() == x[0]);
    return 0;
}
