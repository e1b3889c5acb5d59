//@ safe
//@ property: data-race
//@ by: explicit bmc
//@ twin: read_write_lock_used_behind_its_end
// The lock is tried by nobody and destroyed when all have ended.
#include <pthread.h>

pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
int shared;

void *first(void *unused) {
    pthread_rwlock_wrlock(&lock);
    shared = 1;
    pthread_rwlock_unlock(&lock);
    return 0;
}

void *second(void *unused) {
    pthread_rwlock_wrlock(&lock);
    shared = 2;
    pthread_rwlock_unlock(&lock);
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, first, 0);
    pthread_create(&b, 0, second, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    pthread_rwlock_destroy(&lock);
}
