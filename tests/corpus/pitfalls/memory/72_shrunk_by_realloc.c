//@ memory: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 72_reallocated_is_another
// What was cut off is gone.
#include <stdlib.h>

int main(void) {
    int *p = calloc(2, sizeof *p);
    p = realloc(p, sizeof *p);
    int r = p[1];
    free(p);
    return r;
}
