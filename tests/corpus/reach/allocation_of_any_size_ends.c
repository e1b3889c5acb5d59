//@ unsafe
//@ by: explicit bmc
//@ domain: 1 2 3
//@ twin: allocation_of_any_size
// An allocation whose size an input says: behind its end, an execution does not go on.
#include <assert.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);

int main(void) {
    int n = __VERIFIER_nondet_int();
    __VERIFIER_assume(n > 0 && n < 4);
    int *data = malloc(n * sizeof *data);
    for (int i = 0; i < 3; i++) {
        data[i] = i;
        assert(i + 1 < n);
    }
    return 0;
}
