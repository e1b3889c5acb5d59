//@ memory: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 67_freed_through_alias_once
// Two pointers to one allocation.
#include <stdlib.h>

int main(void) {
    int *a = malloc(sizeof *a);
    int *b = a;
    free(a);
    free(b);
    return 0;
}
