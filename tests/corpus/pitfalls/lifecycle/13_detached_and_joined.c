//@ locks: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 13_detached_only
// A detached thread cannot be joined.
#include <pthread.h>

void *worker(void *unused) {
    return unused;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    pthread_detach(t);
    pthread_join(t, 0);
    return 0;
}
