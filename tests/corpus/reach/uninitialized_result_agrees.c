//@ safe
//@ by: bmc explicit
//@ twin: uninitialized_result
// What a function returns without having written it stays the value that it was when the caller looked.
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
    assert(result != 17 || a == 18);
    return 0;
}
