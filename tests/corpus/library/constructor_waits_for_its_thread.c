//@ all: safe
//@ by: explicit bmc
//@ twin: constructor_starts_a_thread
// A constructor function starts a thread and waits for it: main sees what it wrote.
#include <assert.h>
#include <pthread.h>

static int n;
static pthread_t early;

static void *set(void *unused) {
    n = 1;
    return unused;
}

__attribute__((constructor)) static void begin(void) {
    pthread_create(&early, 0, set, 0);
    pthread_join(early, 0);
}

int main(void) {
    assert(n == 1);
    return 0;
}
