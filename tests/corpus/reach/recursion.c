//@ assertions: unsafe  others: safe
//@ by: explicit
//@ twin: recursion_ends
// The assertion fails seventeen calls deep.
#include <assert.h>
#include <pthread.h>

void descend(int depth) {
    assert(depth < 17);
    descend(depth + 1);
}

void *worker(void *unused) {
    descend(0);
    return unused;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    pthread_join(t, 0);
    return 0;
}
