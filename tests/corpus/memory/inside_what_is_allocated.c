//@ memory: safe
//@ by: static
//@ twin: outside_what_is_allocated
//@ domain: 1 4 -7
// There are at least five cells.
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 100)
        return 0;
    int *cells = malloc((n + 4) * sizeof(int));
    for (;;) {
        int at = __VERIFIER_nondet_int();
        if (at >= 0 && at < 5)
            cells[at] = at;
        if (at == -7)
            break;
    }
    free(cells);
    return 0;
}
