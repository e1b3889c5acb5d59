//@ all: safe
//@ twin: argument_list_read_by_a_function
// A function that gets a pointer to the list moves it; a function that reads nothing leaves a list as it is.
#include <assert.h>
#include <stdarg.h>

static int read_one(va_list *list) {
    return va_arg(*list, int);
}

static int first(int is_wanted, va_list list) {
    return is_wanted ? va_arg(list, int) : 0;
}

static int sum(int count, ...) {
    va_list list;
    va_start(list, count);
    int result = first(0, list);
    result += read_one(&list);
    result += first(0, list);
    result += read_one(&list);
    result += first(1, list);
    va_end(list);
    return result;
}

int main(void) {
    assert(sum(3, 1, 2, 3) == 6);
    return 0;
}
