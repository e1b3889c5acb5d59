//@ all: safe
//@ termination: safe
//@ by: explicit
//@ twin: 46_builtins_give_old_or_new_mixed_up
// The name of a builtin says the order: fetch first, or add first.
#include <assert.h>

int main(void) {
    int x = 1;
    assert(__sync_fetch_and_add(&x, 1) == 1 && __sync_add_and_fetch(&x, 1) == 3);
    assert(__atomic_fetch_sub(&x, 1, __ATOMIC_SEQ_CST) == 3 && __atomic_sub_fetch(&x, 1, __ATOMIC_SEQ_CST) == 1);
    return 0;
}
