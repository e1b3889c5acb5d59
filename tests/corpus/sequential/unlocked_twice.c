//@ unsafe
//@ twin: lock_and_unlock
//@ by: sequential
//@ open: assertions: the candidates of the invariant take long to be judged on a loaded machine
// A lock that is a flag: it is taken only when it is free.
#include <assert.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    int lock = 0;
    unsigned old = 0, new = 1;
    do {
        assert(lock == 0);
        lock = 1;
        old = new;
        if (__VERIFIER_nondet_int()) {
            lock = 0;
            new++;
        }
    } while (new != old);
    assert(lock == 0);
    return 0;
}
