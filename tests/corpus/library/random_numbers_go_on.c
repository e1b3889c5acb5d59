//@ assertions: unsafe
//@ domain: 0 1
//@ by: explicit
//@ twin: random_numbers_repeat
// The next number may be another one.
#include <assert.h>
#include <stdlib.h>

int main(void)
{
    int number;
    srand(1);
    number = rand();
    assert(rand() == number);
    return 0;
}
