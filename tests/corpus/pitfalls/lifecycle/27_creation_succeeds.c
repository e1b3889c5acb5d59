//@ all: safe
//@ termination: safe
//@ by: explicit
//@ twin: 27_creation_succeeds_claimed_otherwise
// pthread_create returns 0: an assumption that the verdict states.
#include <assert.h>
#include <pthread.h>

void *worker(void *unused) {
    return unused;
}

int main(void) {
    pthread_t t;
    int failed = pthread_create(&t, 0, worker, 0);
    assert(failed == 0);
    if (!failed)
        pthread_join(t, 0);
    return 0;
}
