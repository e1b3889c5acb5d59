//@ unsafe
//@ by: bmc explicit sequential compositional
//@ twin: stores_in_a_call_that_may_abort_in_order
// A function that is called may abort, so its text has an end where nothing is left to do. Who returns goes on elsewhere, and what it
// stored is seen before what its caller stores.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int first, second;
static void store(void) {
    if (__VERIFIER_nondet_int())
        abort();
    first = 1;
}
void *worker(void *unused) {
    store();
    second = 1;
    return unused;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    int seen = first;
    int later = second;
    assert(!seen || later);
    return 0;
}
