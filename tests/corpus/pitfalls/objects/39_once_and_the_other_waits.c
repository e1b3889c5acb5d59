//@ all: safe
//@ termination: safe
//@ by: explicit
//@ twin: 39_flag_instead_of_once
// Whoever comes second waits until the routine is over.
#include <assert.h>
#include <pthread.h>

int x;
pthread_once_t once = PTHREAD_ONCE_INIT;

void initialize(void) {
    x++;
}

void *worker(void *unused) {
    pthread_once(&once, initialize);
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
