//@ assertions: unsafe  others: safe
//@ twin: section_fails_beside_another_race
//@ by: bmc explicit
// The section may end in a failing assertion. All other accesses are atomic, so that nothing races.
#include <assert.h>
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

_Atomic int turn;
_Atomic int count;

void *reads(void *unused) {
    int seen = count;
    (void)seen;
    return 0;
}

void *tests(void *unused) {
    __VERIFIER_atomic_begin();
    assert(turn == 0);
    __VERIFIER_atomic_end();
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, reads, 0);
    pthread_create(&b, 0, tests, 0);
    turn = 1;
    count++;
    return 0;
}
