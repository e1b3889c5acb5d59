//@ assertions: unsafe  others: safe
//@ domain: -1 0 5 6 7
//@ twin: ended_by_a_complaint
// `warnx` returns, and so does `error` with status 0.
#include <assert.h>
#include <err.h>
#include <error.h>
#include <stdio.h>

int main(void) {
    int c = getchar();
    if (c > 6)
        warnx("%d is too large", c);
    if (c == 6)
        error(0, 0, "six");
    assert(c <= 5);
    return 0;
}
