//@ assertions: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 13_join_value
// It is no other value.
#include <assert.h>
#include <pthread.h>

void *worker(void *unused) {
    pthread_exit((void *)42);
}

int main(void) {
    pthread_t t;
    void *r;
    pthread_create(&t, 0, worker, 0);
    pthread_join(t, &r);
    assert((long)r == 43);
    return 0;
}
