//@ memory: unsafe  others: safe
//@ domain: 0 1 2
//@ twin: random_number_below_a_bound
// The bound is one too large.
#include <stdint.h>

uint32_t arc4random_uniform(uint32_t bound);

int main(void)
{
    int array[2] = {0};
    array[arc4random_uniform(3)] = 1;
    return 0;
}
