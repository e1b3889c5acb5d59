//@ memory: unsafe  others: safe
//@ by: explicit
//@ twin: argument_list_begun_again
// An argument is read behind `va_end`.
#include <stdarg.h>

static int sum(int count, ...) {
    va_list list;
    va_start(list, count);
    int result = va_arg(list, int);
    va_end(list);
    return result + va_arg(list, int);
}

int main(void) {
    return sum(2, 1, 2) > 4;
}
