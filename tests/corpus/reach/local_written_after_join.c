//@ all: safe
//@ by: explicit
//@ twin: local_shared_by_address
// After the join the local is private again.
#include <assert.h>
#include <pthread.h>

void *worker(void *argument) {
    *(int *)argument = 1;
    return 0;
}

int main(void) {
    int local = 0;
    pthread_t t;
    pthread_create(&t, 0, worker, &local);
    pthread_join(t, 0);
    local = 5;
    assert(local == 5);
    return 0;
}
