//@ unsafe
//@ property: assertions
//@ by: explicit
// Each function of its family is called, with and without use of its value: the trace must replay event for event.
#include <assert.h>
#include <stdio.h>

int main(void) {
    int x = 0, y = 0;
    unsigned char h = 0;
    int n = scanf("%d %hhu", &x, &h);
    scanf("%d", &y);
    fscanf(stdin, "%*d %d", &x);
    scanf("%*d");
    assert(0);
    return 0;
}
