//@ all: safe
//@ domain: -1 0 1 2 3
//@ twin: position_behind_a_failure_is_scanned
// Nothing can fail between the number and the position.
#include <assert.h>
#include <stdio.h>

int main(void)
{
    int number, read = -1;
    if (scanf("%d %n", &number, &read) != 1)
        return 1;
    assert(read >= 1);
    return 0;
}
