//@ data-race: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 52_initializer_before_the_threads
// Zeroed by memset while it is used: a plain access.
#include <assert.h>
#include <pthread.h>
#include <string.h>

_Atomic int x = 1;

void *eraser(void *unused) {
    memset((void *)&x, 0, sizeof x);
    return unused;
}

void *worker(void *unused) {
    x++;
    return unused;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, 0, worker, 0);
    pthread_create(&t2, 0, eraser, 0);
    pthread_join(t1, 0);
    pthread_join(t2, 0);
    assert(x == 0 || x == 1);
    return 0;
}
