//@ all: safe
//@ termination: safe
//@ by: explicit
//@ twin: 22_abort_in_one_branch
// abort too. It is no violation by itself.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

void *worker(void *unused) {
    abort();
    return 0;
}

int main(void) {
    pthread_t t1;
    pthread_create(&t1, 0, worker, 0);
    pthread_join(t1, 0);
    assert(0);
    return 0;
}
