//@ safe
//@ by: bmc
//@ twin: random_index_with_a_sign
// lrand48 gives numbers that are not negative.
#include <stdlib.h>

static int numbers[10];

int main(void)
{
    srand48(1);
    return numbers[lrand48() % 10];
}
