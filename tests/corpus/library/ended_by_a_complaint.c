//@ all: safe
//@ domain: -1 0 5 6 7
//@ twin: not_ended_by_a_warning
// `errx`, `err`, `error` with a status, and functions of others that are declared not to return end the process.
#include <assert.h>
#include <err.h>
#include <error.h>
#include <stdio.h>

__attribute__((noreturn)) void give_up(const char *why);

int main(void) {
    int c = getchar();
    if (c > 6)
        errx(1, "%d is too large", c);
    if (c == 6)
        give_up("six");
    if (c == 5)
        error(c, 0, "five");
    if (c < 0)
        err(1, 0);
    assert(c >= 0 && c < 5);
    return 0;
}
