//@ unsafe
//@ by: bmc explicit sequential compositional
//@ twin: lock_of_its_own_inside_of_a_section_in_order
// A lock that the program wrote itself is taken inside of a section that has stored something: that section takes no lock alone.
#include <assert.h>
#include <pthread.h>
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
extern void __VERIFIER_assume(int);
int first, second, taken;
void __VERIFIER_atomic_take(void) {
    __VERIFIER_assume(taken == 0);
    taken = 1;
}
void __VERIFIER_atomic_give_back(void) { taken = 0; }
void *worker(void *unused) {
    __VERIFIER_atomic_begin();
    first = 1;
    __VERIFIER_atomic_take();
    __VERIFIER_atomic_end();
    second = 1;
    __VERIFIER_atomic_give_back();
    return unused;
}
void *other(void *unused) {
    __VERIFIER_atomic_take();
    __VERIFIER_atomic_give_back();
    return unused;
}
int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, worker, 0);
    pthread_create(&b, 0, other, 0);
    int seen = first;
    int later = second;
    assert(!seen || later);
    return 0;
}
