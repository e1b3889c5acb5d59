//@ all: safe
//@ twin: variable_arguments_of_a_direct_call
// A pointer that is initialized with the function leads to it, and the call passes the arguments.
#include <assert.h>
#include <stdarg.h>

static int second(int count, ...) {
    va_list list;
    va_start(list, count);
    int value = va_arg(list, int);
    va_end(list);
    return value;
}

static int (*pointer)(int, ...) = second;

int main(void) {
    assert(pointer(1, 2) == 2);
    return 0;
}
