//@ unknown
//@ by: explicit
//@ twin: random_number_of_a_range
// The seed determines the numbers.
#include <assert.h>
#include <stdlib.h>

int main(void)
{
    srand48(1);
    assert(lrand48() != 5);
    return 0;
}
