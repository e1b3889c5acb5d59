//@ assertions: unsafe  data-race: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 39_once_and_the_other_waits
// Two controls run it twice.
#include <assert.h>
#include <pthread.h>

int x;
pthread_once_t once[2] = {PTHREAD_ONCE_INIT, PTHREAD_ONCE_INIT};

void initialize(void) {
    x++;
}

void *worker(void *p) {
    pthread_once(&once[*(int *)p], initialize);
    assert(x == 1);
    return 0;
}

int main(void) {
    pthread_t t1, t2;
    int zero = 0, one = 1;
    pthread_create(&t1, 0, worker, &zero);
    pthread_create(&t2, 0, worker, &one);
    pthread_join(t1, 0);
    pthread_join(t2, 0);
    return 0;
}
