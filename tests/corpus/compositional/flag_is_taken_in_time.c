//@ safe
//@ by: compositional
//@ twin: flag_is_taken_late
// Who takes the flag looks at it at the same time.
#include <assert.h>
#include <pthread.h>
extern void __VERIFIER_assume(int);
int taken, work;
void __VERIFIER_atomic_take(void) { __VERIFIER_assume(!taken); taken = 1; }
void *worker(void *unused) {
    __VERIFIER_atomic_take();
    work = 0;
    work = work + 1;
    assert(work == 1);
    taken = 0;
    return unused;
}
int main(void) {
    pthread_t t;
    for (int i = 0; i < 3; i++) pthread_create(&t, 0, worker, 0);
    return 0;
}
