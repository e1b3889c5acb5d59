//@ all: safe
//@ domain: -1 0 1 2 3 4
//@ twin: elements_of_negative_number_are_written
// A negative number is rejected.
#include <stdio.h>

int main(void)
{
    short numbers[2] = {1, 2};
    int count;
    if (scanf("%d", &count) != 1 || count < 0 || count > 2)
        return 1;
    fwrite(numbers, sizeof numbers[0], count, stdout);
    return 0;
}
