//@ all: safe
//@ termination: safe
//@ by: explicit
//@ twin: 46_atomic_array_swapped
// Elements of an array of _Atomic.
#include <assert.h>
#include <pthread.h>

_Atomic int a[2];

void *worker(void *p) {
    a[*(int *)p]++;
    a[0]++;
    return 0;
}

int main(void) {
    pthread_t t1, t2;
    int zero = 0, one = 1;
    pthread_create(&t1, 0, worker, &zero);
    pthread_create(&t2, 0, worker, &one);
    pthread_join(t1, 0);
    pthread_join(t2, 0);
    assert(a[0] == 3 && a[1] == 1);
    return 0;
}
