//@ all: safe
//@ by: explicit bmc
//@ twin: counted_under_a_read_lock
// Whoever has the lock to write is alone.
#include <assert.h>
#include <pthread.h>

pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
int count;

void *worker(void *argument) {
    pthread_rwlock_wrlock(&lock);
    int seen = count;
    count = seen + 1;
    pthread_rwlock_unlock(&lock);
    return 0;
}

int main(void) {
    pthread_t one, two;
    pthread_create(&one, 0, worker, 0);
    pthread_create(&two, 0, worker, 0);
    pthread_join(one, 0);
    pthread_join(two, 0);
    pthread_rwlock_rdlock(&lock);
    assert(count == 2);
    pthread_rwlock_unlock(&lock);
    return 0;
}
