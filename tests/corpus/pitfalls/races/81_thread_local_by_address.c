//@ data-race: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 81_thread_local
// Its address given away, it is shared.
#include <pthread.h>

__thread int x;
int *shared;

void *other(void *unused) {
    *shared = 2;
    return unused;
}

int main(void) {
    pthread_t t;
    shared = &x;
    pthread_create(&t, 0, other, 0);
    x = 1;
    pthread_join(t, 0);
    return 0;
}
