//@ all: safe
//@ twin: variable_arguments_through_a_pointer_one_missing
// Functions with variable arguments are called through a pointer; one of them reads none.
#include <assert.h>
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

static int counted(int count, ...) {
    return count;
}

int main(void) {
    int (*functions[2])(int, ...) = {sum, counted};
    assert(functions[0](2, 3, 4) == 7);
    assert(functions[1](2, 3, 4) == 2);
    assert(sum(1, 5) == 5);
    return 0;
}
