//@ all: safe
//@ termination: unsafe
//@ by: explicit
//@ twin: 56_endless_thread_beside_failure
// What is behind the join of an endless thread is never reached.
#include <assert.h>
#include <pthread.h>

void *first(void *unused) {
    while (1)
        ;
    return unused;
}

int main(void) {
    pthread_t t1;
    pthread_create(&t1, 0, first, 0);
    pthread_join(t1, 0);
    assert(0);
    return 0;
}
