//@ assertions: unsafe
//@ domain: 0 1
//@ by: explicit
//@ twin: random_state_of_one_seed
// Another state may give another number.
#include <assert.h>
#include <stdlib.h>

int main(void)
{
    unsigned one = 1, other = 2;
    int number = rand_r(&one);
    assert(rand_r(&other) == number);
    return 0;
}
