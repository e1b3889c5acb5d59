//@ assertions: unsafe  data-race: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 41_lock_by_same_index
// Each thread locks the mutex with its own number, and both change the same counter.
#include <assert.h>
#include <pthread.h>

int x;
pthread_mutex_t m[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};

void *worker(void *p) {
    int i = *(int *)p;
    pthread_mutex_lock(&m[i]);
    x++;
    pthread_mutex_unlock(&m[i]);
    return 0;
}

int main(void) {
    pthread_t t1, t2;
    int i = 0, j = 1;
    pthread_create(&t1, 0, worker, &i);
    pthread_create(&t2, 0, worker, &j);
    pthread_join(t1, 0);
    pthread_join(t2, 0);
    assert(x == 2);
    return 0;
}
