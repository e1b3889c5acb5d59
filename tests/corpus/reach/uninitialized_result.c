//@ assertions: unsafe  others: safe
//@ by: bmc explicit
//@ twin: uninitialized_result_agrees
//@ domain: 0 5 6 17
// A function returns what it never wrote. The register of the caller has the number of the callee's.
#include <assert.h>

_Bool __VERIFIER_nondet_bool(void);

static int get(int first, int second) {
    int own;
    if (first == 5)
        own = second;
    return own;
}

int main(void) {
    int a, b, result;
    if (__VERIFIER_nondet_bool())
        result = get(a, b);
    if (result == 17)
        a = result + 1;
    assert(result != 17 || a != 18 || b != 6);
    return 0;
}
