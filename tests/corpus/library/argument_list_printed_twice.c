//@ memory: unsafe  others: safe
//@ by: explicit
//@ twin: argument_list_copied_and_printed_twice
// `vsnprintf` reads the list, so the list has no value for the second call (C11 7.16p3).
#include <stdarg.h>
#include <stdio.h>

static int format(char *to, size_t size, const char *pattern, ...) {
    va_list list;
    va_start(list, pattern);
    int length = vsnprintf(NULL, 0, pattern, list);
    if (length < (int)size)
        length = vsnprintf(to, size, pattern, list);
    va_end(list);
    return length;
}

int main(void) {
    char to[8];
    return format(to, sizeof to, "%d", 7) != 1;
}
