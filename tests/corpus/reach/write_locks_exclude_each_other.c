//@ all: safe
//@ by: explicit
//@ twin: read_locks_do_not_exclude_each_other
// Two writers, one after the other.
#include <assert.h>
#include <pthread.h>


pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
int x;

void *increment(void *arg) {
    pthread_rwlock_wrlock(&lock);
    x++;
    pthread_rwlock_unlock(&lock);
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, increment, 0);
    pthread_create(&b, 0, increment, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(x == 2);
    return 0;
}
