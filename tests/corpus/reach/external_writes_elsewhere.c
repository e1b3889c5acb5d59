//@ assertions: unsafe  others: unknown
//@ twin: external_writes_array
//@ by: explicit bmc
// What fails is about a variable that the function cannot reach.
#include <assert.h>

void fill(int *to, int count);

int main(void)
{
    int numbers[2] = {1, 2}, own = 2;
    fill(numbers, 2);
    assert(own != 2);
    return 0;
}
