//@ unsafe
//@ by: bmc explicit sequential compositional
//@ twin: stores_in_a_call_and_behind_it_in_order
// What a called function stores is seen before what its caller stores behind the call.
#include <assert.h>
#include <pthread.h>
int first, second;
static void store(void) { first = 1; }
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
