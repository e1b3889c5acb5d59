//@ assertions: unsafe  others: safe
//@ by: explicit bmc
//@ twin: mark_in_a_chosen_pointer
// A mark in the lowest bits of a pointer shows in them.
#include <assert.h>
#include <stdint.h>

extern _Bool __VERIFIER_nondet_bool(void);

static int a, b;

int main(void) {
    uintptr_t p = (uintptr_t)(__VERIFIER_nondet_bool() ? &a : &b);
    p |= 2;
    assert((p & 3) == 0);
    *(int *)(p & ~(uintptr_t)3) = 1;
    assert(a + b == 1 && (p ^ 2) != 0);
    return 0;
}
