//@ assertions: unsafe  data-race: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 19_joined_in_a_loop
// The loop begins one too late.
#include <assert.h>
#include <pthread.h>

int x[2];

void *worker(void *p) {
    *(int *)p = 1;
    return 0;
}

int main(void) {
    pthread_t t[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], 0, worker, &x[i]);
    for (int i = 1; i < 2; i++)
        pthread_join(t[i], 0);
    assert(x[0] + x[1] == 2);
    return 0;
}
