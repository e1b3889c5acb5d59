//@ assertions: unknown
//@ domain: 0 1
//@ twin: random_numbers_go_on
// The same seed gives the same numbers.
#include <assert.h>
#include <stdlib.h>

int main(void)
{
    int number;
    srand(1);
    number = rand();
    srand(1);
    assert(rand() == number);
    return 0;
}
