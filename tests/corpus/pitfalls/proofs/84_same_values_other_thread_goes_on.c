//@ assertions: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 84_same_values_either_thread
// After one turn each, the values are the same whoever was first; who still has a turn is not.
#include <assert.h>
#include <pthread.h>

_Atomic int turns;
_Atomic int last;

void *worker(void *p) {
    turns++;
    last = *(int *)p;
    return 0;
}

int main(void) {
    pthread_t t1, t2;
    int one = 1, two = 2;
    pthread_create(&t1, 0, worker, &one);
    pthread_create(&t2, 0, worker, &two);
    pthread_join(t1, 0);
    pthread_join(t2, 0);
    assert(last == 1);
    return 0;
}
