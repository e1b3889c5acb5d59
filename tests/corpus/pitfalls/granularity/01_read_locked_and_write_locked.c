//@ assertions: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 01_increment_locked
// The read and the write are each under the lock, but not together: no race, and an update is lost all the same.
#include <assert.h>
#include <pthread.h>

int x;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

int load(void) {
    pthread_mutex_lock(&m);
    int value = x;
    pthread_mutex_unlock(&m);
    return value;
}

void store(int value) {
    pthread_mutex_lock(&m);
    x = value;
    pthread_mutex_unlock(&m);
}

void *worker(void *unused) {
    store(load() + 1);
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
