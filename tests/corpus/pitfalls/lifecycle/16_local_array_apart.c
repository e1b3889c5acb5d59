//@ all: safe
//@ termination: safe
//@ by: explicit
//@ twin: 16_local_array_shared
// main writes the other element.
#include <assert.h>
#include <pthread.h>

void *worker(void *p) {
    *(int *)p = 1;
    return 0;
}

int main(void) {
    pthread_t t;
    int a[2] = {0, 0};
    pthread_create(&t, 0, worker, &a[1]);
    a[0] = 5;
    pthread_join(t, 0);
    assert(a[0] == 5);
    return 0;
}
