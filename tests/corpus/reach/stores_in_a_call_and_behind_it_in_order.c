//@ safe
//@ by: bmc explicit sequential compositional
//@ twin: stores_in_a_call_and_behind_it
// Who sees what the caller stored behind the call sees what the called function stored.
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
    int seen = second;
    int later = first;
    assert(!seen || later);
    return 0;
}
