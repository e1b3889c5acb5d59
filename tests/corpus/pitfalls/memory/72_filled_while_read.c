//@ assertions: unsafe  data-race: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 72_filled_beside
// memset fills what another thread reads.
#include <assert.h>
#include <pthread.h>
#include <string.h>

int a[2] = {5, 5};

void *first(void *unused) {
    memset(a, 0, sizeof a);
    return unused;
}

void *second(void *unused) {
    assert(a[1] == 5);
    return unused;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, 0, first, 0);
    pthread_create(&t2, 0, second, 0);
    pthread_join(t1, 0);
    pthread_join(t2, 0);
    return 0;
}
