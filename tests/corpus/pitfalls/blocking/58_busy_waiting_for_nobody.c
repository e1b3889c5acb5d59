//@ all: safe
//@ termination: unsafe
//@ by: explicit
//@ twin: 58_busy_waiting_for_somebody
// Nobody sets the flag: no schedule ends, nothing behind the loop is reached, and it is no deadlock.
#include <assert.h>
#include <pthread.h>

_Atomic int f;

void *first(void *unused) {
    f = 0;
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
