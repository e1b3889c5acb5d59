//@ assertions: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 39_once_and_the_other_waits
// An atomic flag lets the second pass before x is set.
#include <assert.h>
#include <pthread.h>

_Atomic int x;
_Atomic int once;

void initialize(void) {
    x++;
}

void *worker(void *unused) {
    if (once++ == 0)
        initialize();
    assert(x == 1);
    return unused;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, 0, worker, 0);
    pthread_create(&t2, 0, worker, 0);
    pthread_join(t1, 0);
    pthread_join(t2, 0);
    return 0;
}
