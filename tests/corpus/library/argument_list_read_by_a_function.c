//@ memory: unsafe  others: safe
//@ by: explicit
//@ twin: argument_list_read_through_a_pointer
// A function that another function calls reads an argument from the list, so the list of the first one has no value.
#include <stdarg.h>

static int read_one(va_list list) {
    return va_arg(list, int);
}

static int first(int is_wanted, va_list list) {
    return is_wanted ? read_one(list) : 0;
}

static int sum(int count, ...) {
    va_list list;
    va_start(list, count);
    int result = first(0, list);
    result += first(1, list);
    result += first(0, list);
    result += first(1, list);
    va_end(list);
    return result;
}

int main(void) {
    return sum(2, 1, 2) > 4;
}
