//@ assertions: unsafe  data-race: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 01_three_increments_atomic
// Three threads: of three updates two may be lost.
#include <assert.h>
#include <pthread.h>

int x;

void *worker(void *unused) {
    x++;
    return unused;
}

int main(void) {
    pthread_t t1, t2, t3;
    pthread_create(&t1, 0, worker, 0);
    pthread_create(&t2, 0, worker, 0);
    pthread_create(&t3, 0, worker, 0);
    pthread_join(t1, 0);
    pthread_join(t2, 0);
    pthread_join(t3, 0);
    assert(x != 1);
    return 0;
}
