//@ assertions: unknown
// The program declares a function of the library with another result than it has: C gives the call no meaning.
#include <stdarg.h>

extern void __VERIFIER_assert(int);
long vsnprintf(char *text, unsigned long size, const char *format, va_list arguments);

long length(char *text, ...)
{
    va_list arguments;
    va_start(arguments, text);
    long count = vsnprintf(text, 4, "%d", arguments);
    va_end(arguments);
    return count;
}

int main(void)
{
    char text[4];
    __VERIFIER_assert(length(text, 12) == 2);
    return 0;
}
