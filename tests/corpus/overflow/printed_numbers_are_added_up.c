//@ unknown
//@ by: explicit bmc
//@ twin: printed_texts_are_added_up
// The C library determines how many characters a number has.
#include <stdio.h>

int main(void)
{
    int total = printf("%d", 5);
    if (total > 0)
        total += total;
    return total < 0;
}
