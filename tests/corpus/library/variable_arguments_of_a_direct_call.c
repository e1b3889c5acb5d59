//@ assertions: unsafe  others: safe
//@ by: explicit bmc
//@ twin: variable_arguments_through_a_static_pointer
// Called by its name, the function gets its arguments.
#include <assert.h>
#include <stdarg.h>

static int second(int count, ...) {
    va_list list;
    va_start(list, count);
    int value = va_arg(list, int);
    va_end(list);
    return value;
}

int main(void) {
    assert(second(1, 2) == 3);
    return 0;
}
