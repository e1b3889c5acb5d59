//@ assertions: unsafe  others: safe
//@ domain: -1 0 1 2 3
//@ twin: position_is_scanned
// The comma may be missing.
#include <assert.h>
#include <stdio.h>

int main(void)
{
    int number, read = -1;
    if (scanf("%d,%n", &number, &read) != 1)
        return 1;
    assert(read >= 1);
    return 0;
}
