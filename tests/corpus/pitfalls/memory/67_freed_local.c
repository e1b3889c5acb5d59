//@ memory: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 67_freed_allocation
// Only what was allocated can be freed.
#include <stdlib.h>

int main(void) {
    int local = 0;
    int *p = &local;
    free(p);
    return 0;
}
