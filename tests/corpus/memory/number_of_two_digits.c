//@ safe
//@ by: explicit bmc
//@ domain: 0 1 99
//@ twin: number_of_three_digits
// The width limits the number.
#include <stdio.h>

static int numbers[100];

int main(void)
{
    int index = 0;
    if (scanf("%2d", &index) == 1 && index >= 0)
        numbers[index] = 1;
    return 0;
}
