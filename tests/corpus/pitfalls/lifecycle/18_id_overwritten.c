//@ assertions: unsafe  data-race: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 18_ids_kept
// Both creations store into one variable: the join waits for the second thread only.
#include <assert.h>
#include <pthread.h>

int x;

void *first(void *unused) {
    x = 1;
    return unused;
}

void *second(void *unused) {
    return unused;
}

int main(void) {
    pthread_t t, u;
    pthread_create(&t, 0, first, 0);
    u = t;
    pthread_create(&t, 0, second, 0);
    pthread_join(t, 0);
    x = 2;
    assert(x == 2);
    return u == 0;
}
