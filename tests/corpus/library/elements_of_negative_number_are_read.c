//@ memory: unsafe  others: safe
//@ domain: -1 0 1 2 3
//@ twin: elements_of_checked_number_are_read
// The number of elements becomes a large number.
#include <stdio.h>

int main(void)
{
    char text[2];
    int count;
    if (scanf("%d", &count) != 1 || count > 2)
        return 1;
    fread(text, 1, count, stdin);
    return 0;
}
