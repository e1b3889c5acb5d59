//@ assertions: unsafe  data-race: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 07_returned_value_stored_before_the_lock_is_gone
// The function reads x under the lock, but its result is stored after the lock is gone.
#include <assert.h>
#include <pthread.h>

int x;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

int next(void) {
    pthread_mutex_lock(&m);
    int value = x + 1;
    pthread_mutex_unlock(&m);
    return value;
}

void *worker(void *unused) {
    x = next();
    return unused;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, 0, worker, 0);
    pthread_create(&t2, 0, worker, 0);
    pthread_join(t1, 0);
    pthread_join(t2, 0);
    assert(x == 2);
    return 0;
}
