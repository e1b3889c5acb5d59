//@ assertions: unsafe  data-race: unsafe  others: safe
//@ by: explicit bmc
//@ twin: counted_under_a_write_lock
// Whoever has the lock to read may be there together with others: an update is lost.
#include <assert.h>
#include <pthread.h>

pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
int count;

void *worker(void *argument) {
    pthread_rwlock_rdlock(&lock);
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
