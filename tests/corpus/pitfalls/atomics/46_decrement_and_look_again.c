//@ assertions: unsafe  data-race: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 46_decrement_to_zero
// Looked at in a second step, both may see zero.
#include <assert.h>
#include <pthread.h>

_Atomic int references = 2;
int freed;

void *worker(void *unused) {
    --references;
    if (references == 0)
        freed++;
    return unused;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, 0, worker, 0);
    pthread_create(&t2, 0, worker, 0);
    pthread_join(t1, 0);
    pthread_join(t2, 0);
    assert(freed == 1);
    return 0;
}
