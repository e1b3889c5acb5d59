//@ assertions: unsafe  others: safe
//@ domain: 0 1
//@ by: explicit
//@ twin: end_of_a_number_in_no_base_or_none
// There is no base 1. C libraries differ in whether they store the end then.
#include <assert.h>
#include <stdlib.h>

int main(void)
{
    char *end = 0;
    strtol("1", &end, 1);
    assert(end != 0);
    return 0;
}
