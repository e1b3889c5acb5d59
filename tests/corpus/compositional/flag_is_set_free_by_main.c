//@ unsafe
//@ twin: flag_is_free_at_the_start
// Main sets the flag free when somebody may hold it.
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
    taken = 0;
    for (int i = 0; i < 3; i++) pthread_create(&t, 0, worker, 0);
    taken = 0;
    return 0;
}
