//@ assertions: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 46_builtins_give_old_or_new
// Mixed up.
#include <assert.h>

int main(void) {
    int x = 1;
    assert(__sync_fetch_and_add(&x, 1) == 1 && __sync_add_and_fetch(&x, 1) == 2);
    assert(__atomic_fetch_sub(&x, 1, __ATOMIC_SEQ_CST) == 3 && __atomic_sub_fetch(&x, 1, __ATOMIC_SEQ_CST) == 1);
    return 0;
}
