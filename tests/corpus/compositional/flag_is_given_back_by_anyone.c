//@ unsafe
//@ twin: flag_is_given_back_by_its_holder
// Some take the flag, and all give it back.
#include <assert.h>
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
int taken, work, other;
void __VERIFIER_atomic_take(void) { __VERIFIER_assume(!taken); taken = 1; }
void *worker(void *unused) {
    if (__VERIFIER_nondet_int()) {
        other = 1;
        other = 1;
    } else {
        __VERIFIER_atomic_take();
        work = 0;
        work = work + 1;
        assert(work == 1);
    }
    other = 1;
    assert(other == 1);
    taken = 0;
    return unused;
}
int main(void) {
    pthread_t t;
    for (int i = 0; i < 3; i++) pthread_create(&t, 0, worker, 0);
    return 0;
}
