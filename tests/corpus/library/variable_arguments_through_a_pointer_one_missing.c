//@ memory: unsafe  others: safe
//@ by: explicit
//@ twin: variable_arguments_through_a_pointer
// The call through the pointer passes one argument less than is read.
#include <stdarg.h>

static int sum(int count, ...) {
    va_list list;
    int sum = 0;
    va_start(list, count);
    for (int i = 0; i < count; i++)
        sum += va_arg(list, int);
    va_end(list);
    return sum;
}

int main(void) {
    int (*function)(int, ...) = sum;
    return function(2, 3) > 9;
}
