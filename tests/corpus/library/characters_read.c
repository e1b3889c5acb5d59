//@ unsafe
//@ property: assertions
//@ by: explicit
// Each function of its family is called, with and without use of its value: the trace must replay event for event.
#include <assert.h>
#include <stdio.h>
#include <unistd.h>

int main(void) {
    int c = getchar();
    getchar();
    c = fgetc(stdin);
    c = getc(stdin);
    char b[3];
    char *q = fgets(b, 3, stdin);
    fgets(b, 2, stdin);
    long n = read(0, b, 2);
    read(0, b, 1);
    assert(0);
    return 0;
}
