//@ deadlock: unsafe  others: safe
//@ termination: unsafe
//@ by: explicit
//@ twin: 37_barrier_orders
// One participant is missing.
#include <assert.h>
#include <pthread.h>

int x[2];
pthread_barrier_t b;

void *worker(void *p) {
    int me = *(int *)p;
    x[me] = 1;
    pthread_barrier_wait(&b);
    assert(x[1 - me] == 1);
    return 0;
}

int main(void) {
    pthread_t t1, t2;
    int zero = 0, one = 1;
    pthread_barrier_init(&b, 0, 3);
    pthread_create(&t1, 0, worker, &zero);
    pthread_create(&t2, 0, worker, &one);
    pthread_join(t1, 0);
    pthread_join(t2, 0);
    return 0;
}
