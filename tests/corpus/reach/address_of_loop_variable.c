//@ assertions: unsafe  data-race: unsafe  others: safe
//@ by: explicit
//@ twin: number_for_each_thread
// All threads look at the same i, which reaches 2.
#include <assert.h>
#include <pthread.h>

int i;

void *worker(void *argument) {
    assert(*(int *)argument < 2);
    return 0;
}

int main(void) {
    pthread_t t[2];
    for (i = 0; i < 2; i++)
        pthread_create(&t[i], 0, worker, &i);
    pthread_join(t[0], 0);
    pthread_join(t[1], 0);
    return 0;
}
