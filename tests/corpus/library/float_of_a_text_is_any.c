//@ assertions: unsafe  others: safe
//@ externals: pure
//@ twin: floats_are_scanned
// The number is read, its value is open.
#include <assert.h>
#include <stdio.h>

int main(void)
{
    double number = 1;
    int read = 0;
    if (sscanf(" 2.5e1x", "%lf%n", &number, &read) != 1 || read != 6)
        return 1;
    assert(number == 1);
    return 0;
}
