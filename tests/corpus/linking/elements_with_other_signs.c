//@ assertions: safe
//@ by: explicit bmc
//@ with: unsigned_elements.unit.c
//@ twin: elements_with_other_signs_taken_for_the_same
/* The other file declares the elements of the array without a sign: each file reads them by its own type. */
#include <assert.h>

int first(void);

char x[] = "\xff";

int main(void)
{
    assert(first() == 255 && x[0] == -1);
    return 0;
}
