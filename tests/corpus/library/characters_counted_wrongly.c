//@ assertions: unsafe  others: safe
//@ twin: characters_counted
// The format is a variable, and `%ln` stores a `long`.
#include <assert.h>
#include <stdio.h>

int main(void) {
    long l = 0;
    const char *format = "abc%ln";
    printf(format, &l);
    assert(l == 0);
    return 0;
}
