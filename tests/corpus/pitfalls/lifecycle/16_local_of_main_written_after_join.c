//@ all: safe
//@ termination: safe
//@ by: explicit
//@ twin: 16_local_of_main_shared
// Written after the join it is main's alone.
#include <assert.h>
#include <pthread.h>

void *worker(void *p) {
    *(int *)p = 1;
    return 0;
}

int main(void) {
    pthread_t t;
    int l = 0;
    pthread_create(&t, 0, worker, &l);
    pthread_join(t, 0);
    l = 5;
    assert(l == 5);
    return 0;
}
