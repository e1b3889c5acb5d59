//@ safe
//@ by: bmc explicit sequential compositional
//@ twin: stores_in_a_call_that_may_abort
// Who sees what the caller stored behind the call sees what the called function stored, if it did not abort.
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
    int seen = second;
    int later = first;
    assert(!seen || later);
    return 0;
}
