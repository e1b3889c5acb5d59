//@ assertions: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 27_creation_succeeds
// Under the same assumption the opposite is false.
#include <assert.h>
#include <pthread.h>

void *worker(void *unused) {
    return unused;
}

int main(void) {
    pthread_t t;
    int failed = pthread_create(&t, 0, worker, 0);
    assert(failed != 0);
    if (!failed)
        pthread_join(t, 0);
    return 0;
}
