//@ all: safe
//@ termination: safe
//@ by: explicit
//@ twin: 49_volatile_counter
// _Atomic does.
#include <assert.h>
#include <pthread.h>

_Atomic int x;

void *worker(void *unused) {
    x++;
    return unused;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, 0, worker, 0);
    pthread_create(&t2, 0, worker, 0);
    pthread_join(t1, 0);
    pthread_join(t2, 0);
    assert(x == 2);
    return 0;
}
