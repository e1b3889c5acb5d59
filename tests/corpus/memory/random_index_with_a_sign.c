//@ unknown
//@ by: bmc
//@ twin: random_index
// mrand48 gives negative numbers, too; which ones the seed determines.
#include <stdlib.h>

static int numbers[10];

int main(void)
{
    srand48(1);
    return numbers[mrand48() % 10];
}
