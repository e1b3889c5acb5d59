//@ safe
//@ by: explicit bmc
// exit ends the process: the join never returns.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

void *worker(void *unused) {
    (void)unused;
    exit(0);
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    pthread_join(t, 0);
    assert(0);
    return 0;
}
