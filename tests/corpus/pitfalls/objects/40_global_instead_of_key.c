//@ assertions: unsafe  data-race: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 40_values_of_threads_are_apart
// A global is one for all.
#include <assert.h>
#include <pthread.h>

void *value;

void *worker(void *p) {
    assert(value == 0);
    value = p;
    assert(value == p);
    return 0;
}

int main(void) {
    pthread_t t1, t2;
    int one = 1, two = 2;
    pthread_create(&t1, 0, worker, &one);
    pthread_create(&t2, 0, worker, &two);
    pthread_join(t1, 0);
    pthread_join(t2, 0);
    return 0;
}
