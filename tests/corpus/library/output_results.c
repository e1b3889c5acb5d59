//@ all: safe
//@ domain: 0 1 2 3 4 65 -1
//@ twin: output_results_unchecked
// What output functions return: a count, a character, or a sign of failure.
#include <assert.h>
#include <stdio.h>
#include <unistd.h>

int main(void) {
    int n = printf("abc");
    assert(n == 3 || n < 0);
    n = printf("%d\n", 7);
    assert(n >= 1 || n < 0);
    n = putchar('A');
    assert(n == 'A' || n == EOF);
    n = fputc(0x141, stdout);
    assert(n == 0x41 || n == EOF);
    n = puts("x");
    assert(n >= -1);
    n = fflush(stdout);
    assert(n == 0 || n == EOF);
    long m = write(1, "abc", 3);
    assert(m >= -1 && m <= 3);
    return 0;
}
