//@ memory: safe
// A function of the program only copies the list that it gets.
#include <stdarg.h>
#include <stdio.h>

static int vwarn(va_list list)
{
    va_list copy;
    va_copy(copy, list);
    int number = va_arg(copy, int);
    va_end(copy);
    return number;
}

static int output(int count, ...)
{
    va_list list;
    va_start(list, count);
    int number = vwarn(list) + va_arg(list, int);
    va_end(list);
    return number;
}

int main(void)
{
    return output(1, 3) != 6;
}
