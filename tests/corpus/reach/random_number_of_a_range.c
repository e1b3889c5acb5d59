//@ safe
//@ by: bmc
//@ twin: random_number_of_a_seed
// No number is negative.
#include <assert.h>
#include <stdlib.h>

int main(void)
{
    srand48(1);
    assert(lrand48() >= 0);
    return 0;
}
