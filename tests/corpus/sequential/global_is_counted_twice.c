//@ unsafe
//@ twin: global_is_counted
//@ by: sequential
// A global that a function changes.
#include <assert.h>
int __VERIFIER_nondet_int(void);

static unsigned calls;
static void called(void) { calls++; }
int main(void) {
    unsigned n = 0;
    while (__VERIFIER_nondet_int()) {
        called();
        n++;
        if (n == 3) called();
    }
    assert(calls == n);
    return 0;
}
