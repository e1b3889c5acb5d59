//@ assertions: unsafe  data-race: unsafe  others: safe
//@ by: explicit bmc
//@ twin: constructor_waits_for_its_thread
// A constructor function starts a thread, which main does not know of.
#include <assert.h>
#include <pthread.h>

static int n;
static pthread_t early;

static void *set(void *unused) {
    n = 1;
    return unused;
}

__attribute__((constructor)) static void begin(void) { pthread_create(&early, 0, set, 0); }

int main(void) {
    assert(n == 1);
    pthread_join(early, 0);
    return 0;
}
