//@ data-race: unsafe  assertions: unsafe  others: safe
//@ twin: section_fails_beside_atomic_accesses
//@ by: bmc explicit
// Two races: one for turn, with an access in a section that may end in a failing assertion, and one for count. A model that has
// both races may leave the section in the middle, and then no other thread goes on to the second race.
#include <assert.h>
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

int turn;
int count;

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
