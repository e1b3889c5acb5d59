//@ assertions: unsafe  others: safe
//@ twin: missing_result_not_taken
//@ domain: 0 832
// A function returns nothing, and its caller stores the result without reading it. The result is chosen when the function
// ends; the engines and the reference interpreter agree on that, so that the trace replays.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int record(int v) {
    (void)v;
}

int main(void) {
    int x = __VERIFIER_nondet_int();
    int ignored = record(x);
    assert((x & 0xff0) != 0x340);
}
