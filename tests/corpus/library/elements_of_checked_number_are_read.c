//@ all: safe
//@ domain: -1 0 1 2 3
//@ twin: elements_of_negative_number_are_read
// A negative number is rejected.
#include <stdio.h>

int main(void)
{
    char text[2];
    int count;
    if (scanf("%d", &count) != 1 || count < 0 || count > 2)
        return 1;
    fread(text, 1, count, stdin);
    return 0;
}
