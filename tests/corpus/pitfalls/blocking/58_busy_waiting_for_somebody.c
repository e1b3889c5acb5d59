//@ assertions: unsafe  others: safe
//@ termination: unsafe
//@ by: explicit
//@ twin: 58_busy_waiting_for_nobody
// The flag is set.
#include <assert.h>
#include <pthread.h>

_Atomic int f;

void *first(void *unused) {
    f = 1;
    return unused;
}

void *second(void *unused) {
    while (!f)
        ;
    assert(0);
    return unused;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, 0, first, 0);
    pthread_create(&t2, 0, second, 0);
    pthread_join(t1, 0);
    pthread_join(t2, 0);
    return 0;
}
