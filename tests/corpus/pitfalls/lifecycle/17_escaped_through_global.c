//@ assertions: unsafe  data-race: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 17_written_before_escape
// The address of a local is published in a global; the local is written afterwards.
#include <assert.h>
#include <pthread.h>

int *shared;

void *worker(void *unused) {
    *shared = 1;
    return unused;
}

int main(void) {
    pthread_t t;
    int l = 0;
    shared = &l;
    pthread_create(&t, 0, worker, 0);
    l = 5;
    pthread_join(t, 0);
    assert(l == 5);
    return 0;
}
