//@ all: safe
//@ termination: safe
//@ by: explicit
//@ twin: 28_write_after_creation
// What is before the creation is before the thread, what is after the join is after it.
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
    pthread_join(t, 0);
    x++;
    assert(x == 3);
    return 0;
}
