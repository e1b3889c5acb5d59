//@ assertions: unsafe  data-race: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 28_creation_and_join_order
// Between them it is neither.
#include <assert.h>
#include <pthread.h>

int x;

void *worker(void *unused) {
    x++;
    return unused;
}

int main(void) {
    pthread_t t;
    x = 1;
    pthread_create(&t, 0, worker, 0);
    x++;
    pthread_join(t, 0);
    assert(x == 3);
    return 0;
}
