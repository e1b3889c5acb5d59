//@ memory: unsafe
//@ by: bmc
//@ twin: inside_what_is_allocated
//@ domain: 1 5 -7
// There may be five cells only.
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
        if (at >= 0 && at < 6)
            cells[at] = at;
        if (at == -7)
            break;
    }
    free(cells);
    return 0;
}
