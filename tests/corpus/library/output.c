//@ unsafe
//@ property: assertions
//@ by: explicit
// Each function of its family is called, with and without use of its value: the trace must replay event for event.
#include <assert.h>
#include <stdio.h>

int main(void) {
    int n = printf("%d", 3);
    printf("x");
    puts("x");
    n = puts("y");
    putchar(65);
    n = putchar(66);
    fputs("a", stdout);
    fputc(65, stdout);
    fflush(stdout);
    perror("z");
    fprintf(stderr, "k");
    assert(0);
    return 0;
}
