//@ assertions: unsafe  data-race: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 16_local_array_apart
// An element of a local array.
#include <assert.h>
#include <pthread.h>

void *worker(void *p) {
    *(int *)p = 1;
    return 0;
}

int main(void) {
    pthread_t t;
    int a[2] = {0, 0};
    pthread_create(&t, 0, worker, &a[1]);
    a[1] = 5;
    pthread_join(t, 0);
    assert(a[1] == 5);
    return 0;
}
