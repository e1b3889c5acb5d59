//@ all: safe
//@ twin: argument_list_printed_twice
// Each call gets a list of its own: a copy, the list itself, and the list that was begun again.
#include <assert.h>
#include <stdarg.h>
#include <stdio.h>

static int format(char *to, size_t size, const char *pattern, ...) {
    va_list list, copy;
    va_start(list, pattern);
    va_copy(copy, list);
    int length = vsnprintf(NULL, 0, pattern, copy);
    va_end(copy);
    if (length < (int)size)
        length = vsnprintf(to, size, pattern, list);
    va_end(list);
    va_start(list, pattern);
    vsnprintf(to, size, pattern, list);
    va_end(list);
    return length;
}

int main(void) {
    char to[8];
    assert(format(to, sizeof to, "%d", 7) == 1);
    assert(to[0] == '7');
    return 0;
}
