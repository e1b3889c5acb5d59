//@ assertions: unsafe  others: safe
//@ termination: unsafe
//@ by: explicit
//@ twin: 56_failure_behind_endless_thread
// One thread never ends, another fails.
#include <assert.h>
#include <pthread.h>

void *first(void *unused) {
    while (1)
        ;
    return unused;
}

void *second(void *unused) {
    assert(0);
    return 0;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, 0, first, 0);
    pthread_create(&t2, 0, second, 0);
    pthread_join(t1, 0);
    pthread_join(t2, 0);
    return 0;
}
