//@ safe
//@ by: bmc explicit sequential compositional
//@ twin: section_in_one_of_two_ways
// Both stores are in a section, whichever branch begins it: others see both or none.
#include <assert.h>
#include <pthread.h>
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
int first, second, whole;
void *worker(void *at_once) {
    if (at_once) __VERIFIER_atomic_begin();
    else __VERIFIER_atomic_begin();
    first = 1;
    second = 1;
    __VERIFIER_atomic_end();
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
