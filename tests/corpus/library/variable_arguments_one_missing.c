//@ memory: unsafe  others: safe
//@ by: explicit
//@ twin: variable_arguments
// One argument less than is read.
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
    sum(2, 1);
    return 0;
}
