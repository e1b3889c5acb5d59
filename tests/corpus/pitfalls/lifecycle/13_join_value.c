//@ all: safe
//@ termination: safe
//@ by: explicit
//@ twin: 13_join_value_wrong
// The value that a thread ends with by pthread_exit is what join delivers.
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
    assert((long)r == 42);
    return 0;
}
