//@ unsafe
//@ by: bmc explicit sequential compositional
//@ twin: section_in_both_ways
// A branch begins a section that the other does not: behind it, others may run between two stores.
#include <assert.h>
#include <pthread.h>
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
int first, second, whole;
void *worker(void *at_once) {
    if (at_once) __VERIFIER_atomic_begin();
    first = 1;
    second = 1;
    if (at_once) __VERIFIER_atomic_end();
    return 0;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, worker, whole ? &whole : 0);
    int seen = first;
    int later = second;
    assert(!seen || later);
    return 0;
}
