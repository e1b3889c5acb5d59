//@ memory: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 67_freed_at_its_start
// free wants the start of what was allocated.
#include <stdlib.h>

int main(void) {
    int *a = malloc(2 * sizeof *a);
    a++;
    free(a);
    return 0;
}
