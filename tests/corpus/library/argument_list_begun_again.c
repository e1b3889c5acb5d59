//@ all: safe
//@ twin: argument_list_read_behind_its_end
// Behind `va_end`, `va_start` begins with the first argument again.
#include <assert.h>
#include <stdarg.h>

static int sum(int count, ...) {
    va_list list;
    int result = 0;
    for (int i = 0; i < count; i++) {
        va_start(list, count);
        result += va_arg(list, int);
        va_end(list);
    }
    return result;
}

int main(void) {
    assert(sum(2, 3, 5) == 6);
    return 0;
}
