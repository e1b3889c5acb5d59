//@ safe
//@ by: explicit bmc
//@ twin: printed_numbers_are_added_up
// The length of the text is known.
#include <stdio.h>

int main(void)
{
    int total = printf("five");
    if (total > 0)
        total += total;
    return total < 0;
}
