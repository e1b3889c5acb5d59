//@ deadlock: unsafe  others: safe
//@ termination: unsafe
//@ by: explicit
//@ twin: 39_once_and_the_other_waits
// A routine that calls its own once waits for itself.
#include <assert.h>
#include <pthread.h>

int x;
pthread_once_t once = PTHREAD_ONCE_INIT;

void initialize(void) {
    pthread_once(&once, initialize);
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
