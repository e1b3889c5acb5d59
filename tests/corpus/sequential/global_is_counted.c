//@ safe
//@ twin: global_is_counted_twice
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
        
    }
    assert(calls == n);
    return 0;
}
