//@ assertions: unknown  others: unknown
//@ twin: external_writes_elsewhere
// The function may change what it gets a pointer to.
#include <assert.h>

void fill(int *to, int count);

int main(void)
{
    int numbers[2] = {1, 2};
    fill(numbers, 2);
    assert(numbers[1] != 2);
    return 0;
}
