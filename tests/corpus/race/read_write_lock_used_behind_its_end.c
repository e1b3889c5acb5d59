//@ unsafe
//@ property: data-race
//@ twin: read_write_lock_that_lives
// One thread destroys the lock and goes on with it: what it then has is a fresh one, which does not order it behind those who had
// the old one.
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
    pthread_rwlock_destroy(&lock);
    pthread_rwlock_wrlock(&lock);
    shared = 2;
    pthread_rwlock_unlock(&lock);
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, first, 0);
    pthread_create(&b, 0, second, 0);
}
