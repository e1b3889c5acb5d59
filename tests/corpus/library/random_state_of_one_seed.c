//@ assertions: unknown
//@ domain: 0 1
//@ twin: random_state_of_two_seeds
// The same state gives the same number.
#include <assert.h>
#include <stdlib.h>

int main(void)
{
    unsigned one = 1, other = 1;
    int number = rand_r(&one);
    assert(rand_r(&other) == number);
    return 0;
}
