//@ deadlock: unsafe  others: safe
//@ termination: unsafe
//@ by: explicit
//@ twin: 36_opposite_order_of_readers
// Two read-write locks in opposite order.
#include <pthread.h>

pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
pthread_rwlock_t k = PTHREAD_RWLOCK_INITIALIZER;

void *first(void *unused) {
    pthread_rwlock_wrlock(&l);
    pthread_rwlock_wrlock(&k);
    pthread_rwlock_unlock(&k);
    pthread_rwlock_unlock(&l);
    return unused;
}

void *second(void *unused) {
    pthread_rwlock_wrlock(&k);
    pthread_rwlock_wrlock(&l);
    pthread_rwlock_unlock(&l);
    pthread_rwlock_unlock(&k);
    return unused;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, 0, first, 0);
    pthread_create(&t2, 0, second, 0);
    pthread_join(t1, 0);
    pthread_join(t2, 0);
    return 0;
}
