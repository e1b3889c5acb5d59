//@ unsafe
//@ by: explicit bmc
// Before exit is reached another thread may run.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

void *worker(void *unused) {
    (void)unused;
    exit(0);
}

void *other(void *unused) {
    assert(0);
    return unused;
}

int main(void) {
    pthread_t t, u;
    pthread_create(&t, 0, worker, 0);
    pthread_create(&u, 0, other, 0);
    pthread_join(t, 0);
    return 0;
}
