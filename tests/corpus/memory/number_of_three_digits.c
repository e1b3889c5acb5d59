//@ unsafe
//@ by: explicit bmc
//@ domain: 0 1 100
//@ twin: number_of_two_digits
// A number of three digits may be too large.
#include <stdio.h>

static int numbers[100];

int main(void)
{
    int index = 0;
    if (scanf("%3d", &index) == 1 && index >= 0)
        numbers[index] = 1;
    return 0;
}
